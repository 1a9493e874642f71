// SPDX-License-Identifier: MIT

/// What a helper process is asked to do. The file that it is about, and the one that the result is written to, come with
/// it as descriptors.
public enum DecoderRequest: Equatable, Sendable {
  case info
  case description
  /// A region of the upright picture as it is when the whole is scaled to `levelSize`, each of its pixels as a square of
  /// `magnification` pixels, written to the second descriptor.
  case region(levelSize: PixelSize, region: PixelRect, magnification: Int)
  /// All of the picture at full size, half of it and so on, written to the second descriptor (`PyramidLayout`).
  case pyramid
  /// What the header tells and, where a camera has put a small picture into the file, that one, written to the second
  /// descriptor.
  case preview
  /// The thumbnail in the first descriptor, if it is one of that record, so large as it is shown, written to the second.
  case thumbnail(ThumbnailRecord, shownSide: Int)
  /// A thumbnail of the first descriptor, so large as it is shown, and as a PNG file, that many pixels wide or high,
  /// written to the second (`ThumbnailLayout`).
  case makeThumbnail(ThumbnailRecord, side: Int, shownSide: Int)
  /// The PNG file that says of which file there can be no thumbnail, written to the only descriptor.
  case markFailure(ThumbnailRecord)
  /// To keep a decoder of frames that cover a size, by that number.
  case openAnimation(Int, coveringSize: PixelSize)
  /// A frame of an open animation, written to the only descriptor.
  case frame(animation: Int, index: Int)
  /// Not answered.
  case closeAnimation(Int)
  /// What was asked for last is not wanted any more. Not answered itself.
  case cancel
}

/// What a helper process answers.
public enum DecoderReply: Equatable, Sendable {
  case info(PictureInfo)
  case description(PictureDescription)
  /// That many pixels have been written.
  case pixels(PixelSize, hasAlpha: Bool)
  case pyramid(storedSize: PixelSize, hasAlpha: Bool, orientation: Orientation)
  /// That many pixels have been written; nil where there is no small picture in the file.
  case preview(PictureInfo, PixelSize?)
  /// That many pixels have been written. The size of the picture is that of the file the thumbnail was made of, where it
  /// is known; an animation is told from a still picture only where the thumbnail has its type.
  case thumbnail(PixelSize, hasAlpha: Bool, pictureSize: PixelSize?, isStill: Bool)
  /// That many pixels have been written, and bytes of a file.
  case madeThumbnail(PictureInfo, PixelSize, hasAlpha: Bool, fileByteCount: Int)
  /// That many bytes of a file have been written.
  case file(byteCount: Int)
  /// Frames have that size.
  case animation(frameSize: PixelSize)
  case failure(PictureError)
}

/// A request or a reply on its way.
public struct Message<Content: MessageContent>: Sendable {
  /// A reply has the number of its request; a cancellation has that of what is to be cancelled.
  public var number: Int
  /// Whether it may take its time, and should take nobody else's.
  public var isPatient: Bool
  public var content: Content

  public init(number: Int, isPatient: Bool = false, content: Content) {
    self.number = number
    self.isPatient = isPatient
    self.content = content
  }

  public var encoded: [UInt8] {
    var writer = MessageWriter()
    writer.write(number)
    writer.write(isPatient ? 1 : 0)
    content.write(to: &writer)
    return writer.bytes
  }

  /// Nil for what makes no sense.
  public init?(decoding bytes: ArraySlice<UInt8>) {
    var reader = MessageReader(bytes)
    guard let number = reader.integer(), let isPatient = reader.flag(), let content = Content(from: &reader),
      reader.isAtEnd
    else { return nil }
    self.init(number: number, isPatient: isPatient, content: content)
  }
}

/// What can be written as integers and texts.
public protocol MessageContent: Sendable {
  func write(to writer: inout MessageWriter)
  /// Nil for what makes no sense: the other side may be anybody.
  init?(from reader: inout MessageReader)
}

public struct MessageWriter {
  fileprivate var bytes: [UInt8] = []

