// SPDX-License-Identifier: MIT
import CVips
import Foundation
import PictureMessages
import TestSupport
import Testing

@testable import PictureDecoding
@testable import PictureHelpers

/// All tests of this module, one at a time: some measure the process's memory and open files.
@Suite(.serialized) enum PictureDecodingTests {}

/// A folder for one test's pictures, removed with this object.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "picture-decoding-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}

/// What helper processes are asked for, in this process and by the file's path.
extension PictureDecoder {
  static func info(ofFile path: String) throws(PictureError) -> PictureInfo { try info(of: PictureFile(path: path)) }

  static func description(ofFile path: String) throws(PictureError) -> PictureDescription {
    try description(of: PictureFile(path: path))
  }

  static func decode(
    file path: String, levelSize: PixelSize, region: PixelRect, magnification: Int = 1
  ) throws(PictureError) -> Pixels {
    try decode(file: PictureFile(path: path), levelSize: levelSize, region: region, magnification: magnification)
  }

  /// The whole picture, scaled so that it covers a size just so.
  static func decode(
    file path: String, coveringSize: PixelSize, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> Pixels {
    let file = try PictureFile(path: path)
    let size = try info(of: file).pixelSize.scaledToCover(coveringSize)
    return try decode(file: file, levelSize: size, region: PixelRect(size), isCancelled: isCancelled)
  }
}

extension PictureDecoding.AnimationDecoder {
  convenience init(file path: String, coveringSize: PixelSize) throws(PictureError) {
    try self.init(file: PictureFile(path: path), coveringSize: coveringSize)
  }
}

extension TilePyramid {
  convenience init(file path: String, isCancelled: () -> Bool = { false }) throws(PictureError) {
    guard let storage = Descriptor.temporaryFile() else { throw .damaged }
    let (layout, orientation) = try PictureDecoder.writePyramid(
      of: PictureFile(path: path), to: storage, isCancelled: isCancelled)
    self.init(storage: storage, layout: layout, orientation: orientation)
  }
}

/// A colour with a tolerance for lossy formats.
struct Colour: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int
  var alpha = 255

  static let red = Colour(red: 255, green: 0, blue: 0)
  static let green = Colour(red: 0, green: 255, blue: 0)
  static let blue = Colour(red: 0, green: 0, blue: 255)
  static let white = Colour(red: 255, green: 255, blue: 255)

  func isNear(_ other: Colour, within tolerance: Int) -> Bool {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue), abs(alpha - other.alpha))
      <= tolerance
  }

  var description: String { "(\(red) \(green) \(blue) \(alpha))" }
}

extension Pixels {
  func colour(_ x: Int, _ y: Int) -> Colour {
    withBytes { bytes in
      let start = y * stride + x * (hasAlpha ? 4 : 3)
      return Colour(
        red: Int(bytes[start]), green: Int(bytes[start + 1]), blue: Int(bytes[start + 2]),
        alpha: hasAlpha ? Int(bytes[start + 3]) : 255)
    }
  }

  /// The colours in the middle of the four quarters: top left, top right, bottom left, bottom right.
  var quarters: [Colour] {
    let (left, right) = (width / 4, width * 3 / 4)
    let (top, bottom) = (height / 4, height * 3 / 4)
    return [colour(left, top), colour(right, top), colour(left, bottom), colour(right, bottom)]
  }

  var bytes: [UInt8] { withBytes { Array($0) } }
}

enum Made {
  /// A picture in memory of any bands: `value` gives the sample of band `band` at `(x, y)`.
  static func picture(
    width: Int, height: Int, bands: Int = 3, value: (_ x: Int, _ y: Int, _ band: Int) -> UInt8
  ) -> VipsPicture {
    precondition(Vips.isReady)
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * bands)
    for y in 0..<height {
      for x in 0..<width {
        for band in 0..<bands { samples.append(value(x, y, band)) }
      }
    }
    let image = vips_image_new_from_memory_copy(
      samples, samples.count, CInt(width), CInt(height), CInt(bands), VIPS_FORMAT_UCHAR)!
    let picture = VipsPicture(owning: image)
    let meaning = [1: VIPS_INTERPRETATION_B_W, 2: VIPS_INTERPRETATION_B_W][bands] ?? VIPS_INTERPRETATION_sRGB
    return try! picture.applying("copy", ["interpretation": .choice(meaning)])
  }

  /// Red, green, blue and white in the four quarters.
  static func quarters(width: Int, height: Int) -> VipsPicture {
    let colours = [[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 255]]] as [[[UInt8]]]
    return picture(width: width, height: height) { x, y, band in
      colours[y * 2 / height][x * 2 / width][band]
    }
  }

  /// Noise which no scaling or turning maps to itself.
  static func noise(width: Int, height: Int, bands: Int = 3, seed: UInt64) -> VipsPicture {
    var generator = SeededGenerator(seed)
    return picture(width: width, height: height, bands: bands) { _, _, _ in
      UInt8.random(in: 0...255, using: &generator)
    }
  }
}

extension VipsPicture {
  func save(_ operation: String, _ file: String, _ option: (String, OperationValue)? = nil) throws {
    let name = OperationValue.text(file)
    if let option {
      try VipsPicture.run(operation, input: self, ["filename": name, option.0: option.1])
    } else {
      try VipsPicture.run(operation, input: self, ["filename": name])
    }
  }

  /// A copy with an integer in its metadata.
  func tagged(_ name: String, _ value: Int) throws -> VipsPicture {
    let copy = try applying("copy")
    vips_image_set_int(copy.pointer, name, CInt(value))
    return copy
  }

  func tagged(_ name: String, _ values: [Int]) throws -> VipsPicture {
    let copy = try applying("copy")
    vips_image_set_array_int(copy.pointer, name, values.map { CInt($0) }, CInt(values.count))
    return copy
  }
}
