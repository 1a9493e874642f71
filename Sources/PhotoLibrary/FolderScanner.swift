// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Glibc

/// Finds the pictures in folders.
public enum FolderScanner {
  /// What a scan found.
  public struct Scan: Sendable {
    /// In the order of pages, each file once. Dates are from names and modification times so far.
    public var photos: [Photo]
    /// One for each path asked for that added nothing.
    public var problems: [LibraryError]
    /// Paths, or `file:` URIs, of all folders that were read: what changes in them changes what a scan finds.
    public var folders: [String] = []
  }

  /// Extensions that make a file in a folder a picture, lower case. Content decides later: a file of another kind
  /// says so in its place.
  static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "apng", "webp", "gif", "tif", "tiff", "heic", "heif", "hif", "avif",
    "jxl", "jp2", "j2k", "svg",
  ]

  /// Lists the pictures in files and folders, folders with all that is in them, without opening any file.
  ///
  /// Hidden files and folders are left out. Links are followed, and a folder that is reached twice is read
  /// once. Takes about 0.1 s for 10,000 photos; call it on a worker.
  ///
  /// - Parameter paths: paths or `file:` URIs of files, which are taken whatever their extension, and folders
  public static func scan(paths: [String]) -> Scan {
    var walk = Walk()
    for path in paths { walk.add(path) }
    return Scan(photos: Photo.inOrder(walk.photos), problems: walk.problems, folders: walk.folders)
  }

  /// The photo that a file at that path or `file:` URI would be; nil if it cannot be a path. Looks at no file.
  public static func photoID(ofFile path: String) -> PhotoID? {
    Walk.absolute(path).flatMap { FileName($0) }.map { PhotoID(path: $0.identity) }
  }

  /// Whether there is a file at that path or `file:` URI, and not a folder. Quick: on any thread.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return Walk.absolute(path).map { stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// The folder that the file at `path` is in.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path as the file system has it, with the NUL at its end.
  private typealias Path = [CChar]

  private struct FolderIdentity: Hashable {
    var device: dev_t
    var node: ino_t

    init(_ status: stat) {
      device = status.st_dev
      node = status.st_ino
    }
  }

  private struct Walk {
    var photos: [Photo] = []
    var problems: [LibraryError] = []
    var folders: [String] = []
    /// The files that were asked for by themselves: their folders may be read, too.
    private var named: Set<PhotoID> = []
    /// Pictures found, also those found before, and folders met again that an earlier path led to.
    private var foundCount = 0
    private var visited: Set<FolderIdentity> = []

    mutating func add(_ asked: String) {
      guard let path = Self.absolute(asked) else {
        problems.append(.notFound(path: asked))
        return
      }
      var status = stat()
      guard stat(path, &status) == 0 else {
        let isMissing = errno == ENOENT || errno == ENOTDIR
        problems.append(isMissing ? .notFound(path: asked) : .unreadable(path: asked))
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        foundCount += 1
        guard let photo = Photo(path: path, modified: { status.modified }), named.insert(photo.id).inserted else {
          return
        }
        // Its folder may have been read before; the few files that are named are looked for one by one.
        if visited.isEmpty || !photos.contains(where: { $0.id == photo.id }) { photos.append(photo) }
      case S_IFDIR:
        // A folder within one that was asked for before has been read, and is no problem.
        guard !visited.contains(FolderIdentity(status)) else { return }
        let countBefore = foundCount
        if !readFolder(path) {
          problems.append(.unreadable(path: asked))
        } else if foundCount == countBefore {
          problems.append(.noPictures(path: asked))
        }
      default:
        problems.append(.unreadable(path: asked))
      }
    }

    static func absolute(_ asked: String) -> Path? {
      let name: UnsafeMutablePointer<CChar>?
      if asked.hasPrefix("file:") {
        name = g_filename_from_uri(asked, nil, nil)
      } else {
        name = g_canonicalize_filename(asked, nil)
      }
      guard let name else { return nil }
      defer { g_free(name) }
      return Path(cString: name)
    }

    /// Reads a folder and those in it; false when it cannot be opened. A folder inside that can't be is left out.
    private mutating func readFolder(_ root: Path) -> Bool {
      let readForEarlierPaths = visited
      var waiting = [root]
      var isRootOpen = false
      while let path = waiting.popLast() {
        guard let folder = opendir(path) else { continue }
        defer { closedir(folder) }
        isRootOpen = true
        var status = stat()
        guard fstat(dirfd(folder), &status) == 0 else { continue }
        let identity = FolderIdentity(status)
        guard visited.insert(identity).inserted else {
          if readForEarlierPaths.contains(identity) { foundCount += 1 }
          continue
        }
        if let name = FileName(path) { folders.append(name.identity) }
        while let entry = readdir(folder) {
          let kind = Int(entry.pointee.d_type)
          let name = entry.name
          guard name.pointee != FolderScanner.dot else { continue }
          let isNamedAsPicture = FolderScanner.isNamedAsPicture(String(cString: name))
          let isRoot = path.dropLast().last == FolderScanner.slash
          let child = Path(path.dropLast(isRoot ? 2 : 1)) + [FolderScanner.slash] + Path(cString: name)
          // Most entries need no look at the file itself.
          if kind == DT_REG {
            guard isNamedAsPicture else { continue }
            addFromFolder(child) { fstatat(dirfd(folder), name, &status, 0) == 0 ? status.modified : 0 }
            continue
          }
          guard kind == DT_DIR || kind == DT_LNK || kind == DT_UNKNOWN, fstatat(dirfd(folder), name, &status, 0) == 0
          else { continue }
          switch status.st_mode & S_IFMT {
          case S_IFDIR: waiting.append(child)
          case S_IFREG where isNamedAsPicture: addFromFolder(child) { status.modified }
          default: break
          }
        }
      }
      return isRootOpen
    }

    private mutating func addFromFolder(_ path: Path, modified: () -> Int) {
      foundCount += 1
      guard let photo = Photo(path: path, modified: modified), named.isEmpty || !named.contains(photo.id) else {
        return
      }
      photos.append(photo)
    }
  }

  private static let dot = CChar(bitPattern: UInt8(ascii: "."))
  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

  private static func isNamedAsPicture(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}