  fileprivate mutating func write(_ integers: Int...) {
    for integer in integers {
      withUnsafeBytes(of: Int64(integer)) { bytes.append(contentsOf: $0) }
    }
  }

  fileprivate mutating func write(_ size: PixelSize) { write(size.width, size.height) }

  fileprivate mutating func write(_ size: PixelSize?) {
    write(size == nil ? 0 : 1)
    if let size { write(size) }
  }

  fileprivate mutating func write(_ text: String) {
    let text = Array(text.utf8.prefix(MessageReader.greatestTextLength))
    write(text.count)
    bytes.append(contentsOf: text)
  }
}

public struct MessageReader {
  /// Bytes: the longest path as a URI, in which a byte can take three. Names and the system's words are shorter.
  fileprivate static let greatestTextLength = 3 * 4096 + 7

  private var rest: ArraySlice<UInt8>

  fileprivate init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  fileprivate var isAtEnd: Bool { rest.isEmpty }

  fileprivate mutating func integer() -> Int? {
    let length = MemoryLayout<Int64>.size
    guard rest.count >= length else { return nil }
    let value = rest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    rest = rest.dropFirst(length)
    return Int(value)
  }

  fileprivate mutating func integer(in range: ClosedRange<Int>) -> Int? {
    integer().flatMap { range.contains($0) ? $0 : nil }
  }

  fileprivate mutating func flag() -> Bool? { integer(in: 0...1).map { $0 == 1 } }

  fileprivate mutating func size() -> PixelSize? {
    guard let width = integer(in: 1...PictureInfo.greatestSide), let height = integer(in: 1...PictureInfo.greatestSide)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  fileprivate mutating func possibleSize() -> PixelSize? { size().flatMap { $0.isPossible ? $0 : nil } }

  fileprivate mutating func thumbnailSide() -> Int? { integer(in: 1...ThumbnailLayout.greatestSide) }

  fileprivate mutating func thumbnailSize() -> PixelSize? {
    size().flatMap { max($0.width, $0.height) <= ThumbnailLayout.greatestSide ? $0 : nil }
  }

  fileprivate mutating func fileByteCount() -> Int? {
    integer(in: 0...ThumbnailLayout(side: ThumbnailLayout.greatestSide).greatestFileByteCount)
  }

  fileprivate mutating func text() -> String? {
    guard let length = integer(in: 0...Self.greatestTextLength), rest.count >= length else { return nil }
    defer { rest = rest.dropFirst(length) }
    return String(decoding: rest.prefix(length), as: UTF8.self)
  }
}

extension DecoderRequest: MessageContent {
  public func write(to writer: inout MessageWriter) {
    switch self {
    case .info: writer.write(0)
    case .description: writer.write(1)
    case .region(let levelSize, let region, let magnification):
      writer.write(2)
      writer.write(levelSize)
      writer.write(region.x, region.y, region.width, region.height, magnification)
    case .pyramid: writer.write(3)
    case .openAnimation(let animation, let size):
      writer.write(4, animation)
      writer.write(size)
    case .frame(let animation, let index): writer.write(5, animation, index)
    case .closeAnimation(let animation): writer.write(6, animation)
    case .cancel: writer.write(7)
    case .preview: writer.write(8)
    case .thumbnail(let record, let shownSide):
      writer.write(9, shownSide)
      record.write(to: &writer)
    case .makeThumbnail(let record, let side, let shownSide):
      writer.write(10, side, shownSide)
      record.write(to: &writer)
    case .markFailure(let record):
      writer.write(11)
      record.write(to: &writer)
    }
  }

