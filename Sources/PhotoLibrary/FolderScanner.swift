// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Glibc

/// Finds the pictures in folders.
public enum FolderScanner {
  /// What a scan found.
  public struct Scan: Sendable {
    /// In the order of pages, each file once.
    public var photos: [Photo]
    /// Photos of which only the names are known: dates are from names and modification times so far.
    public var unread: Set<PhotoID>
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

  /// Extensions of files that belong to the picture of the same name, lower case: a live photo's video, and what the
  /// camera saw as raw.
  private static let companionExtensions: Set<String> = [
    "mov", "mp4", "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "iiq", "kdc", "mrw", "nef", "nrw", "orf",
    "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]

  /// Lists the pictures in files and folders, folders with all that is in them, without opening any file.
  ///
  /// Hidden files and folders are left out. Links are followed, and a folder that is reached twice is read
  /// once. Takes about 0.1 s for 10,000 photos; call it on a worker.
  ///
  /// - Parameters:
  ///   - paths: paths or `file:` URIs of files, which are taken whatever their extension, and folders
  ///   - index: knows what was read from files that have not changed, and forgets those that are gone
  public static func scan(paths: [String], index: PhotoIndex? = nil) -> Scan {
    var walk = Walk()
    for path in paths { walk.add(path) }
    // A disk that is not there now has not lost its photos.
    let missing = walk.problems.compactMap(\.unreachablePath)
    let area = SearchArea(paths: paths.filter { !missing.contains($0) })
    let (known, new) = index?.matches(of: walk.files, in: area) ?? ([], walk.files)
    let unread = new.map { file in
      var photo = Photo(id: file.id) { file.state.modifiedSeconds }
      photo.companions = file.companions
      return photo
    }
    return Scan(
      photos: Photo.inOrder(known + unread), unread: Set(unread.map(\.id)), problems: walk.problems,
      folders: walk.folders)
  }

  /// The photo that a file at that path or `file:` URI would be; nil if it cannot be a path. Looks at no file.
  public static func photoID(ofFile path: String) -> PhotoID? {
    identity(ofAsked: path).map(PhotoID.init(path:))
  }

  /// Whether there is a file at that path or `file:` URI, and not a folder. Quick: on any thread.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return Walk.absolute(path).map { stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// The path, or `file:` URI, by which `PhotoID` and the index name what is there; nil if it cannot be a path.
  static func identity(ofAsked path: String) -> String? { Walk.absolute(path).flatMap(identity) }

  /// The folder that the file at `path` is in.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path or, where that is not UTF-8, the `file:` URI.
  ///
  /// - Parameter path: absolute, as the file system has it, with the NUL at its end
  static func identity(of path: [CChar]) -> String? {
    if let text = path.withUnsafeBufferPointer({ $0.baseAddress.flatMap { String(validatingCString: $0) } }) {
      return text
    }
    return uri(of: path)
  }

  /// The `file:` URI of an absolute path with the NUL at its end.
  static func uri(of path: [CChar]) -> String? {
    guard let uri = g_filename_to_uri(path, nil, nil) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }

  /// Whether the last part of the path or `file:` URI is that of a picture in a folder.
  static func isNamedAsPicture(_ path: some BidirectionalCollection<UInt8>) -> Bool {
    `extension`(of: path).map(extensions.contains) ?? false
  }

  /// What is behind the last dot, lower case.
  private static func `extension`(of name: some BidirectionalCollection<UInt8>) -> String? {
    // No extension is longer than six.
    let end = name.suffix(7)
    guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(decoding: end[end.index(after: dot)...], as: UTF8.self).lowercased()
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
    var files: [FoundFile] = []
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
        guard let id = identity(of: path).map(PhotoID.init(path:)), named.insert(id).inserted else { return }
        // Its folder may have been read before; the few files that are named are looked for one by one.
        if visited.isEmpty || !files.contains(where: { $0.id == id }) {
          files.append(FoundFile(id: id, state: FileState(status)))
        }
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
        guard let folderIdentity = FolderScanner.identity(of: path) else { continue }
        folders.append(folderIdentity)
        let prefix = folderIdentity == "/" ? folderIdentity : folderIdentity + "/"
        let isPlain = !folderIdentity.hasPrefix("file:")
        var pictures: [(name: String, file: FoundFile)] = []
        var others: [String] = []
        while let entry = readdir(folder) {
          let kind = Int(entry.pointee.d_type)
          let name = entry.name
          guard name.pointee != FolderScanner.dot else { continue }
          let text = String(validatingCString: name)
          let type = FolderScanner.extension(of: UnsafeRawBufferPointer(start: name, count: strlen(name)))
          let isNamedAsPicture = type.map(FolderScanner.extensions.contains) ?? false
          // Most entries need no look at the file itself.
          if kind == DT_REG && !isNamedAsPicture {
            if let text, let type, FolderScanner.companionExtensions.contains(type) { others.append(text) }
            continue
          }
          guard kind == DT_REG || kind == DT_DIR || kind == DT_LNK || kind == DT_UNKNOWN,
            fstatat(dirfd(folder), name, &status, 0) == 0
          else { continue }
          func child() -> Path { path.dropLast(prefix == "/" ? 2 : 1) + [FolderScanner.slash] + Path(cString: name) }
          switch status.st_mode & S_IFMT {
          case S_IFDIR: waiting.append(child())
          case S_IFREG where isNamedAsPicture:
            foundCount += 1
            guard let identity = (isPlain ? text.map { prefix + $0 } : nil) ?? FolderScanner.uri(of: child()) else {
              continue
            }
            let id = PhotoID(path: identity)
            guard named.isEmpty || !named.contains(id) else { continue }
            pictures.append((text ?? "", FoundFile(id: id, state: FileState(status))))
          default: break
          }
        }
        files += FolderScanner.joined(pictures, others)
      }
      return isRootOpen
    }
  }

