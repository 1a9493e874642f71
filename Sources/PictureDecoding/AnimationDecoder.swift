// SPDX-License-Identifier: MIT
import CVips
import PictureMessages

/// Decodes an animation's frames as they play; only the one at hand is in memory.
///
/// Frames in order cost one frame's work each. Going back starts from the first frame again, since a frame is
/// stored as a change of the one before. Use from any thread, but from one at a time.
public final class AnimationDecoder {
  /// The size of every frame that `frame(_:)` gives.
  public let size: PixelSize
  public let frameCount: Int

  private let file: PictureFile
  private let storedFrameSize: PixelSize
  private var frames: VipsPicture
  private var next = 0

  /// Opens an animation. A still picture has one frame.
  ///
  /// - Parameter coveringSize: each frame is scaled to cover this size just so, and never enlarged
  public init(file: PictureFile, coveringSize: PixelSize) throws(PictureError) {
    defer { Vips.leaveThread() }
    let picture = try OpenPicture(file)
    self.file = file
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
      throw error.pictureError
    }
  }

  /// Decodes the frame of that index, which wraps round at `frameCount`.
  ///
  /// - Parameter room: gives memory for it
  public func frame(
    _ index: Int, in room: PixelRoom = PixelMemory.init(byteCount:)
  ) throws(PictureError) -> Pixels {
    defer { Vips.leaveThread() }
    let index = index % frameCount
    if index < next {
      let picture = try OpenPicture(file)
      guard picture.storedSize == storedFrameSize, picture.frameCount == frameCount else { throw .damaged }
      frames = try Self.frames(of: picture)
    }
    next = index + 1
    do throws(VipsFailure) {
      let region = PixelRect(
        x: 0, y: index * storedFrameSize.height, width: storedFrameSize.width, height: storedFrameSize.height)
      return try frames.cropped(to: region).scaled(to: size).inSRGB().pixels(in: room)
    } catch {
      throw error.pictureError
    }
  }
}
