// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Dispatch
import Glibc

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
  ///
  /// - Parameter index: remembers what was read
  public static func completed(_ photos: [Photo], index: PhotoIndex? = nil) -> AsyncStream<[Photo]> {
    AsyncStream { complete(photos[...], index, batchCount: firstBatchCount, into: $0) }
  }

  /// Each batch by itself, so that what is asked for meanwhile need not wait for the last.
  private static func complete(
    _ photos: ArraySlice<Photo>, _ index: PhotoIndex?, batchCount count: Int,
    into continuation: AsyncStream<[Photo]>.Continuation
  ) {
    guard !photos.isEmpty else { return continuation.finish() }
    queue.async {
      let records = photos.prefix(count).map { (photo: $0, record: record(of: $0)) }
      index?.store(records.compactMap(\.record))
      if case .terminated = continuation.yield(records.map { $0.record?.photo ?? $0.photo }) { return }
      complete(photos.dropFirst(count), index, batchCount: batchCount, into: continuation)
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

  /// What a photo's file tells; nil if it is not there or may not be read. To be called on `queue`.
  private static func record(of photo: Photo) -> PhotoRecord? {
    // Before it is read: a change meanwhile is then seen by the next scan.
    guard let state = FileState(ofFile: photo.path) else { return nil }
    var known = Photo(id: photo.id) { state.modifiedSeconds }
    known.companions = photo.companions
    guard let metadata = metadata(ofFile: photo.path) else {
      let isReadable = fileSystemPath(of: photo.path).map { access($0, R_OK) } == 0
      return isReadable ? PhotoRecord(photo: known, state: state) : nil
    }
    if let date = metadata.date { known.date = date }
    known.caption = metadata.caption
    known.placeName = metadata.placeName
    known.orientation = metadata.orientation
    known.pixelSize = metadata.pixelSize
    return PhotoRecord(
      photo: known, state: state, zone: metadata.zone, keywords: metadata.keywords, place: metadata.place,
      rating: metadata.rating, format: metadata.format)
  }
}
