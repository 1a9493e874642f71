// SPDX-License-Identifier: MIT
import CVips

/// Decodes an animation's frames as they play; only the one at hand is in memory.
///
/// Frames in order cost one frame's work each. Going back starts from the first frame again, since a frame is
/// stored as a change of the one before. Use from any thread, but from one at a time.
public final class AnimationDecoder {
  /// The size of every frame that `frame(_:)` gives.
  public let size: PixelSize
  public let frameCount: Int

  private let path: String
  private let storedFrameSize: PixelSize
  private var frames: VipsPicture
  private var next = 0

  /// Opens an animation. A still picture has one frame.
  ///
  /// - Parameter coveringSize: each frame is scaled to cover this size just so, and never enlarged
  public init(file path: String, coveringSize: PixelSize) throws(PictureError) {
    defer { Vips.leaveThread() }
    let picture = try OpenPicture(path: path)
    self.path = path
    frameCount = picture.frameCount
    storedFrameSize = picture.storedSize
    size = picture.storedSize.scaledToCover(coveringSize)
    frames = try Self.frames(of: picture)
  }

  private static func frames(of picture: OpenPicture) throws(PictureError) -> VipsPicture {
    guard picture.frameCount > 1 else { return picture.header }
    do throws(VipsFailure) {
      return try picture.loadedWithAllFrames()
    } catch {
      throw .damaged
    }
  }

  /// Decodes the frame of that index, which wraps round at `frameCount`.
  public func frame(_ index: Int) throws(PictureError) -> Pixels {
    defer { Vips.leaveThread() }
    let index = index % frameCount
    if index < next {
      let picture = try OpenPicture(path: path)
      guard picture.storedSize == storedFrameSize, picture.frameCount == frameCount else { throw .damaged }
      frames = try Self.frames(of: picture)
    }
    next = index + 1
    do throws(VipsFailure) {
      let region = PixelRect(
        x: 0, y: index * storedFrameSize.height, width: storedFrameSize.width, height: storedFrameSize.height)
      return try frames.cropped(to: region).scaled(to: size).inSRGB().pixels()
    } catch {
      throw .damaged
    }
  }
}
