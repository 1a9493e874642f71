// SPDX-License-Identifier: GPL-3.0-or-later

/// Which photo: the same from one scan to the next.
public struct PhotoID: Hashable, Comparable, Sendable {
  /// The file's absolute path or, where that is not UTF-8, its `file:` URI.
  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// The last part of the path, for people to read.
  public var fileName: String { String(displayParts(ofPath: path).name) }

  public static func < (first: PhotoID, second: PhotoID) -> Bool { first.path < second.path }
}

/// When a photo was taken.
public struct PhotoDate: Hashable, Comparable, Sendable {
  /// Where the date comes from, the best first.
  public enum Source: Hashable, Sendable {
    /// The camera wrote it into the file.
    case exif
    /// The file's name has it.
    case fileName
    /// The file was last changed then.
    case modification
  }

  /// What the clock on the wall showed.
  public var time: CivilTime
  /// 0 to 999,999,999; what the camera tells beyond the second.
  public var nanoseconds: Int
  /// False where only the day is known; the time is then midnight.
  public var hasTimeOfDay: Bool
  public var source: Source

  public init(time: CivilTime, nanoseconds: Int = 0, hasTimeOfDay: Bool = true, source: Source) {
    self.time = time
    self.nanoseconds = nanoseconds
    self.hasTimeOfDay = hasTimeOfDay
    self.source = source
  }

  /// Earlier first, by the wall's clock alone.
  public static func < (first: PhotoDate, second: PhotoDate) -> Bool {
    (first.time, first.nanoseconds) < (second.time, second.nanoseconds)
  }
}

/// A picture file and what is known of it.
public struct Photo: Identifiable, Hashable, Sendable {
  /// Width and height in pixels of the upright picture.
  public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int
  }

  public let id: PhotoID
  public var date: PhotoDate
  /// What somebody wrote about the picture, in one or more lines.
  public var caption: String?
  /// Where it was taken, in words that the file has, the nearest first: “Rote Fabrik, Zürich, Switzerland”.
  public var placeName: String?
  /// Unknown until the metadata have been read, and for formats without any.
  public var pixelSize: PixelSize?
  /// The EXIF tag, 1 to 8; 1 is upright.
  public var orientation: Int
  /// Names of the files in the same folder that belong to this picture: a live photo's video, what the camera saw as raw.
  public var companions: [String] = []

  public var path: String { id.path }

  /// The last part of the path, for people to read.
  public var fileName: String { id.fileName }

  /// Whether it stands before another one on pages: newest first; of the same moment, by path.
  func precedes(_ other: Photo) -> Bool { Self.precedes((moment, id), (other.moment, other.id)) }

  private var moment: (rank: Int, nanoseconds: Int) { (date.time.rank, date.nanoseconds) }

  private static func precedes(
    _ first: (moment: (rank: Int, nanoseconds: Int), id: PhotoID),
    _ second: (moment: (rank: Int, nanoseconds: Int), id: PhotoID)
  ) -> Bool {
    first.moment == second.moment ? first.id < second.id : first.moment > second.moment
  }

  /// Puts photos in the order of pages.
  public static func inOrder(_ photos: [Photo]) -> [Photo] {
    // Positions are sorted and not the photos, which are large.
    let places = photos.map { (moment: $0.moment, id: $0.id) }
    return photos.indices.sorted { precedes(places[$0], places[$1]) }.map { photos[$0] }
  }
}
