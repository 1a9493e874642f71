// SPDX-License-Identifier: MIT

import Geometry

/// A disc of one saturated colour on a test picture, to be found again on the screen.
///
/// Its colour has channels of 0 and 255 only and is not grey. A backdrop that dims, and the smooth edge towards a grey
/// background, then change how much of the colour is left, but not which channels stand out.
public struct Mark: Hashable, Sendable {
  public let color: Color
  /// The centre as a fraction of the picture's width and height, (0, 0) being the top left corner.
  public let position: Point

  public init(_ color: Color, at position: Point) {
    self.color = color
    self.position = position
  }

  /// Six marks, one for each colour that a mark can have, no three of them in line.
  public static let six = [
    Mark(.red, at: Point(0.3, 0.3)), Mark(.green, at: Point(0.7, 0.35)), Mark(.blue, at: Point(0.65, 0.7)),
    Mark(.yellow, at: Point(0.35, 0.65)), Mark(.magenta, at: Point(0.5, 0.2)), Mark(.cyan, at: Point(0.5, 0.8)),
  ]
}

extension Screenshot {
  /// Where a mark is seen.
  public struct FoundMark: Sendable {
    /// The centre in pixels of the screenshot, where (0.5, 0.5) is the middle of the first pixel.
    public let center: Point
    /// How many pixels the mark covers, edges counted as much as they are covered.
    public let area: Double
  }

  /// Finds the mark of that colour by the centroid of its pixels, weighted by how much of each is covered.
  ///
  /// - Parameters:
  ///   - color: One that a mark can have.
  ///   - rect: Looks only at this part.
  /// - Returns: nil if less than two pixels show it.
  public func findMark(_ color: Color, in rect: Rect? = nil) -> FoundMark? {
    let area = rect ?? Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    // Nothing of a rectangle that lies beside the picture.
    let columns = Int(area.minX).clamped(to: 0...width)..<Int(area.maxX.rounded(.up)).clamped(to: 0...width)
    let rows = Int(area.minY).clamped(to: 0...height)..<Int(area.maxY.rounded(.up)).clamped(to: 0...height)
    let inMark = [color.red, color.green, color.blue].map { $0 > 127 }
    precondition(inMark.contains(true) && inMark.contains(false), "not the colour of a mark")
    let (redIn, greenIn, blueIn) = (inMark[0], inMark[1], inMark[2])

    // By how much the lowest of the mark's channels stands above the highest of the others: proportional to the covered
    // part of the pixel, on any grey background, and 0 for every other mark.
    var strengths: [(x: Int, y: Int, value: Int)] = []
    pixels.withUnsafeBufferPointer { pixels in
      for y in rows {
        let row = y * width
        for x in columns {
          let value = pixels[row + x].value
          let (red, green, blue) = (Int(value >> 16), Int(value >> 8 & 0xff), Int(value & 0xff))
          let low = min(redIn ? red : 255, greenIn ? green : 255, blueIn ? blue : 255)
          let high = max(redIn ? 0 : red, greenIn ? 0 : green, blueIn ? 0 : blue)
          if low - high >= Screenshot.faintest { strengths.append((x, y, low - high)) }
        }
      }
    }
    guard let full = strengths.map(\.value).max() else { return nil }

    // Lossy compression leaves a breath of each colour about marks of others, so first what is at least half covered.
    let core = centroid(of: strengths.filter { $0.value * 2 >= full })
    let reach = (core.sum / Double(full) / .pi).squareRoot() * 1.3 + 3
    let whole = centroid(
      of: strengths.filter { Point(Double($0.x) + 0.5, Double($0.y) + 0.5).distance(to: core.center) <= reach })
    let covered = whole.sum / Double(full)
    return covered >= 2 ? FoundMark(center: whole.center, area: covered) : nil
  }

  private func centroid(of strengths: [(x: Int, y: Int, value: Int)]) -> (center: Point, sum: Double) {
    var (sum, moment) = (0.0, Point.zero)
    for (x, y, value) in strengths {
      sum += Double(value)
      moment += Point(Double(x) + 0.5, Double(y) + 0.5) * Double(value)
    }
    return (sum > 0 ? moment / sum : .zero, sum)
  }

  /// Out of 255. Weaker ones are the noise of lossy compression and of gradients, not an edge that matters.
  private static let faintest = 12

  /// Where the marks are seen, those of them that are.
  public func findMarks(_ marks: [Mark], in rect: Rect? = nil) -> [(mark: Mark, center: Point)] {
    marks.compactMap { mark in findMark(mark.color, in: rect).map { (mark, $0.center) } }
  }

  /// How the picture lies on the screen: the similarity from its pixels to the screenshot's.
  ///
  /// - Parameters:
  ///   - pictureSize: In the unit that `scale` is wanted for, for instance the picture's own pixels.
  /// - Returns: nil if less than two of the marks are seen.
  public func measureTransform(of marks: [Mark], pictureSize: Size, in rect: Rect? = nil) -> MeasuredTransform? {
    let found = findMarks(marks, in: rect)
    let points = found.map {
      Point($0.mark.position.x * pictureSize.width, $0.mark.position.y * pictureSize.height)
    }
    return MeasuredTransform(from: points, to: found.map(\.center))
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
