// SPDX-License-Identifier: GPL-3.0-or-later
import Geometry
import GtkCore
import Observation
import PhotoLibrary
import Pictures

/// The photos that a window shows, and how far they have been read.
@Observable
final class LibraryModel {
  enum State: Equatable {
    case reading
    case ready
    /// Nothing can be shown, for this reason.
    case failed(LibraryError)
  }

  private(set) var state = State.reading
  private(set) var photos: [Photo] = []
  private(set) var posts: [Post] = []
  /// What is to be said in passing; set to nil once it was.
  var notice: String?
  /// The photo that the viewer shows; nil while it is closed.
  var viewed: PhotoID? {
    didSet { if viewed != oldValue { readDetails() } }
  }
  /// Whether the viewer tells about the photo.
  var showsInformation = false {
    didSet { readDetails() }
  }
  /// About the photo in the viewer; nil as long as they are not wanted, or being read.
  private(set) var details: PhotoDetails?

  @ObservationIgnored let pictures = PictureStore()
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private var detailsReading: Task<Void, Never>?

  var viewedPosition: Int? { viewed.flatMap { viewed in photos.firstIndex { $0.id == viewed } } }
  var viewedPhoto: Photo? { viewedPosition.map { photos[$0] } }

  /// The post that the photo in the viewer belongs to.
  var viewedPost: PhotoID? {
    viewed.flatMap { viewed in posts.first { $0.photos.contains { $0.id == viewed } }?.id }
  }

  /// Shows what is in these files and folders instead of what is shown so far. A single file is looked at, and what else
  /// is in its folder is around it.
  func open(_ paths: [String]) {
    start {
      paths.count == 1 && FolderScanner.isFile(paths[0]) ? FolderScanner.scan(paths: paths) : nil
    } scan: {
      let isFile = paths.count == 1 && FolderScanner.isFile(paths[0])
      return FolderScanner.scan(paths: isFile ? [paths[0], FolderScanner.folder(of: paths[0])] : paths)
    }
  }

  /// Shows the user's pictures; where there are none, the sample photographs; and where these are missing, too, says
  /// what is wrong with the former.
  func openDefaultFolder() {
    let samples = Desktop.dataFolders.map { $0 + "/backgrounds" }
    let folders = [Desktop.picturesFolder] + samples
    start {
      let scans = folders.lazy.map { FolderScanner.scan(paths: [$0]) }
      return scans.first { !$0.photos.isEmpty } ?? FolderScanner.scan(paths: Array(folders.prefix(1)))
    }
  }

  /// - Parameters:
  ///   - lookUp: finds the photo that is to be looked at before all others are known; nil if there is none
  ///   - scan: finds all photos
  private func start(
    lookUp: @escaping @Sendable () -> FolderScanner.Scan? = { nil }, scan: @escaping @Sendable () -> FolderScanner.Scan
  ) {
    reading?.cancel()
    state = .reading
    viewed = nil
    // Both begin at once: a task of the main actor would wait for the window that is being made.
    let first = Task.detached(priority: .userInitiated) { lookUp().map(Listing.init) }
    let all = Task.detached(priority: .userInitiated) { Listing(scan()) }
    reading = Task { [weak self] in
      if let first = await first.value, let photo = first.photos.first, !Task.isCancelled {
        self?.show(first)
        self?.viewed = photo.id
      }
      let found = await all.value
      guard !Task.isCancelled else { return }
      self?.show(found)
      guard let pictures = self?.pictures else { return }
      for await listing in found.completed(afterVisible: { await pictures.waitUntilIdle() }) {
        guard !Task.isCancelled else { return }
        self?.show(listing)
      }
    }
  }

  private func show(_ listing: Listing) {
    photos = listing.photos
    posts = listing.posts
    if let problem = listing.problems.first {
      if photos.isEmpty {
        state = .failed(problem)
        return
      }
      notice = problem.text
    }
    state = .ready
  }

  private func readDetails() {
    detailsReading?.cancel()
    guard showsInformation, let viewed else {
      details = nil
      return
    }
    detailsReading = Task { [weak self] in
      let details = await PhotoDetailsReader.details(of: viewed.path)
      if !Task.isCancelled { self?.details = details }
    }
  }

  func picture(for photo: Photo) -> Picture {
    pictures.picture(at: photo.path, expectedSize: photo.pixelSize.map { Size(Double($0.width), Double($0.height)) })
  }
}

/// Photos in the orders that pages show them in; made off the main thread.
private struct Listing: Sendable {
  var photos: [Photo]
  var posts: [Post]
  /// To be told once.
  var problems: [LibraryError]

  nonisolated init(_ scan: FolderScanner.Scan) { self.init(photos: scan.photos, problems: scan.problems) }

  nonisolated init(photos: [Photo], problems: [LibraryError] = []) {
    self.photos = photos
    posts = Post.group(photos)
    self.problems = problems
  }

  /// How many photos are completed before anything else: a page full.
  private nonisolated static let visibleCount = 32
  /// How often pages change while files are being read: often enough to see it come.
  private nonisolated static let interval = Duration.milliseconds(500)

  /// The listing again and again, as more and more of the files' own dates and captions are known.
  ///
  /// - Parameter afterVisible: returns once what is on screen has been decoded, which goes before the rest.
  nonisolated func completed(afterVisible: @escaping @Sendable () async -> Void) -> AsyncStream<Listing> {
    let photos = photos
    return AsyncStream { continuation in
      let task = Task.detached(priority: .utility) {
        var known = Dictionary(photos.map { ($0.id, $0) }) { first, _ in first }
        var isNews = false
        var lastShown = ContinuousClock.now
        func add(_ batch: [Photo]) {
          for photo in batch where known[photo.id] != photo {
            known[photo.id] = photo
            isNews = true
          }
        }
        func show() {
          if isNews { continuation.yield(Listing(photos: Photo.inOrder(Array(known.values)))) }
          isNews = false
          lastShown = .now
        }
        for await batch in MetadataReader.completed(Array(photos.prefix(Self.visibleCount))) { add(batch) }
        show()
        await afterVisible()
        for await batch in MetadataReader.completed(Array(photos.dropFirst(Self.visibleCount))) {
          add(batch)
          if lastShown.duration(to: .now) > Self.interval { show() }
        }
        show()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
