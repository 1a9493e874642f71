// SPDX-License-Identifier: MIT
import Glibc
import GtkCore
import PictureHelpers
import PictureMessages
import Synchronization

/// The thumbnails that the programs of a desktop keep together, after the Thumbnail Managing Standard 0.9 of
/// freedesktop.org: what another program has made is used, and others use what is made here.
///
/// Helper processes read and write the files' content. All functions wait on the calling thread; use them on a worker's.
public nonisolated final class ThumbnailCache: Sendable {
  /// The sizes of the standard, by the pixels of the square that a thumbnail fits into.
  public enum Size: Int, CaseIterable, Comparable, Sendable {
    case normal = 128
    case large = 256
    case extraLarge = 512
    case extraExtraLarge = 1024

    var folder: String {
      switch self {
      case .normal: "normal"
      case .large: "large"
      case .extraLarge: "x-large"
      case .extraExtraLarge: "xx-large"
      }
    }

    /// The largest that is made here; others are used where they are found.
    static let greatestMade = extraLarge

    /// The smallest that is made here and is sharp where the longer side is that many device pixels long; nil if none is.
    init?(toCover side: Double) {
      let sharp = [Size.large, .extraLarge].first { Double($0.rawValue) >= side * PicturePaintable.leastDensity }
      guard let sharp else { return nil }
      self = sharp
    }

    public static func < (a: Size, b: Size) -> Bool { a.rawValue < b.rawValue }
  }

  /// A picture file as it is now, open, and what its thumbnails are called.
  struct Original: Sendable {
    let file: PictureFile
    let record: ThumbnailRecord
    /// The thumbnails' file name.
    let name: String
  }

  private let folder: String
  private let failureFolder: String
  private let helpers: PictureHelpers
  private let onProblem: @Sendable (String) -> Void
  /// Whether nothing is written any more, because that failed once.
  private let isReadOnly = Atomic(false)

  /// - Parameters:
  ///   - program: name and version of the program, for what it could make no thumbnail of: another version may know how
  ///   - folder: an absolute path; nil for the one that all programs share
  ///   - onProblem: called at most once, on any thread, when thumbnails cannot be written; gets the reason in the system's
  ///     words. From then on the cache is only read.
  public init(
    program: String, folder: String? = nil, helpers: PictureHelpers = .shared,
    onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.folder = folder ?? FileNames.cacheFolder + "/thumbnails"
    failureFolder = "\(self.folder)/fail/\(program)"
    self.helpers = helpers
    self.onProblem = onProblem
  }

  /// Whether thumbnails that are made are kept.
  var isWritable: Bool { !isReadOnly.load(ordering: .relaxed) }

  /// Opens a picture file, and reads nothing. Nil for what has no thumbnails: those themselves.
  ///
  /// - Parameter path: a path or a `file:` URI
  func original(at path: String) throws(PictureError) -> Original? {
    let file = try PictureFile(path: path)
    guard let uri = FileNames.uri(of: path), let own = FileNames.uri(of: folder), !uri.hasPrefix(own + "/"),
      let sum = FileNames.md5(of: uri), let state = file.state
    else { return nil }
    let record = ThumbnailRecord(
      uri: uri, modificationTime: state.modificationTime, byteCount: state.byteCount)
    return Original(file: file, record: record, name: sum + ".png")
  }

  /// The best valid thumbnail there is for a size: one as large or larger, or else the largest.
  ///
  /// - Parameter shownSide: pixels of the longer side that it is scaled down to; nil to have it as it is
  func thumbnail(
    of original: Original, for size: Size, shownSide: Int? = nil
  ) -> (thumbnail: StoredThumbnail, size: Size)? {
    let order = Size.allCases.filter { $0 >= size } + Size.allCases.filter { $0 < size }.reversed()
    for size in order {
      // One that cannot be read is made anew.
      guard let file = try? PictureFile(path: path(of: original, size)),
        let found = try? helpers.thumbnail(in: file, of: original.record, shownSide: shownSide ?? size.rawValue)
      else { continue }
      return (found, size)
    }
    return nil
  }

  /// Makes a thumbnail and keeps it. Where that fails for good, it is remembered.
  ///
  /// - Parameter shownSide: pixels of the longer side that the result is scaled down to; nil to have it as it is
  @discardableResult
  func makeThumbnail(
    of original: Original, size: Size, shownSide: Int? = nil, isPatient: Bool = false,
    isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> MadeThumbnail {
    do throws(PictureError) {
      let made = try helpers.makeThumbnail(
        of: original.file, record: original.record, side: size.rawValue, shownSide: shownSide ?? size.rawValue,
        isPatient: isPatient, isCancelled: isCancelled)
      keep(made.file, in: "\(folder)/\(size.folder)", name: original.name)
      return made
    } catch {
      if error.isLasting, let mark = try? helpers.failureMark(of: original.record) {
        keep(mark, in: failureFolder, name: original.name)
      }
      throw error
    }
  }

  /// Whether there is neither a thumbnail of that size or a larger one nor word that there can be none, by the files' times
  /// alone: whoever shows a thumbnail looks more closely.
  func isMissing(_ original: Original, size: Size) -> Bool {
    let folders = Size.allCases.filter { $0 >= size }.map { "\(folder)/\($0.folder)" } + [failureFolder]
    return !folders.contains { folder in
      var status = stat()
      return stat("\(folder)/\(original.name)", &status) == 0
        && status.st_mtim.tv_sec >= original.record.modificationTime
    }
  }

  private func path(of original: Original, _ size: Size) -> String { "\(folder)/\(size.folder)/\(original.name)" }

  private func keep(_ file: ThumbnailFile, in folder: String, name: String) {
    guard isWritable else { return }
    let code = file.write(to: folder, name: name)
    if code != 0, !isReadOnly.exchange(true, ordering: .relaxed) { onProblem(systemText(code)) }
  }
}

extension PictureError {
  /// Whether it will be so the next time, too, as long as the file stays as it is.
  fileprivate nonisolated var isLasting: Bool {
    switch self {
    case .notAPicture, .tooLarge, .damaged, .tooMuchMemory, .tooSlow, .decoderFailed: true
    case .notFound, .unreadable, .notAFile, .empty, .cancelled, .noDecoder: false
    }
  }
}
