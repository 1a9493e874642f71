// SPDX-License-Identifier: MIT

import Glibc

/// One device of the display server's `inputtest` driver, fed through its socket.
///
/// The messages are those of `xorg/xf86-input-inputtest-protocol.h`, version 1.1; see inputtestdrv(4).
final class InputDevice {
  enum Message: UInt32 {
    case version = 0
    case sync = 1
    case motion = 2
    case button = 4
    case key = 5
    case touch = 6
    case pinch = 7
    case swipe = 8
  }

  private let socket: Int32

  /// Connects to the socket of a device and agrees on the protocol's version.
  init(path: String, deadline: Deadline) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw RigError("the path of the input device \(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    while true {
      let result = withUnsafeBytes(of: &address) {
        connect(
          socket, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          socklen_t(MemoryLayout<sockaddr_un>.size))
      }
      if result == 0 { break }
      guard !deadline.hasPassed else {
        throw RigError("the input device \(path) does not answer: \(String(cString: strerror(errno)))")
      }
      // The server makes its sockets without telling; there is nothing to wait on.
      usleep(1000)
    }
    var version = Bytes()
    version.append(UInt16(1))
    version.append(UInt16(1))
    try send(.version, version)
    try receive(count: 12)
  }

  deinit {
    close(socket)
  }

  /// Sends an event and waits until the server has handled it.
  func post(_ message: Message, _ payload: Bytes) throws {
    try send(message, payload)
    try send(.sync, Bytes())
    try receive(count: 8)
  }

  private func send(_ message: Message, _ payload: Bytes) throws {
    var bytes = Bytes()
    bytes.append(UInt32(8 + payload.content.count))
    bytes.append(message.rawValue)
    bytes.content += payload.content
    guard Glibc.send(socket, bytes.content, bytes.content.count, Int32(MSG_NOSIGNAL)) == bytes.content.count
    else {
      throw RigError("the display server does not take input: \(String(cString: strerror(errno)))")
    }
  }

  private func receive(count: Int) throws {
    var answer = [UInt8](repeating: 0, count: count)
    guard recv(socket, &answer, count, Int32(MSG_WAITALL)) == count else {
      throw RigError("the display server gave up an input device")
    }
  }

  /// A message's payload in the machine's own byte order.
  struct Bytes {
    fileprivate(set) var content: [UInt8] = []

    mutating func append<T: BitwiseCopyable>(_ value: T) {
      withUnsafeBytes(of: value) { content += $0 }
    }

    /// Axis values; an axis without a value stays as it is.
    mutating func append(axes: [Double]) {
      // The structure holds 64 doubles twice and aligns them to 8 bytes.
      content += [UInt8](repeating: 0, count: (8 - (8 + content.count) % 8) % 8)
      append(UInt32(0))
      append(UInt64((1 << axes.count) - 1))
      append(UInt32(0))
      for _ in 0..<2 {
        for axis in axes { append(axis) }
        content += [UInt8](repeating: 0, count: (64 - axes.count) * 8)
      }
    }
  }
}