extension [CChar] {
  /// With the NUL.
  fileprivate init(cString: UnsafePointer<CChar>) {
    self.init(UnsafeBufferPointer(start: cString, count: strlen(cString) + 1))
  }
}

extension UnsafeMutablePointer<dirent> {
  /// Valid until the folder's next entry is read.
  fileprivate var name: UnsafePointer<CChar> {
    // Longer than the array that is declared, so not to be copied out as a tuple.
    let start = UnsafeRawPointer(self).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    return start.assumingMemoryBound(to: CChar.self)
  }
}

extension stat {
  /// Seconds since 1970.
  fileprivate var modified: Int { st_mtim.tv_sec }
}

extension Photo {
  /// What the name and the modification time tell.
  ///
  /// - Parameters:
  ///   - path: absolute, as the file system has it, with the NUL at its end
  ///   - modified: seconds since 1970; asked for only where the name has no date
  init?(path: [CChar], modified: () -> Int) {
    guard let name = FileName(path) else { return nil }
    id = PhotoID(path: name.identity)
    fileName = name.display
    if let written = WrittenTime(in: fileName) {
      date = PhotoDate(time: written.time, hasTimeOfDay: written.hasTimeOfDay, source: .fileName)
    } else {
      date = PhotoDate(time: CivilTime(localAt: modified()), source: .modification)
    }
    caption = nil
    pixelSize = nil
    orientation = 1
  }
}

/// A file's name in words that Swift has.
private struct FileName {
  /// The path or, where that is not UTF-8, the `file:` URI.
  let identity: String
  /// The last part, for people to read.
  let display: String

  /// - Parameter path: absolute, as the file system has it, with the NUL at its end
  init?(_ path: [CChar]) {
    if let text = path.withUnsafeBufferPointer({ $0.baseAddress.flatMap { String(validatingCString: $0) } }) {
      identity = text
      display = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[text.index(after: $0)...]) } ?? text
    } else {
      guard let uri = g_filename_to_uri(path, nil, nil), let name = g_filename_display_basename(path) else {
        return nil
      }
      defer {
        g_free(uri)
        g_free(name)
      }
      identity = String(cString: uri)
      display = String(cString: name)
    }
  }
}