  public init?(from reader: inout MessageReader) {
    switch reader.integer() {
    case 0: self = .info
    case 1: self = .description
    case 2:
      let sides = -PictureInfo.greatestSide...PictureInfo.greatestSide
      guard let levelSize = reader.size(), let x = reader.integer(in: sides), let y = reader.integer(in: sides),
        let size = reader.size(), let magnification = reader.integer(in: 1...PictureInfo.greatestSide)
      else { return nil }
      let region = PixelRect(x: x, y: y, width: size.width, height: size.height)
      self = .region(levelSize: levelSize, region: region, magnification: magnification)
    case 3: self = .pyramid
    case 4:
      guard let animation = reader.integer(), let size = reader.size() else { return nil }
      self = .openAnimation(animation, coveringSize: size)
    case 5:
      guard let animation = reader.integer(), let index = reader.integer(in: 0...PictureInfo.greatestFrameCount - 1)
      else { return nil }
      self = .frame(animation: animation, index: index)
    case 6:
      guard let animation = reader.integer() else { return nil }
      self = .closeAnimation(animation)
    case 7: self = .cancel
    case 8: self = .preview
    case 9:
      guard let shownSide = reader.thumbnailSide(), let record = ThumbnailRecord(from: &reader) else { return nil }
      self = .thumbnail(record, shownSide: shownSide)
    case 10:
      guard let side = reader.thumbnailSide(), let shownSide = reader.thumbnailSide(),
        let record = ThumbnailRecord(from: &reader)
      else { return nil }
      self = .makeThumbnail(record, side: side, shownSide: shownSide)
    case 11:
      guard let record = ThumbnailRecord(from: &reader) else { return nil }
      self = .markFailure(record)
    default: return nil
    }
  }
}

extension ThumbnailRecord {
  fileprivate func write(to writer: inout MessageWriter) {
    writer.write(uri)
    writer.write(modificationTime, byteCount)
  }

  fileprivate init?(from reader: inout MessageReader) {
    guard let uri = reader.text(), let modificationTime = reader.integer(), let byteCount = reader.integer() else {
      return nil
    }
    self.init(uri: uri, modificationTime: modificationTime, byteCount: byteCount)
  }
}

extension DecoderReply: MessageContent {
  public func write(to writer: inout MessageWriter) {
    switch self {
    case .info(let info):
      writer.write(0)
      info.write(to: &writer)
    case .description(let description):
      writer.write(1)
      writer.write(description.pixelSize)
      writer.write(description.formatName)
      writer.write(description.profileName == nil ? 0 : 1)
      writer.write(description.profileName ?? "")
    case .pixels(let size, let hasAlpha):
      writer.write(2)
      writer.write(size)
      writer.write(hasAlpha ? 1 : 0)
    case .pyramid(let size, let hasAlpha, let orientation):
      writer.write(3)
      writer.write(size)
      writer.write(hasAlpha ? 1 : 0, orientation.rawValue)
    case .animation(let size):
      writer.write(4)
      writer.write(size)
    case .failure(let error):
      writer.write(5)
      error.write(to: &writer)
    case .preview(let info, let size):
      writer.write(6)
      info.write(to: &writer)
      writer.write(size)
    case .thumbnail(let size, let hasAlpha, let pictureSize, let isStill):
      writer.write(7)
      writer.write(size)
      writer.write(hasAlpha ? 1 : 0, isStill ? 1 : 0)
      writer.write(pictureSize)
    case .madeThumbnail(let info, let size, let hasAlpha, let byteCount):
      writer.write(8)
      info.write(to: &writer)
      writer.write(size)
      writer.write(hasAlpha ? 1 : 0, byteCount)
    case .file(let byteCount): writer.write(9, byteCount)
    }
  }

