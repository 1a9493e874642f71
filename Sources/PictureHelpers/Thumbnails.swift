// SPDX-License-Identifier: MIT
import Glibc
import PictureMessages

/// A thumbnail that was on the disk.
public struct StoredThumbnail: Sendable {
  public var pixels: Pixels
  /// Of the picture it was made of, as it is shown; nil where the thumbnail does not say it.
  public var pictureSize: PixelSize?
  /// Whether the picture is known to be of a format that has no animations.
  public var isStill: Bool
}

/// A thumbnail that has been made of a picture.
public struct MadeThumbnail: Sendable {
  /// The picture's.
  public var info: PictureInfo
  public var pixels: Pixels
  /// To keep.
  public var file: ThumbnailFile
}

/// A PNG file that a helper process has made; this process does not look into it.
public struct ThumbnailFile: Sendable {
  fileprivate let storage: Descriptor
  fileprivate let offset: Int
  public let byteCount: Int

  /// Writes it, in a way that others see all of it or nothing, to be read by the user alone.
  ///
  /// - Parameters:
  ///   - folder: an absolute path; made if it is not there
  ///   - name: replaces what is there
  /// - Returns: 0, or the system's number of what went wrong (errno)
  public func write(to folder: String, name: String) -> CInt {
    let temporary = "\(folder)/.\(name)-XXXXXX"
    var buffer = Array(temporary.utf8CString)
    var number = mkstemp(&buffer)
    if number < 0 && errno == ENOENT {
      Self.makeFolder(folder)
      buffer = Array(temporary.utf8CString)
      number = mkstemp(&buffer)
    }
    guard number >= 0 else { return errno }
    let file = Descriptor(owning: number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let code = copy(to: file)
    guard code == 0, rename(buffer, "\(folder)/\(name)") == 0 else {
      let reason = code == 0 ? errno : code
      unlink(buffer)
      return reason
    }
    return 0
  }

  private func copy(to file: Descriptor) -> CInt {
    var (place, rest) = (off_t(offset), byteCount)
    while rest > 0 {
      let count = sendfile(file.number, storage.number, &place, rest)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest -= count
    }
    return 0
  }

  /// Makes a folder and those that it is in, to be seen by the user alone.
  private static func makeFolder(_ path: String) {
    if mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      makeFolder(String(path[..<slash]))
      mkdir(path, 0o700)
    }
  }
}

extension PictureHelpers {
  /// Reads a file's header and, where a camera has put a small picture into it, that one.
  public func preview(ofFile path: String) throws(PictureError) -> (info: PictureInfo, pixels: Pixels?) {
    let output = try Self.room(forSide: ThumbnailLayout.greatestSide)
    return try ask(.preview, PictureFile(path: path), output, time: limits.headerTime) { reply in
      guard case .preview(let info, let size) = reply else { return nil }
      guard let size else { return (info, nil) }
      return Pixels(size, hasAlpha: false, in: output).map { (info, $0) }
    }
  }

  /// Reads a thumbnail.
  ///
  /// - Parameter shownSide: pixels of a square that it is scaled down to fit into just so
  /// - Throws: `.damaged` also if it is another record's
  public func thumbnail(in file: PictureFile, of record: ThumbnailRecord, shownSide: Int) throws(PictureError)
    -> StoredThumbnail
  {
    let output = try Self.room(forSide: ThumbnailLayout.greatestSide)
    return try ask(.thumbnail(record, shownSide: shownSide), file, output, time: limits.headerTime) { reply in
      guard case .thumbnail(let size, let hasAlpha, let pictureSize, let isStill) = reply,
        let pixels = Pixels(size, hasAlpha: hasAlpha, in: output)
      else { return nil }
      return StoredThumbnail(pixels: pixels, pictureSize: pictureSize, isStill: isStill)
    }
  }

  /// Makes a thumbnail of a picture.
  ///
  /// - Parameters:
  ///   - side: pixels of a square that the file's fits into just so; it is never larger than the picture
  ///   - shownSide: the same of the pixels to show, which are never more
  ///   - isPatient: whether it steps back for whatever else wants the processor
  ///   - isCancelled: asked on this thread 50 times in a second
  public func makeThumbnail(
    of file: PictureFile, record: ThumbnailRecord, side: Int, shownSide: Int,
    isPatient: Bool = false, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> MadeThumbnail {
    let layout = ThumbnailLayout(side: side)
    guard let output = PixelMemory.file(byteCount: layout.byteCount) else { throw .tooMuchMemory }
    return try ask(
      .makeThumbnail(record, side: side, shownSide: shownSide), file, output, time: limits.pixelTime,
      isPatient: isPatient,
      isCancelled: isCancelled
    ) { reply in
      guard case .madeThumbnail(let info, let size, let hasAlpha, let byteCount) = reply,
        (1...layout.greatestFileByteCount).contains(byteCount),
        let pixels = Pixels(size, hasAlpha: hasAlpha, in: output)
      else { return nil }
      return MadeThumbnail(
        info: info, pixels: pixels,
        file: ThumbnailFile(storage: output, offset: layout.fileOffset, byteCount: byteCount))
    }
  }

  /// Makes the file which says that there can be no thumbnail of a picture.
  public func failureMark(of record: ThumbnailRecord) throws(PictureError) -> ThumbnailFile {
    let room = ThumbnailLayout(side: 1).greatestFileByteCount
    guard let output = PixelMemory.file(byteCount: room) else { throw .tooMuchMemory }
    return try ask(.markFailure(record), PictureFile(output), time: limits.headerTime) { reply in
      guard case .file(let byteCount) = reply, byteCount > 0, byteCount <= room else { return nil }
      return ThumbnailFile(storage: output, offset: 0, byteCount: byteCount)
    }
  }

  /// Room for the pixels of a square; only what is written takes any.
  private static func room(forSide side: Int) throws(PictureError) -> Descriptor {
    try PixelMemory.file(for: PixelSize(width: side, height: side))
  }
}
