// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Dispatch

/// Completes photos with what their files tell: date, caption, size, orientation.
public enum MetadataReader {
  /// How many photos the first update has: a page full, soon.
  private static let firstBatchCount = 32
  /// How many the others have: few enough to see them come, and many enough to lay out pages seldom.
  private static let batchCount = 256

  /// exiv2's XMP parser is not safe to use from several threads, so all files are read on this one.
  static let queue = DispatchQueue(label: "photo-metadata", qos: .background)

  /// Reads the files' metadata in the background, in the order given, and delivers the photos in batches as they
  /// are ready. A file that has none or cannot be read is delivered as it was. Ending the iteration ends the reading.
  public static func completed(_ photos: [Photo]) -> AsyncStream<[Photo]> {
    AsyncStream { complete(photos[...], batchCount: firstBatchCount, into: $0) }
  }

  /// Each batch by itself, so that what is asked for meanwhile need not wait for the last.
  private static func complete(
    _ photos: ArraySlice<Photo>, batchCount count: Int, into continuation: AsyncStream<[Photo]>.Continuation
  ) {
    guard !photos.isEmpty else { return continuation.finish() }
    queue.async {
      if case .terminated = continuation.yield(photos.prefix(count).map(completed)) { return }
      complete(photos.dropFirst(count), batchCount: batchCount, into: continuation)
    }
  }

  private static let isReady: Bool = {
    // Odd files are common, and nobody reads the terminal.
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    return gexiv2_initialize() != 0
  }()

  /// A file's metadata, to be read on `queue`.
  static func metadata(ofFile path: String) -> Metadata? {
    isReady ? Metadata(ofFile: path) : nil
  }

  private static func completed(_ photo: Photo) -> Photo {
    guard let metadata = metadata(ofFile: photo.path) else { return photo }
    var photo = photo
    if let date = metadata.date { photo.date = date }
    photo.caption = metadata.caption
    photo.orientation = metadata.orientation
    photo.pixelSize = metadata.pixelSize
    return photo
  }
}