  public init?(from reader: inout MessageReader) {
    switch reader.integer() {
    case 0:
      guard let info = PictureInfo(from: &reader) else { return nil }
      self = .info(info)
    case 1:
      guard let size = reader.possibleSize(), let formatName = reader.text(), let hasProfile = reader.flag(),
        let profileName = reader.text()
      else { return nil }
      self = .description(
        PictureDescription(
          pixelSize: size, formatName: formatName, profileName: hasProfile ? profileName : nil))
    case 2:
      guard let size = reader.size(), let hasAlpha = reader.flag() else { return nil }
      self = .pixels(size, hasAlpha: hasAlpha)
    case 3:
      guard let size = reader.possibleSize(), let hasAlpha = reader.flag(),
        let orientation = reader.integer().flatMap(Orientation.init)
      else { return nil }
      self = .pyramid(storedSize: size, hasAlpha: hasAlpha, orientation: orientation)
    case 4:
      guard let size = reader.possibleSize() else { return nil }
      self = .animation(frameSize: size)
    case 5:
      guard let error = PictureError(from: &reader) else { return nil }
      self = .failure(error)
    case 6:
      guard let info = PictureInfo(from: &reader), let hasPreview = reader.flag() else { return nil }
      guard hasPreview else {
        self = .preview(info, nil)
        break
      }
      guard let size = reader.thumbnailSize() else { return nil }
      self = .preview(info, size)
    case 7:
      guard let size = reader.thumbnailSize(), let hasAlpha = reader.flag(), let isStill = reader.flag(),
        let isSizeKnown = reader.flag()
      else { return nil }
      let pictureSize = isSizeKnown ? reader.possibleSize() : nil
      guard isSizeKnown == (pictureSize != nil) else { return nil }
      self = .thumbnail(size, hasAlpha: hasAlpha, pictureSize: pictureSize, isStill: isStill)
    case 8:
      guard let info = PictureInfo(from: &reader), let size = reader.thumbnailSize(), let hasAlpha = reader.flag(),
        let byteCount = reader.fileByteCount()
      else { return nil }
      self = .madeThumbnail(info, size, hasAlpha: hasAlpha, fileByteCount: byteCount)
    case 9:
      guard let byteCount = reader.fileByteCount() else { return nil }
      self = .file(byteCount: byteCount)
    default: return nil
    }
  }
}

extension PictureInfo {
  /// Milliseconds; an hour is more than any frame is shown.
  private static let greatestDelay = 3_600_000

  fileprivate func write(to writer: inout MessageWriter) {
    writer.write(pixelSize)
    writer.write(loopCount, hasAlpha ? 1 : 0)
    writer.write(format)
    writer.write(frameDelays.count)
    for delay in frameDelays { writer.write(Int((delay * 1000).rounded())) }
  }

  fileprivate init?(from reader: inout MessageReader) {
    guard let size = reader.possibleSize(), let loopCount = reader.integer(in: 0...Int(Int32.max)),
      let hasAlpha = reader.flag(), let format = reader.text(),
      let delayCount = reader.integer(in: 0...Self.greatestFrameCount), delayCount != 1
    else { return nil }
    var delays: [Double] = []
    for _ in 0..<delayCount {
      guard let delay = reader.integer(in: 1...Self.greatestDelay) else { return nil }
      delays.append(Double(delay) / 1000)
    }
    self.init(
      pixelSize: size, frameCount: max(1, delayCount), frameDelays: delays, loopCount: loopCount, hasAlpha: hasAlpha,
      format: format)
  }
}

/// What a helper may say of a file; all else only the side that opens files and helpers knows.
extension PictureError {
  fileprivate func write(to writer: inout MessageWriter) {
    switch self {
    case .unreadable(let reason):
      writer.write(0)
      writer.write(reason)
    case .notAPicture: writer.write(1)
    case .tooLarge(let width, let height): writer.write(2, width, height)
    case .cancelled: writer.write(3)
    case .tooMuchMemory: writer.write(4)
    case .damaged, .notFound, .notAFile, .empty, .tooSlow, .decoderFailed, .noDecoder: writer.write(5)
    }
  }

  fileprivate init?(from reader: inout MessageReader) {
    switch reader.integer() {
    case 0:
      guard let reason = reader.text() else { return nil }
      self = .unreadable(reason: reason)
    case 1: self = .notAPicture
    case 2:
      let sides = 1...Int(Int32.max)
      guard let width = reader.integer(in: sides), let height = reader.integer(in: sides) else { return nil }
      self = .tooLarge(width: width, height: height)
    case 3: self = .cancelled
    case 4: self = .tooMuchMemory
    case 5: self = .damaged
    default: return nil
    }
  }
}
