// SPDX-License-Identifier: MIT

import Glibc

/// Writes a PNG without compression: correct for every reader, and no library is needed.
func writePNG(_ picture: Screenshot, to path: String) throws {
  var header = bigEndian(UInt32(picture.width)) + bigEndian(UInt32(picture.height))
  // 8 bits, RGB, deflate, the standard filters, not interlaced.
  header += [8, 2, 0, 0, 0]

  var rows: [UInt8] = []
  rows.reserveCapacity((picture.width * 3 + 1) * picture.height)
  for y in 0..<picture.height {
    rows.append(0)
    for x in 0..<picture.width {
      let color = picture[x, y]
      rows += [UInt8(color.red), UInt8(color.green), UInt8(color.blue)]
    }
  }

  // The zlib format (RFC 1950) around stored blocks (RFC 1951), which hold at most 65535 bytes each.
  var stream: [UInt8] = [0x78, 0x01]
  for start in Swift.stride(from: 0, to: rows.count, by: 65535) {
    let block = rows[start..<min(start + 65535, rows.count)]
    let length = UInt16(block.count)
    stream.append(start + 65535 >= rows.count ? 1 : 0)
    for value in [length, ~length] { stream += [UInt8(value & 0xff), UInt8(value >> 8)] }
    stream += block
  }
  stream += bigEndian(adler32(rows))

  let file: [UInt8] =
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + chunk("IDAT", stream)
    + chunk("IEND", [])
  guard let stream = fopen(path, "w"), fwrite(file, 1, file.count, stream) == file.count, fclose(stream) == 0 else {
    throw RigError("can't write \(path): \(String(cString: strerror(errno)))")
  }
}

private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + content
  return bigEndian(UInt32(content.count)) + body + bigEndian(crc32(body))
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  [UInt8(value >> 24), UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff)]
}

private func adler32(_ bytes: [UInt8]) -> UInt32 {
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in bytes {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  return b << 16 | a
}

private let crcTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~0) { crcTable[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
}
