// SPDX-License-Identifier: MIT
import PictureMessages
import Synchronization

/// Decodes an animation's frames as they play, in a helper process; only the one at hand is in memory.
///
/// Frames in order cost one frame's work each. Going back starts from the first frame again, since a frame is
/// stored as a change of the one before. All functions wait on the calling thread.
public final class AnimationDecoder: Sendable {
  private let file: PictureFile
  private let size: PixelSize
  private let helper: AnimationHelper
  /// Where it is open, and the size of its frames there.
  private let place = Mutex<Place?>(nil)

  private struct Place {
    let process: HelperProcess
    let number: Int
    let frameSize: PixelSize
  }

  /// Opens an animation.
  ///
  /// - Parameter coveringSize: each frame is scaled to cover this size just so, and never enlarged
  public init(
    file path: String, coveringSize: PixelSize, helpers: PictureHelpers = .shared
  ) throws(PictureError) {
    file = try PictureFile(path: path)
    size = coveringSize
    // There is one at least.
    helper = helpers.animations.min { $0.animationCount < $1.animationCount }!
    helper.begin()
  }

  deinit {
    if let place = place.withLock({ $0 }) { place.process.tell(.closeAnimation(place.number)) }
    helper.end()
  }

  /// Decodes the frame of that index.
  public func frame(_ index: Int) throws(PictureError) -> Pixels {
    try place.withLock { place throws(PictureError) in
      try helper.withProcess { process throws(PictureError) in
        // Another animation may have brought the process down where this one was open.
        if place?.process !== process { place = try self.open(in: process) }
        guard let open = place else { return nil }
        let memory = try PixelMemory.file(for: open.frameSize)
        return try helper.ask(process, .frame(animation: open.number, index: index), memory) { $0.pixels(in: memory) }
      }
    }
  }

  private func open(in process: HelperProcess) throws(PictureError) -> Place? {
    let number = helper.nextNumber()
    return try helper.ask(process, .openAnimation(number, coveringSize: size), file.descriptor) { reply in
      guard case .animation(let frameSize) = reply else { return nil }
      return Place(process: process, number: number, frameSize: frameSize)
    }
  }
}

/// A helper process that animations share, since each needs little of its time, but must not wait for pictures.
final class AnimationHelper: Sendable {
  private let executable: String
  private let limits: DecodingLimits
  private let process = Mutex<HelperProcess?>(nil)
  private let animations = Atomic(0)
  private let numbers = Atomic(0)

  init(executable: String, limits: DecodingLimits) {
    self.executable = executable
    self.limits = limits
  }

  var animationCount: Int { animations.load(ordering: .relaxed) }
  func begin() { animations.add(1, ordering: .relaxed) }
  func end() { animations.subtract(1, ordering: .relaxed) }
  func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

  /// Calls `body` with the process, one caller at a time; once more with a new one if that was gone and `body` gave nil.
  func withProcess<Result: Sendable>(
    _ body: (HelperProcess) throws(PictureError) -> Result?
  ) throws(PictureError) -> Result {
    try process.withLock { process throws(PictureError) in
      for _ in 0..<2 {
        if process?.isLost != false { process = try HelperProcess(executable: executable) }
        if let process, let result = try body(process) { return result }
      }
      throw .decoderFailed
    }
  }

  /// - Returns: nil if the process was gone before it was asked
  func ask<Answer>(
    _ process: HelperProcess, _ request: DecoderRequest, _ file: Descriptor, read: (DecoderReply) -> Answer?
  ) throws(PictureError) -> Answer? {
    let expected = HelperProcess.Expectation(processorTime: limits.headerTime, idleTime: limits.idleTime)
    return try process.answer(to: request, [file], expected, read: read)?.get()
  }
}
