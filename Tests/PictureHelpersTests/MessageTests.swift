// SPDX-License-Identifier: MIT
import PictureMessages
import Testing

/// What goes between this process and its helpers.
@Suite struct MessageTests {
  private static let size = PixelSize(width: 640, height: 480)

  private static let still = PictureInfo(
    pixelSize: size, frameCount: 1, frameDelays: [], loopCount: 0, hasAlpha: false, format: "jpeg")
  private static let record = ThumbnailRecord(
    uri: "file:///" + String(repeating: "%C3%A4", count: 2000), modificationTime: -1, byteCount: 1 << 40)

  static let replies: [DecoderReply] = [
    .info(still),
    .info(
      PictureInfo(
        pixelSize: size, frameCount: 3, frameDelays: [0.1, 0.02, 3.5], loopCount: 7, hasAlpha: true, format: "gif")),
    .description(PictureDescription(pixelSize: size, formatName: "JPEG", profileName: nil)),
    .description(PictureDescription(pixelSize: size, formatName: "PNG", profileName: "Größe 🌍")),
    .pixels(size, hasAlpha: true), .pyramid(storedSize: size, hasAlpha: false, orientation: .transversed),
    .preview(still, nil), .preview(still, PixelSize(width: 160, height: 120)), .file(byteCount: 300),
    .thumbnail(PixelSize(width: 256, height: 192), hasAlpha: true, pictureSize: nil, isStill: false),
    .thumbnail(PixelSize(width: 256, height: 192), hasAlpha: false, pictureSize: size, isStill: true),
    .madeThumbnail(still, PixelSize(width: 256, height: 192), hasAlpha: false, fileByteCount: 70_000),
    .animation(frameSize: size), .failure(.damaged), .failure(.cancelled), .failure(.notAPicture),
    .failure(.tooMuchMemory), .failure(.tooLarge(width: 400_000, height: 2)), .failure(.unreadable(reason: "why")),
  ]
  static let requests: [DecoderRequest] = [
    .preview, .thumbnail(record, shownSide: 160), .makeThumbnail(record, side: 256, shownSide: 160),
    .markFailure(record),
    .info, .description, .pyramid, .cancel, .closeAnimation(3), .frame(animation: 3, index: 16),
    .openAnimation(3, coveringSize: size),
    .region(levelSize: size, region: PixelRect(x: -1, y: 2, width: 30, height: 40), magnification: 5),
  ]

  private func expectKept<Content: MessageContent & Equatable>(_ content: Content) {
    let bytes = Message(number: 42, isPatient: true, content: content).encoded
    let read = Message<Content>(decoding: bytes[...])
    #expect(read?.content == content)
    #expect(read?.number == 42)
    #expect(read?.isPatient == true)
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 500)) {
      #expect(Message<Content>(decoding: bytes.prefix(length)) == nil)
    }
    #expect(Message<Content>(decoding: (bytes + [0])[...]) == nil)
  }

  @Test(arguments: requests) func `requests arrive as they were sent, whole or not at all`(_ request: DecoderRequest) {
    expectKept(request)
  }

  @Test(arguments: replies) func `replies arrive as they were sent, whole or not at all`(_ reply: DecoderReply) {
    expectKept(reply)
  }

  @Test func `random bytes are no message, or a possible one`() {
    var generator = SystemRandomNumberGenerator()
    for reply in Self.replies {
      let bytes = Message(number: 1, content: reply).encoded
      for _ in 0..<2000 {
        var changed = bytes
        for _ in 0..<3 { changed[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
        guard let read = Message<DecoderReply>(decoding: changed[...]) else { continue }
        if case .info(let info) = read.content {
          #expect(info.pixelSize.isPossible)
          #expect(info.frameCount == max(1, info.frameDelays.count))
        }
      }
    }
  }

  @Test func `what is impossible is no message`() {
    let sizes = [(0, 1), (-1, 5), (200_001, 1), (100_000, 100_000), (.max, .max)]
    for (width, height) in sizes {
      let size = PixelSize(width: width, height: height)
      let info = PictureInfo(
        pixelSize: size, frameCount: 1, frameDelays: [], loopCount: 0, hasAlpha: false, format: "jpeg")
      #expect(Message<DecoderReply>(decoding: Message(number: 1, content: DecoderReply.info(info)).encoded[...]) == nil)
    }
  }
}
