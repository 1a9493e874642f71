// SPDX-License-Identifier: MIT
import Geometry
import TouchRig

/// A picture that a test makes, told from all its others on the screen by its background and its marks.
struct MarkedPicture: Sendable {
  /// In its own pixels.
  let size: Size
  let background: Color
  let marks: [Mark]
  /// Of its marks, as a part of its shorter side.
  let markRadius: Double

  init(
    size: Size, background: Color = Color(192, 192, 192), marks: [Mark] = Mark.six,
    markRadius: Double = TestPicture.markRadius
  ) {
    self.size = size
    self.background = background
    self.marks = marks
    self.markRadius = markRadius
  }

  /// One of forty eight that differ from one another.
  static func numbered(_ number: Int, size: Size = Size(400, 300)) -> MarkedPicture {
    let first = Mark.six[number % 6]
    let second = Mark.six[(number % 6 + 1 + number / 6 % 5) % 6]
    return MarkedPicture(
      size: size, background: backgrounds[number],
      marks: [Mark(first.color, at: Point(0.35, 0.35)), Mark(second.color, at: Point(0.65, 0.65))], markRadius: 0.06)
  }

  /// Greys with a breath of colour, too faint to disturb a mark, and none of them the grey of a letter's edge. No two are
  /// closer than four levels in each channel.
  private static let backgrounds: [Color] = {
    var colors: [Color] = []
    let levels: [UInt8] = [0, 4, 8]
    for base in [170, 190] as [UInt8] {
      for red in levels {
        for green in levels {
          for blue in levels where red != green || green != blue {
            colors.append(Color(base + red, base + green, base + blue))
          }
        }
      }
    }
    return colors
  }()

  func write(to path: String, options: [String] = []) throws {
    try TestPicture.make(
      width: Int(size.width), height: Int(size.height), background: background, marks: marks, radius: markRadius,
      options: options, at: path)
  }

  /// Of a mark, in the picture's own pixels.
  func position(of mark: Mark) -> Point { Point(mark.position.x * size.width, mark.position.y * size.height) }
}

/// Where a picture is seen.
struct Place {
  /// From the picture's pixels to the screen's.
  let transform: Similarity
  /// What of the screen shows the picture, to three pixels; a part of it where the picture is cut off.
  let bounds: Rect

  var center: Point { bounds.center }
}

extension Screenshot {
  /// Finds a picture that is not dimmed, wherever it is.
  func find(_ picture: MarkedPicture) -> Place? {
    guard let bounds = bounds(of: picture.background) else { return nil }
    // The screen's pixels are looked at in steps.
    let area = bounds.insetBy(-3)
    guard findMarks(picture.marks, in: area).count == picture.marks.count,
      let found = measureTransform(of: picture.marks, pictureSize: picture.size, in: area)
    else { return nil }
    return Place(transform: found.transform, bounds: bounds)
  }

  /// Finds a picture near where it is expected, dimmed or not; nil unless all of its marks are there.
  func find(_ picture: MarkedPicture, near expected: Similarity, slack: Double = 12) -> MeasuredTransform? {
    let radius = picture.markRadius * min(picture.size.width, picture.size.height) * expected.scale
    let side = 2 * (radius + slack)
    let found = picture.marks.compactMap { mark in
      let center = expected.apply(to: picture.position(of: mark))
      return findMark(mark.color, in: Rect(center: center, size: Size(side, side)))?.center
    }
    guard found.count == picture.marks.count else { return nil }
    return MeasuredTransform(from: picture.marks.map(picture.position), to: found)
  }

  /// Where a picture is, dimmed or not, if nothing else has its marks.
  func transform(of picture: MarkedPicture) -> Similarity? {
    guard findMarks(picture.marks).count == picture.marks.count else { return nil }
    return measureTransform(of: picture.marks, pictureSize: picture.size)?.transform
  }

  /// The rectangle around all that has that colour; nil if that is next to nothing.
  private func bounds(of color: Color) -> Rect? {
    let step = 3
    var rows = [Int](repeating: 0, count: height)
    var columns = [Int](repeating: 0, count: width)
    var y = 0
    while y < height {
      var x = 0
      while x < width {
        // Resampling may round.
        if self[x, y].isClose(to: color, within: 1) {
          rows[y] += 1
          columns[x] += 1
        }
        x += step
      }
      y += step
    }
    // The smooth edge of a mark on another picture may have a few such pixels.
    let least = 5
    guard let top = rows.firstIndex(where: { $0 >= least }), let bottom = rows.lastIndex(where: { $0 >= least }),
      let left = columns.firstIndex(where: { $0 >= least }), let right = columns.lastIndex(where: { $0 >= least })
    else { return nil }
    return Rect(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
  }

  /// Where two pictures of the screen differ, in words.
  func difference(from other: Screenshot) -> String {
    guard width == other.width, height == other.height else { return "the size" }
    var (left, top, right, bottom, count) = (Int.max, Int.max, -1, -1, 0)
    for y in 0..<height {
      for x in 0..<width where self[x, y] != other[x, y] {
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        count += 1
      }
    }
    return "\(count) pixels from (\(left), \(top)) to (\(right), \(bottom))"
  }
}

extension TemporaryFolder {
  /// Writes numbered pictures, the first of them the newest, each a minute and more older than the one before, so that
  /// each is a post of its own.
  func write(_ pictures: [MarkedPicture]) throws {
    for (index, picture) in pictures.enumerated() { try write(picture, hoursOld: index) }
  }

  /// Writes a picture whose name tells its date.
  func write(_ picture: MarkedPicture, hoursOld: Int, second: Int = 0, format: String = "png") throws {
    let (day, hour) = (28 - hoursOld / 24, 23 - hoursOld % 24)
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    try picture.write(to: "\(path)/IMG_202405\(digits(day))_\(digits(hour))00\(digits(second)).\(format)")
  }
}
