// SPDX-License-Identifier: MIT

/// PNG files that promise a picture and have none, as no encoder would write them.
public enum HollowPNG {
  /// A file with that header and an empty IDAT (PNG specification, 5.3 and 11.2).
  ///
  /// - Parameter header: the content of IHDR: width and height in four bytes each, the greatest first, and five bytes
  public static func bytes(header: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", [0]) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }
    return bigEndian(UInt32(content.count)) + body + bigEndian(~crc)
  }
}
