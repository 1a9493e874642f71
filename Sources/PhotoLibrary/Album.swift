// SPDX-License-Identifier: GPL-3.0-or-later

/// A folder with photos in it; those in folders inside are not its own.
public struct Album: Identifiable, Sendable {
  /// The folder's absolute path or, where that is not UTF-8, its `file:` URI.
  public let id: String
  /// Photos of all albums, which these share: a library would otherwise be in memory twice.
  private let all: [Photo]
  /// Which of them are in the folder, in the order of pages; never empty.
  private var positions: [Int32]

  public var count: Int { positions.count }
  /// The newest photo.
  public var cover: Photo { all[Int(positions[0])] }
  /// In the order of pages. Takes as long as there are photos in the album.
  public var photos: [Photo] { positions.map { all[Int($0)] } }

  /// The folder's name, for people to read.
  public var name: String {
    let name = displayParts(ofPath: id).name
    return name.isEmpty ? id : String(name)
  }

  /// Puts photos into the albums of the folders that they are in. Albums are in the order of their newest photos.
  ///
  /// - Parameter photos: in the order of pages
  public static func group(_ photos: [Photo]) -> [Album] {
    var albums: [Album] = []
    // By what comes before the name in the path, which is the same for nearly all photos of a folder.
    var numbers: [Substring: Int] = [:]
    var last: (folder: Substring, number: Int)?
    for (position, photo) in zip(Int32(0)..., photos) {
      let folder = photo.path[..<(photo.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? photo.path.startIndex)]
      if last?.folder != folder {
        let id = Self.id(ofFolder: folder)
        let number = numbers[folder] ?? numbers[id[...]] ?? albums.count
        if number == albums.count { albums.append(Album(id: id, all: photos, positions: [])) }
        numbers[folder] = number
        numbers[id[...]] = number
        last = (folder, number)
      }
      if let last { albums[last.number].positions.append(position) }
    }
    return albums
  }

  /// Where a file's name is not UTF-8, the path to it is a URI, and that of the folder may be none.
  private static func id(ofFolder folder: Substring) -> String {
    guard folder.hasPrefix("file:") else { return folder.isEmpty ? "/" : String(folder) }
    return fileSystemPath(of: String(folder)).flatMap(FolderScanner.identity) ?? String(folder)
  }
}
