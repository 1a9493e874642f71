// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
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
  private(set) var photos = IdentifiedArray<Photo>()
  private(set) var posts = IdentifiedArray<Post>()
  private(set) var months = IdentifiedArray<Month>()
  /// Whether all photos are known, at least by name.
  private(set) var isComplete = false
  /// What is to be said in passing; set to nil once it was.
  var notice: String?
  /// The photo that the viewer shows; nil while it is closed.
  var viewed: PhotoID? {
    didSet {
      guard viewed != oldValue else { return }
      readDetails()
      dropVanished()
      makeThumbnails()
    }
  }
  /// The photo in the viewer, if its file is not there any more: it stays as long as it is looked at.
  private(set) var vanished: PhotoID?
  /// Whether the viewer tells about the photo.
  var showsInformation = false {
    didSet { readDetails() }
  }
  /// About the photo in the viewer; nil as long as they are not wanted, or being read.
  private(set) var details: PhotoDetails?

  @ObservationIgnored private(set) lazy var pictures = PictureStore(
    thumbnails: ThumbnailCache(program: "\(Identity.command)-\(Identity.version)") { [weak self] reason in
      onMainThread { self?.tellThumbnailProblem(reason) }
    })
  /// Finds all photos again.
  @ObservationIgnored private var scan: (@Sendable (PhotoIndex?) -> FolderScanner.Scan)?
  @ObservationIgnored private var monitors: [String: FolderMonitor] = [:]
  /// What has changed in the folders since they were read.
  @ObservationIgnored private var changedPaths: Set<String> = []
  /// Photos of which only the names are known.
  @ObservationIgnored private var unread: Set<PhotoID> = []
  @ObservationIgnored private var changeTimer: MainLoop.Timer?
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private var detailsReading: Task<Void, Never>?

  /// How long what is shown first takes to the screen once it has been decoded, or to ask for what it shows: what else
  /// there is comes after that.
  private static let firstPictureTime = Duration.milliseconds(50)
  /// Of what was known before, how many photos are shown before the rest has been read: more than any screen has.
  private nonisolated static let firstPageCount = 300
  /// Seconds for which further changes are waited for: a program that writes many files is not followed one by one.
  private static let changeDelay = 0.3
  /// Folders that are watched at most: the system has so many watches for all programs together.
  private static let greatestMonitorCount = 2000

  /// What was read at earlier starts.
  private static let index = Task.detached(priority: .userInitiated) {
    Result { () throws(IndexError) in try PhotoIndex() }
  }
  /// Windows share an index, and what is wrong with it is told once.
  private static var hasToldIndexProblem = false
  private static var hasToldThumbnailProblem = false

  var viewedPosition: Int? { viewed.flatMap(photos.index) }
  var viewedPhoto: Photo? { viewedPosition.map { photos[$0] } }

  /// The post that the photo in the viewer belongs to.
  var viewedPost: PhotoID? { viewedPhoto.flatMap { Post.post(of: $0, in: posts) }?.id }

  /// Shows what is in these files and folders instead of what is shown so far. A single file is looked at, and what else
  /// is in its folder is around it.
  ///
  /// - Parameter room: in device pixels, what a picture that is looked at will probably be shown in.
  func open(_ paths: [String], room: Size? = nil) {
    // What is no file fails there without harm.
    let picture = paths.count == 1 ? FolderScanner.photoID(ofFile: paths[0]).map { pictures.picture(at: $0.path) } : nil
    if let room { picture?.prepare(toFit: room) }
    let isFile = { @Sendable in paths.count == 1 && FolderScanner.isFile(paths[0]) }
    start { index in
      isFile() ? FolderScanner.scan(paths: paths, index: index) : nil
    } recall: { index, limit in
      isFile() ? [] : index.photos(in: paths, limit: limit)
    } scan: { index in
      FolderScanner.scan(paths: isFile() ? [paths[0], FolderScanner.folder(of: paths[0])] : paths, index: index)
    }
  }

  /// Shows the user's pictures; where there are none, the sample photographs; and where these are missing, too, says
  /// what is wrong with the former.
  func openDefaultFolder() {
    let samples = Desktop.dataFolders.map { $0 + "/backgrounds" }
    let folders = [Desktop.picturesFolder] + samples
    start { index, limit in
      index.photos(in: Array(folders.prefix(1)), limit: limit)
    } scan: { index in
      let scans = folders.lazy.map { FolderScanner.scan(paths: [$0], index: index) }
      return scans.first { !$0.photos.isEmpty } ?? FolderScanner.scan(paths: Array(folders.prefix(1)))
    }
  }

  /// - Parameters:
  ///   - lookUp: finds the photo that is to be looked at before all others are known; nil if there is none
  ///   - recall: what is known from earlier starts, no more photos than that
  ///   - scan: finds all photos
  private func start(
    lookUp: @escaping @Sendable (PhotoIndex?) -> FolderScanner.Scan? = { _ in nil },
    recall: @escaping @Sendable (PhotoIndex, Int) -> [Photo],
    scan: @escaping @Sendable (PhotoIndex?) -> FolderScanner.Scan
  ) {
    reading?.cancel()
    self.scan = scan
    monitors = [:]
    changedPaths = []
    state = .reading
    viewed = nil
    pictures.thumbnailMaker?.stop()
    // They begin at once: a task of the main actor would wait for the window that is being made.
    let index = Self.index
    let first = Task.detached(priority: .userInitiated) { lookUp(try? await index.value.get()).map { Listing($0) } }
    let page = Task.detached(priority: .userInitiated) {
      Listing(photos: (try? await index.value.get()).map { recall($0, Self.firstPageCount) } ?? [])
    }
    let all = Task.detached(priority: .utility) {
      await page.value.photos.isEmpty ? Listing(scan(try? await index.value.get())) : nil
    }
    reading = Task { [weak self] in
      if let first = await first.value, let photo = first.photos.first, !Task.isCancelled {
        self?.isComplete = false
        self?.show(first)
        self?.viewed = photo.id
        await self?.pictures.waitUntilIdle()
        try? await Task.sleep(for: Self.firstPictureTime)
      }
      if let all = await all.value {
        await self?.complete(all)
      } else if let index = try? await index.value.get() {
        await self?.catchUp(from: await page.value, index, recall: recall, scan: scan)
      }
    }
  }

  /// Shows the first page of what is known, then all of it, and then what is there now.
  private func catchUp(
    from page: Listing, _ index: PhotoIndex, recall: @escaping @Sendable (PhotoIndex, Int) -> [Photo],
    scan: @escaping @Sendable (PhotoIndex?) -> FolderScanner.Scan
  ) async {
    guard !Task.isCancelled else { return }
    isComplete = false
    var known = page
    show(known)
    // What is on screen goes before the rest.
    try? await Task.sleep(for: Self.firstPictureTime)
    await pictures.waitUntilIdle()
    if page.photos.count == Self.firstPageCount {
      known = await Task.detached(priority: .utility) { Listing(photos: recall(index, .max)) }.value
      guard !Task.isCancelled else { return }
      show(known)
    }
    let found = await Task.detached(priority: .utility) { [known] in
      var found = Listing(scan(index))
      // A copy is told from another list at once, on the main thread, and takes no more memory.
      if found.photos.elements == known.photos.elements { found.takePages(of: known) }
      return found
    }.value
    await complete(found)
  }

  /// Shows a listing, and then what the files themselves tell about its photos.
  private func complete(_ found: Listing) async {
    guard !Task.isCancelled else { return }
    show(found)
    isComplete = true
    watch(found.folders)
    let pictures = pictures
    let index = await Self.index.value
    for await listing in found.completed(try? index.get(), afterVisible: { await pictures.waitUntilIdle() }) {
      guard !Task.isCancelled else { return }
      show(listing)
    }
    tellProblem(of: index)
    makeThumbnails()
  }

  /// As long as pages are looked at, and all is known that they show, photos get the thumbnails that they lack.
  private func makeThumbnails() {
    if viewed == nil, isComplete, unread.isEmpty {
      pictures.thumbnailMaker?.make(for: photos.map(\.path))
    } else {
      pictures.thumbnailMaker?.stop()
    }
  }

  /// Says how many thumbnails are still to be made, and what went wrong.
  func tellThumbnailState() {
    guard let maker = pictures.thumbnailMaker else { return }
    let remaining =
      maker.remaining == 0
      ? tr("No thumbnails are being made.")
      : tr(
        "%d thumbnail is still to be made.", "%d thumbnails are still to be made.", count: maker.remaining)
    let failures = maker.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      // TRANSLATORS: %s is a reason, a sentence
      tr("%d could not be made: %s", "%d could not be made: %s", count: count).replacingFirst("%s", with: reason)
    }
    notice = ([remaining] + failures).joined(separator: " ")
  }

  private func tellThumbnailProblem(_ reason: String) {
    guard !Self.hasToldThumbnailProblem, notice == nil else { return }
    Self.hasToldThumbnailProblem = true
    // TRANSLATORS: %s is a reason in the system’s words
    notice = tr("Thumbnails cannot be kept (%s).").replacingFirst("%s", with: reason)
  }

  private func tellProblem(of index: Result<PhotoIndex, IndexError>) {
    let problem: IndexError? =
      switch index {
      case .success(let index): index.problem
      case .failure(let error): error
      }
    guard let problem, !Self.hasToldIndexProblem, notice == nil else { return }
    Self.hasToldIndexProblem = true
    notice = problem.text
  }

  private func show(_ listing: Listing) {
    var listing = listing
    if let photo = viewedPhoto, listing.photos.index(id: photo.id) == nil {
      vanished = photo.id
      listing.photos = IdentifiedArray(Photo.inOrder(listing.photos.elements + [photo]))
      listing.months = IdentifiedArray(Month.group(listing.photos.elements))
    } else {
      vanished = nil
    }
    // Mostly, what a scan finds is what was known.
    if photos != listing.photos {
      photos = listing.photos
      posts = listing.posts
      months = listing.months
    }
    unread = listing.unread
    if let problem = listing.problems.first {
      if photos.isEmpty {
        state = .failed(problem)
        return
      }
      notice = problem.text
    }
    state = .ready
  }

  // MARK: Changes

  private func watch(_ folders: [String]) {
    let watched = folders.prefix(Self.greatestMonitorCount)
    let old = monitors
    monitors = [:]
    for folder in watched {
      monitors[folder] =
        old[folder] ?? FolderMonitor(folder: folder) { [weak self] path in self?.noteChange(of: path) }
    }
  }

  private func noteChange(of path: String) {
    changedPaths.insert(path)
    guard changeTimer == nil else { return }
    changeTimer = MainLoop.after(seconds: Self.changeDelay) { [weak self] in
      self?.changeTimer = nil
      self?.readChanges()
    }
  }

  private func readChanges() {
    guard let scan else { return }
    let changed = changedPaths
    let (known, unread) = (photos, unread)
    for path in changed { pictures.fileChanged(at: path) }
    reading?.cancel()
    let index = Self.index
    reading = Task { [weak self] in
      let found = await Task.detached(priority: .utility) {
        var scan = scan(try? await index.value.get())
        // Also where it looks as if it were the same.
        scan.unread.formUnion(scan.photos.lazy.map(\.id).filter { changed.contains($0.path) })
        return Listing(scan, known: known.elements.filter { !changed.contains($0.path) }, unread: unread)
      }.value
      guard !Task.isCancelled else { return }
      self?.changedPaths.subtract(changed)
      await self?.complete(found)
    }
  }

  private func dropVanished() {
    guard let gone = vanished, gone != viewed else { return }
    vanished = nil
    photos = IdentifiedArray(photos.elements.filter { $0.id != gone })
    months = IdentifiedArray(Month.group(photos.elements))
    if photos.isEmpty, let path = monitors.keys.first { state = .failed(.noPictures(path: path)) }
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
  var photos: IdentifiedArray<Photo>
  var posts: IdentifiedArray<Post>
  var months: IdentifiedArray<Month>
  /// To be told once.
  var problems: [LibraryError]
  var folders: [String]

  /// Photos of which only the names are known.
  var unread: Set<PhotoID>

  /// - Parameters:
  ///   - known: what has been read already, which is taken over; then problems have been told already, too
  ///   - unread: those of them that were not read completely
  nonisolated init(_ scan: FolderScanner.Scan, known: [Photo] = [], unread: Set<PhotoID> = []) {
    guard !known.isEmpty else {
      self.init(photos: scan.photos, problems: scan.problems, folders: scan.folders, unread: scan.unread)
      return
    }
    let knownByID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    let photos = scan.photos.map { photo in
      guard scan.unread.contains(photo.id), var known = knownByID[photo.id] else { return photo }
      known.companions = photo.companions
      return known
    }
    self.init(
      photos: Photo.inOrder(photos), problems: scan.photos.isEmpty ? scan.problems : [], folders: scan.folders,
      unread: scan.unread.filter { knownByID[$0] == nil || unread.contains($0) })
  }

  nonisolated init(
    photos: [Photo], problems: [LibraryError] = [], folders: [String] = [], unread: Set<PhotoID> = []
  ) {
    self.photos = IdentifiedArray(photos)
    posts = IdentifiedArray(Post.group(photos))
    months = IdentifiedArray(Month.group(photos))
    self.problems = problems
    self.folders = folders
    self.unread = unread
  }

  nonisolated mutating func takePages(of other: Listing) {
    (photos, posts, months) = (other.photos, other.posts, other.months)
  }

  /// How many photos are completed before anything else: a page full.
  private nonisolated static let visibleCount = 32
  /// How often pages change while files are being read: often enough to see it come.
  private nonisolated static let interval = Duration.milliseconds(500)

  /// The listing again and again, as more and more of the files' own dates and captions are known.
  ///
  /// - Parameters:
  ///   - index: remembers what is read
  ///   - afterVisible: returns once what is on screen has been decoded, which goes before the rest
  nonisolated func completed(
    _ index: PhotoIndex?, afterVisible: @escaping @Sendable () async -> Void
  ) -> AsyncStream<Listing> {
    let photos = photos.elements
    let unreadAtFirst = unread
    return AsyncStream { continuation in
      guard !unreadAtFirst.isEmpty else { return continuation.finish() }
      let task = Task.detached(priority: .utility) {
        var known = Dictionary(photos.map { ($0.id, $0) }) { first, _ in first }
        var isNews = false
        var lastShown = ContinuousClock.now
        var unread = unreadAtFirst
        let waiting = photos.filter { unreadAtFirst.contains($0.id) }
        func add(_ batch: [Photo]) {
          for photo in batch {
            unread.remove(photo.id)
            guard known[photo.id] != photo else { continue }
            known[photo.id] = photo
            isNews = true
          }
        }
        func show() {
          if isNews { continuation.yield(Listing(photos: Photo.inOrder(Array(known.values)), unread: unread)) }
          isNews = false
          lastShown = .now
        }
        for await batch in MetadataReader.completed(Array(waiting.prefix(Self.visibleCount)), index: index) {
          add(batch)
        }
        show()
        await afterVisible()
        for await batch in MetadataReader.completed(Array(waiting.dropFirst(Self.visibleCount)), index: index) {
          add(batch)
          if lastShown.duration(to: .now) > Self.interval { show() }
        }
        show()
        continuation.finish()
        index?.emptyLog()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
