// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct FingerRecognizerTests {
  /// Two large pictures beside each other.
  private let large = TouchPage([
    ("left", Rect(x: 0, y: 0, width: 600, height: 700)), ("right", Rect(x: 620, y: 0, width: 600, height: 700)),
  ])

  /// Small cells with gaps of 10 px: "00" to "55", row and column, each 90 px wide.
  private let grid = TouchPage(
    (0..<36).map { index in
      let (row, column) = (index / 6, index % 6)
      return (
        "\(row)\(column)", Rect(x: Double(column) * 100, y: Double(row) * 100, width: 90, height: 90)
      )
    })

  // MARK: Pairs

  @Test func `one finger never lifts`() {
    var page = large
    #expect(page.down(1, 300, 300) == [])
    #expect(page.move(1, 300, 200) == [])
    #expect(page.up(1) == [])
    page.down(1, 300, 300)
    #expect(page.up(1) == [])
    #expect(page.begun == [] && page.recognizer.isIdle)
  }

  @Test func `two fingers on a source lift it, also after the first has scrolled`() {
    var page = large
    page.down(1, 300, 300)
    page.move(1, 300, 240)
    let fingers = [FingerID(1): Point(300, 240), FingerID(2): Point(400, 400)]
    #expect(
      page.down(2, 400, 400)
        == [.claim(FingerID(1)), .claim(FingerID(2)), .begin("left", fingers: fingers)])
    #expect(
      page.move(2, 410, 400)
        == [.move("left", [FingerID(1): Point(300, 240), FingerID(2): Point(410, 400)])])
  }

  @Test func `fingers that straddle an edge lift what is under their midpoint`() {
    var page = grid
    page.down(1, 310, 345)
    page.down(2, 420, 345)
    // 365 is on the cell from 300 to 390.
    #expect(page.begun == ["33"])
  }

  @Test func `fingers on two neighbours lift the cell between them`() {
    var page = grid
    page.down(1, 280, 345)
    page.down(2, 410, 345)
    #expect(page.begun == ["33"])
  }

  @Test(
    arguments: [(380, 412, "34"), (378, 406, "33"), (300, 485, "33"), (280, 508, nil)] as [(Double, Double, String?)])
  func `with a gap under the midpoint the nearer cell within reach is lifted`(
    left: Double, right: Double, lifted: String?
  ) {
    // The gap is from 390 to 400; the last two fingers are on cells that do not reach to the other.
    var page = grid
    page.down(1, left, 345)
    page.down(2, right, 345)
    #expect(page.begun == [lifted].compactMap { $0 })
  }

  @Test func `a finger pairs with one on the same source rather than with a nearer one beside it`() {
    var page = large
    page.down(1, 480, 300)
    page.down(2, 1150, 300)
    #expect(page.begun == [])
    page.down(3, 640, 300)
    #expect(page.holds("right") == [2, 3])
  }

  @Test func `two fingers on nothing lift nothing`() {
    var page = large
    page.down(1, 300, 900)
    page.down(2, 400, 900)
    #expect(page.begun == [])
    #expect(!page.recognizer.isClaimed(FingerID(1)))
  }

  @Test func `two fingers out of reach pair when they pinch in`() {
    var page = large
    page.down(1, 450, 300)
    page.down(2, 900, 300)
    #expect(page.begun == [])
    // The midpoint is on the right picture; the left finger comes within reach of it at 500.
    page.move(1, 499, 300)
    #expect(page.begun == [])
    page.move(1, 501, 300)
    #expect(page.begun == ["right"])
  }

  // MARK: Several lifts

  @Test(
    arguments: [[1, 2, 3, 4], [1, 3, 2, 4], [1, 3, 4, 2], [3, 1, 4, 2], [3, 1, 2, 4], [3, 4, 1, 2]] as [[UInt]])
  func `two hands lift two pictures, in whatever order their fingers land`(order: [UInt]) {
    let places: [UInt: Point] = [
      1: Point(200, 300), 2: Point(320, 420), 3: Point(850, 300), 4: Point(980, 420),
    ]
    var page = large
    for finger in order {
      let place = places[finger, default: .zero]
      page.down(finger, place.x, place.y)
    }
    #expect(page.holds("left") == [1, 2])
    #expect(page.holds("right") == [3, 4])
  }

  @Test func `five pairs lift five cells`() {
    var page = grid
    for pair in 0..<5 {
      let (x, y) = (Double(pair % 3) * 200 + 45, Double(pair / 3) * 200 + 45)
      page.down(UInt(pair * 2), x - 20, y)
      page.down(UInt(pair * 2 + 1), x + 20, y)
    }
    #expect(page.begun == ["00", "02", "04", "20", "22"])
    #expect(page.held.values.allSatisfy { $0.count == 2 })
  }

  @Test func `while something is held further fingers are claimed, and can pair`() {
    var page = large
    page.down(3, 800, 300)
    #expect(!page.recognizer.isClaimed(FingerID(3)))
    page.down(1, 300, 300)
    page.down(2, 400, 400)
    #expect(page.recognizer.isClaimed(FingerID(3)))
    page.down(5, 700, 900)
    #expect(page.recognizer.isClaimed(FingerID(5)))
    page.down(4, 900, 300)
    #expect(page.holds("right") == [3, 4])
    #expect(page.holds("left") == [1, 2])
  }

  @Test func `two fingers around what others hold stay free`() {
    var page = grid
    page.down(1, 320, 345)
    page.down(2, 370, 345)
    page.down(3, 260, 345)
    page.down(4, 430, 345)
    #expect(page.holds("33") == [1, 2])
    #expect(page.begun == ["33"])
  }

  // MARK: Changing fingers

  @Test func `a third finger on the copy joins the lift`() {
    var page = large
    page.down(1, 300, 300)
    page.down(2, 400, 400)
    let commands = page.down(3, 350, 500)
    #expect(commands.first == .claim(FingerID(3)))
    #expect(page.holds("left") == [1, 2, 3])
    page.up(1)
    #expect(page.holds("left") == [2, 3])
  }

  @Test func `a finger put down again goes on with its lift`() {
    var page = large
    page.down(1, 300, 300)
    page.down(2, 400, 400)
    #expect(page.up(2) == [.changeFingers("left", [FingerID(1): Point(300, 300)])])
    // Beside everything.
    page.down(2, 400, 900)
    #expect(page.holds("left") == [1, 2])
    page.up(1)
    #expect(page.up(2) == [.release("left")])
    #expect(page.begun == ["left"] && page.ended == ["left"])
    #expect(page.recognizer.isIdle)
  }

  @Test func `a finger of a straddling pair put down again on the neighbour goes on with its lift`() {
    var page = grid
    page.down(1, 280, 345)
    page.down(2, 420, 345)
    #expect(page.holds("33") == [1, 2])
    page.up(2)
    page.down(2, 425, 345)
    #expect(page.holds("33") == [1, 2])
  }

  @Test func `a finger on another picture does not join a lift of one finger`() {
    var page = large
    page.down(1, 200, 300)
    page.down(2, 300, 400)
    page.up(2)
    page.down(3, 1000, 300)
    #expect(page.holds("left") == [1])
    page.down(4, 1100, 300)
    #expect(page.holds("right") == [3, 4])
  }

  // MARK: Ends

  @Test func `a cancelled finger ends its lift, and the other waits until it is up`() {
    var page = large
    page.down(1, 300, 300)
    page.down(2, 400, 400)
    #expect(page.cancel(1) == [.cancel("left")])
    #expect(page.recognizer.isClaimed(FingerID(2)))
    #expect(page.move(2, 410, 400) == [])
    // It pairs with nothing.
    #expect(page.down(3, 420, 420) == [])
    #expect(page.cancel(2) == [])
    #expect(page.up(3) == [])
    #expect(page.recognizer.isIdle)
  }

  @Test func `cancelling all ends every lift and forgets every finger`() {
    var page = large
    page.down(1, 200, 300)
    page.down(2, 300, 400)
    page.down(3, 800, 300)
    page.down(4, 900, 300)
    #expect(page.cancelAll() == [.cancel("left"), .cancel("right")])
    #expect(page.recognizer.isIdle)
    #expect(page.move(1, 300, 300) == [])
    #expect(page.up(1) == [])
    #expect(!page.recognizer.isClaimed(FingerID(1)))
  }

  @Test func `fingers of a source that is gone do nothing`() {
    var page = large
    page.down(1, 300, 300)
    page.down(2, 400, 400)
    page.vanish("left")
    #expect(page.move(1, 310, 300) == [])
    #expect(page.recognizer.isClaimed(FingerID(1)))
    #expect(page.up(1) == [])
    #expect(page.up(2) == [])
    #expect(page.recognizer.isIdle)
  }

  @Test func `a released source can be lifted again`() {
    var page = large
    for _ in 0..<2 {
      page.down(1, 300, 300)
      page.down(2, 400, 400)
      page.up(1)
      page.up(2)
    }
    #expect(page.begun == ["left", "left"] && page.ended == ["left", "left"])
  }

  @Test func `unknown fingers and positions that are none are ignored`() {
    var page = large
    #expect(page.move(9, 1, 1) == [] && page.up(9) == [] && page.cancel(9) == [])
    page.vanish("nothing")
    #expect(page.down(9, .nan, 0) == [])
  }

  @Test func `a finger that lands twice has lost its end`() {
    var page = large
    page.down(1, 300, 300)
    page.down(2, 400, 400)
    page.down(2, 410, 400)
    #expect(page.holds("left") == [1, 2])
    #expect(page.begun == ["left"] && page.ended == [])
  }

  // MARK: Anything

  @Test func `random fingers always leave everything in order`() {
    var random = SeededGenerator(11)
    for round in 0..<2000 {
      var page = round % 2 == 0 ? large : grid
      let area = Rect(x: -50, y: -50, width: round % 2 == 0 ? 1300 : 500, height: round % 2 == 0 ? 800 : 500)
      for _ in 0..<15 {
        let finger = UInt.random(in: 1...6, using: &random)
        let place = random.point(in: area)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7: page.down(finger, place.x, place.y)
        case 7..<14: page.move(finger, place.x, place.y)
        case 14..<18: page.up(finger)
        case 18: page.cancel(finger)
        default:
          if Bool.random(using: &random), let source = page.held.keys.sorted().randomElement(using: &random) {
            page.vanish(source)
          } else if Int.random(in: 0..<10, using: &random) == 0 {
            page.cancelAll()
          }
        }
      }
      for finger in UInt(1)...6 { page.up(finger) }
      #expect(page.recognizer.isIdle && page.recognizer.heldSources == [])
      #expect(page.begun.sorted() == page.ended.sorted())
    }
  }
}
