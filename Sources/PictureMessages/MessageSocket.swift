// SPDX-License-Identifier: MIT
import CIsolation
import Glibc

/// One end of a connection between two processes, which carries messages and open files.
public struct MessageSocket: Sendable {
  /// The descriptor that a helper finds its end at.
  public static let helperDescriptor: CInt = 3
  /// Bytes: the delays of the longest animation, and some more. A socket takes 200 kB unless somebody has changed it.
  private static let greatestMessageLength = PictureInfo.greatestFrameCount * 8 + 4096

  public enum Event {
    case message([UInt8], [Descriptor])
    case nothing
    /// The other process is gone.
    case ended
  }

  private let descriptor: Descriptor

  public init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// A pair that is connected, ours and the other process's; nil where the system has none left.
  public static func pair() -> (MessageSocket, theirs: Descriptor)? {
    var numbers: [CInt] = [0, 0]
    let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { return nil }
    return (MessageSocket(Descriptor(owning: numbers[0])), Descriptor(owning: numbers[1]))
  }

  /// Whether it is a socket at all.
  public var isConnected: Bool {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Sends a message. From any thread.
  ///
  /// - Returns: false if the other process is gone
  public func send<Content>(_ message: Message<Content>, _ files: [Descriptor] = []) -> Bool {
    let numbers = files.map(\.number)
    let bytes = message.encoded
    // They must not be closed before they are sent.
    return withExtendedLifetime(files) {
      aloft_send(descriptor.number, bytes, bytes.count, numbers, numbers.count) == bytes.count
    }
  }

  /// Waits for a message.
  ///
  /// - Parameters:
  ///   - timeout: seconds; nil to wait for as long as it takes
  ///   - takesFiles: whether descriptors that come with it are wanted; otherwise they are closed
  public func receive(timeout: Double?, takesFiles: Bool) -> Event {
    var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    let count = poll(&waiting, 1, timeout.map { CInt($0 * 1000) } ?? -1)
    guard count > 0 else { return count == 0 || errno == EINTR ? .nothing : .ended }
    var numbers = [CInt](repeating: -1, count: Int(ALOFT_GREATEST_DESCRIPTOR_COUNT))
    var numberCount = takesFiles ? numbers.count : 0
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.greatestMessageLength) { buffer, initializedCount in
      length = aloft_receive(descriptor.number, buffer.baseAddress, buffer.count, &numbers, &numberCount, false)
      initializedCount = max(0, length)
    }
    let files = numbers.prefix(numberCount).map { Descriptor(owning: $0) }
    if length < 0 && errno == EAGAIN { return .nothing }
    return length > 0 ? .message(bytes, files) : .ended
  }

  /// Returns when the other process is gone.
  public func waitUntilEnded() {
    var waiting = pollfd(fd: descriptor.number, events: 0, revents: 0)
    while poll(&waiting, 1, -1) <= 0 {}
  }
}