  /// The pictures of a folder with the other files that belong to them. What belongs to several is the first one's.
  private static func joined(_ pictures: [(name: String, file: FoundFile)], _ others: [String]) -> [FoundFile] {
    var files = pictures.map(\.file)
    guard !others.isEmpty else { return files }
    func stem(_ name: String) -> Substring { name[..<(name.lastIndex(of: ".") ?? name.endIndex)] }
    let order = pictures.indices.sorted { pictures[$0].name < pictures[$1].name }
    let positions = Dictionary(order.map { (stem(pictures[$0].name), $0) }) { first, _ in first }
    for name in others.sorted() {
      if let position = positions[stem(name)] { files[position].companions.append(name) }
    }
    return files
  }

  private static let dot = CChar(bitPattern: UInt8(ascii: "."))
  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))
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

/// A picture file that a walk found.
struct FoundFile {
  let id: PhotoID
  let state: FileState
  var companions: [String] = []
}

/// What tells whether a file is still the same, without opening it.
struct FileState: Hashable, Sendable {
  /// In bytes.
  var size: Int
  /// When it was last changed, in nanoseconds since 1970.
  var modified: Int
  /// Which file it is, whatever its name.
  var inode: Int

  init(size: Int, modified: Int, inode: Int) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  init(_ status: stat) {
    // Whatever a file system says must not end the program.
    let modified = status.st_mtim.tv_sec.multipliedReportingOverflow(by: 1_000_000_000).partialValue
    self.init(
      size: Int(status.st_size), modified: modified &+ status.st_mtim.tv_nsec,
      inode: Int(truncatingIfNeeded: status.st_ino))
  }

  /// Nil where there is no file. As in `PhotoID`, the path.
  init?(ofFile path: String) {
    var status = stat()
    guard let name = fileSystemPath(of: path), stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }

  /// Since 1970.
  var modifiedSeconds: Int {
    let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? seconds - 1 : seconds
  }
}

extension Photo {
  /// What the name and the modification time tell.
  ///
  /// - Parameter modified: seconds since 1970; asked for only where the name has no date
  init(id: PhotoID, modified: () -> Int) {
    self.id = id
    date = PhotoDate(time: CivilTime(secondsSince1970: 0), source: .modification)
    caption = nil
    placeName = nil
    pixelSize = nil
    orientation = 1
    date = PhotoDate(ofFileNamed: fileName, modified: modified)
  }
}

extension PhotoDate {
  /// What a file's name and modification time tell.
  ///
  /// - Parameter modified: seconds since 1970; asked for only where the name has no date
  init(ofFileNamed name: String, modified: () -> Int) {
    if let written = WrittenTime(in: name) {
      self.init(time: written.time, hasTimeOfDay: written.hasTimeOfDay, source: .fileName)
    } else {
      self.init(time: CivilTime(localAt: modified()), source: .modification)
    }
  }
}
