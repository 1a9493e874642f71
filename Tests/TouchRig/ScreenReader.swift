// SPDX-License-Identifier: MIT

import CX11
import Glibc

/// Reads pixels of the screen through shared memory, which is several times as fast as through the connection.
final class ScreenReader {
  private let connection: XConnection
  private var segment = XShmSegmentInfo()
  private let image: UnsafeMutablePointer<XImage>
  private let capacity: Int

  init(_ connection: XConnection) throws {
    self.connection = connection
    let display = connection.display
    let screen = XDefaultScreen(display)
    let (width, height) = (XDisplayWidth(display, screen), XDisplayHeight(display, screen))
    capacity = Int(width) * Int(height)
    guard
      let image = XShmCreateImage(
        display, XDefaultVisual(display, screen), UInt32(XDefaultDepth(display, screen)), ZPixmap, nil, &segment,
        UInt32(width), UInt32(height)), image.pointee.bits_per_pixel == 32
    else { throw RigError("the display server does not share memory") }
    self.image = image
    segment.shmid = shmget(IPC_PRIVATE, capacity * 4, IPC_CREAT | 0o600)
    guard segment.shmid >= 0, let memory = shmat(segment.shmid, nil, 0), Int(bitPattern: memory) != -1 else {
      throw RigError("no shared memory: \(String(cString: strerror(errno)))")
    }
    segment.shmaddr = memory.assumingMemoryBound(to: CChar.self)
    image.pointee.data = segment.shmaddr
    XShmAttach(display, &segment)
    XSync(display, 0)
    // It lives for as long as both ends are attached.
    shmctl(segment.shmid, IPC_RMID, nil)
  }

  func close() {
    XShmDetach(connection.display, &segment)
    shmdt(segment.shmaddr)
    image.pointee.data = nil
    _ = image.pointee.f.destroy_image(image)
  }

  /// What is on the screen inside that rectangle, which must be on it.
  func read(x: Int, y: Int, width: Int, height: Int) throws -> Screenshot {
    image.pointee.width = Int32(width)
    image.pointee.height = Int32(height)
    image.pointee.bytes_per_line = Int32(width * 4)
    guard width > 0, height > 0, width * height <= capacity,
      XShmGetImage(connection.display, connection.root, image, Int32(x), Int32(y), colorBits) != 0
    else { throw RigError("can't read the screen at \(x), \(y), \(width) × \(height)") }
    let values = UnsafeRawPointer(segment.shmaddr).assumingMemoryBound(to: Color.self)
    return Screenshot(
      width: width, height: height, pixels: Array(UnsafeBufferPointer(start: values, count: width * height)))
  }

  /// The fourth byte of a pixel is undefined; the server clears what is not asked for.
  private let colorBits: UInt = 0xffffff
}
