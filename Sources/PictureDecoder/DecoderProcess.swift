// SPDX-License-Identifier: MIT
import Glibc
import PictureDecoding
import PictureMessages

/// Does what is asked for, one thing at a time, until the asking process is gone.
final class DecoderProcess: @unchecked Sendable {
  // Unchecked: a thread that does something patiently is waited for.
  private let socket: MessageSocket
  private var animations: [Int: AnimationDecoder] = [:]
  /// What was called off last.
  private var cancelledNumber = 0

  init(_ socket: MessageSocket) { self.socket = socket }

  /// Ends the process without what libraries do at their end: a thread may be in the middle of them.
  func run() -> Never {
    // A decoder may take its time for what is of use to nobody any more.
    _ = Thread { [socket] in
      socket.waitUntilEnded()
      _exit(0)
    }
    while true {
      switch socket.receive(timeout: nil, takesFiles: true) {
      case .message(let bytes, let files): answer(bytes, files)
      case .nothing: break
      case .ended: _exit(0)
      }
    }
  }

  private func answer(_ bytes: [UInt8], _ files: [Descriptor]) {
    guard let message = Message<DecoderRequest>(decoding: bytes[...]) else { _exit(EX_PROTOCOL) }
    var reply: DecoderReply?
    func work() {
      do throws(PictureError) {
        reply = try self.reply(to: message, files)
      } catch {
        reply = .failure(error)
      }
    }
    // A thread cannot take back that it gives way.
    func patientWork() {
      Thread.giveWay()
      work()
    }
    if message.isPatient, let thread = Thread(patientWork) { thread.wait() } else { work() }
    if let reply, !socket.send(Message(number: message.number, content: reply)) { _exit(0) }
  }

  /// Nil for what is not answered.
  private func reply(
    to message: Message<DecoderRequest>, _ files: [Descriptor]
  ) throws(PictureError) -> DecoderReply? {
    switch (message.content, files.first, files.dropFirst().first) {
    case (.info, let file?, nil): return .info(try PictureDecoder.info(of: PictureFile(file)))
    case (.description, let file?, nil): return .description(try PictureDecoder.description(of: PictureFile(file)))
    case (.region(let levelSize, let region, let magnification), let file?, let output?):
      let pixels = try PictureDecoder.decode(
        file: PictureFile(file), levelSize: levelSize, region: region, magnification: magnification,
        in: room(in: output), isCancelled: { self.isCancelled(message.number) })
      return .pixels(pixels.size, hasAlpha: pixels.hasAlpha)
    case (.pyramid, let file?, let output?):
      let (layout, orientation) = try PictureDecoder.writePyramid(
        of: PictureFile(file), to: output, isCancelled: { self.isCancelled(message.number) })
      return .pyramid(storedSize: layout.sizes[0], hasAlpha: layout.bandCount == 4, orientation: orientation)
    case (.preview, let file?, let output?):
      let (info, pixels) = try PictureDecoder.preview(of: PictureFile(file), in: room(in: output))
      return .preview(info, pixels?.size)
    case (.thumbnail(let record, let shownSide), let file?, let output?):
      let thumbnail = try PictureDecoder.thumbnail(
        in: PictureFile(file), of: record, shownSide: shownSide, room: room(in: output))
      return .thumbnail(
        thumbnail.pixels.size, hasAlpha: thumbnail.pixels.hasAlpha, pictureSize: thumbnail.pictureSize,
        isStill: thumbnail.isStill)
    case (.makeThumbnail(let record, let side, let shownSide), let file?, let output?):
      var byteCount = 0
      let layout = ThumbnailLayout(side: side)
      let (info, pixels) = try PictureDecoder.makeThumbnail(
        of: PictureFile(file), record: record, side: side, shownSide: shownSide, in: room(in: output),
        isCancelled: { self.isCancelled(message.number) },
        writeFile: { byteCount = output.write($0, at: layout.fileOffset) })
      return .madeThumbnail(info, pixels.size, hasAlpha: pixels.hasAlpha, fileByteCount: byteCount)
    case (.markFailure(let record), let output?, nil):
      var byteCount = 0
      try PictureDecoder.markFailure(of: record) { byteCount = output.write($0, at: 0) }
      return .file(byteCount: byteCount)
    case (.openAnimation(let number, let size), let file?, nil):
      let animation = try AnimationDecoder(file: PictureFile(file), coveringSize: size)
      animations[number] = animation
      return .animation(frameSize: animation.size)
    case (.frame(let number, let index), let output?, nil):
      guard let animation = animations[number] else { throw .damaged }
      let pixels = try animation.frame(index, in: room(in: output))
      return .pixels(pixels.size, hasAlpha: pixels.hasAlpha)
    case (.closeAnimation(let number), nil, nil):
      animations[number] = nil
      return nil
    case (.cancel, nil, nil):
      // It came when the work was done.
      return nil
    default: _exit(EX_PROTOCOL)
    }
  }

  private func room(in output: Descriptor) -> PixelRoom {
    { PixelMemory(sharing: output, byteCount: $0, isWritten: true) }
  }

  /// Whether the work under that number has been called off.
  private func isCancelled(_ number: Int) -> Bool {
    while case .message(let bytes, _) = socket.receive(timeout: 0, takesFiles: false) {
      guard let message = Message<DecoderRequest>(decoding: bytes[...]) else { _exit(EX_PROTOCOL) }
      switch message.content {
      case .cancel: cancelledNumber = message.number
      case .closeAnimation(let number): animations[number] = nil
      default: _exit(EX_PROTOCOL)
      }
    }
    return cancelledNumber == number
  }
}
