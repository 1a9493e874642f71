// SPDX-License-Identifier: MIT
import PictureDecoding
import Synchronization

/// A piece of work on one file.
enum PictureWork: Sendable {
  case header
  /// The whole, just covering that size.
  case level(PixelSize)
  /// A region of the picture as it is at that size.
  case region(PixelSize, PixelRect)
  /// A decoder of frames that cover that size, and the first of them.
  case animation(PixelSize)
}

/// Work under way, which can be called off.
nonisolated final class PictureJob: Sendable {
  enum Product: Sendable {
    case header(PictureInfo)
    case level(Pixels)
    case region(Pixels, PixelSize, PixelRect)
    case animation(FrameSource, Pixels)
  }

  private let path: String
  private let work: PictureWork
  private let isCancelled = Atomic(false)

  init(path: String, work: PictureWork) {
    self.path = path
    self.work = work
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Does the work. On a worker's thread.
  func run() -> Result<Product, PictureError> {
    guard !wasCancelled() else { return .failure(.cancelled) }
    do throws(PictureError) {
      switch work {
      case .header:
        return .success(.header(try PictureDecoder.info(ofFile: path)))
      case .level(let size):
        return .success(.level(try PictureDecoder.decode(file: path, coveringSize: size, isCancelled: wasCancelled)))
      case .region(let size, let region):
        let pixels = try PictureDecoder.decode(
          file: path, levelSize: size, region: region, isCancelled: wasCancelled)
        return .success(.region(pixels, size, region))
      case .animation(let size):
        let source = FrameSource(try AnimationDecoder(file: path, coveringSize: size))
        return .success(.animation(source, try source.frame(0)))
      }
    } catch {
      return .failure(error)
    }
  }

  private func wasCancelled() -> Bool { isCancelled.load(ordering: .relaxed) }
}

/// An animation's decoder, for one thread at a time.
nonisolated final class FrameSource: @unchecked Sendable {
  // Unchecked: the lock is what makes it safe.
  private let decoder: Mutex<AnimationDecoderBox>

  private struct AnimationDecoderBox { let decoder: AnimationDecoder }

  init(_ decoder: sending AnimationDecoder) {
    self.decoder = Mutex(AnimationDecoderBox(decoder: decoder))
  }

  func frame(_ index: Int) throws(PictureError) -> Pixels {
    try decoder.withLock { box throws(PictureError) in try box.decoder.frame(index) }
  }
}
