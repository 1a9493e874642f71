// SPDX-License-Identifier: GPL-3.0-or-later

/// Files and folders that were asked for, as the index names them.
struct SearchArea {
  /// Each with all that is in it; none is within another.
  private(set) var folders: [Folder] = []
  /// Those that are in none of the folders.
  private(set) var files: [String] = []

  /// - Parameter paths: as `FolderScanner.scan` takes them; what is no file is taken for a folder, also where it cannot
  ///   be reached now
  init(paths: [String]) {
    var files: Set<String> = []
    for path in paths {
      guard let name = FolderScanner.identity(ofAsked: path) else { continue }
      if FolderScanner.isFile(path) {
        files.insert(name)
      } else if !folders.contains(where: { $0.shows(name) }) {
        let folder = Folder(name)
        folders.removeAll { folder.shows($0.name) }
        folders.append(folder)
      }
    }
    self.files = files.filter { file in !folders.contains { $0.finds(file) } }.sorted()
  }

  struct Folder {
    let name: String
    /// What paths and `file:` URIs in the folder begin with, the slash included.
    private let prefixes: [String]

    init(_ name: String) {
      self.name = name
      let uri = fileSystemPath(of: name).flatMap { FolderScanner.uri(of: $0) } ?? name
      prefixes = [name, uri].map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" }
    }

    /// What all paths in the folder lie between, in the order of bytes; the lower end is included.
    var ranges: [(from: String, to: String)] {
      // 0 is what follows the slash.
      prefixes.map { ($0, $0.dropLast() + "0") }
    }

    /// Whether a scan of the folder would find a picture of that path.
    func finds(_ path: String) -> Bool { FolderScanner.isNamedAsPicture(path.utf8) && shows(path) }

    /// Whether a path is within the folder, and no part of it below is hidden.
    func shows(_ path: String) -> Bool {
      guard let prefix = prefixes.first(where: { path.utf8.starts(with: $0.utf8) }) else { return false }
      var previous = UInt8(ascii: "/")
      for byte in path.utf8.dropFirst(prefix.utf8.count) {
        if byte == UInt8(ascii: ".") && previous == UInt8(ascii: "/") { return false }
        previous = byte
      }
      return true
    }
  }
}
