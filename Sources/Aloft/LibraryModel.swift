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
  private(set) var library = PhotoList()
  private(set) var posts = IdentifiedArray<Post>()
  private(set) var albums: [Album] = []
  /// The album that is open, or that was until the page with it has gone out of sight.
  private(set) var album: Album?
  private(set) var albumList = PhotoList()
  /// Whether the album's page is above the others.
  private(set) var isAlbumOpen = false
  /// Whether something is being looked for, or about to be.
  var isSearching = false {
    didSet { if !isSearching { search(for: "") } }
  }
  /// The photos that have been found; nil as long as nobody has said what is looked for.
  private(set) var results: PhotoList?
  /// Whether all photos are known, at least by name.
  private(set) var isComplete = false
  /// How far files are being read, once that has taken a while.
  private(set) var progress: ReadingProgress?
  /// The files from which nothing can be read.
  private(set) var problems: [FileProblem] = []
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
  private(set) var vanished: Photo?
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
  @ObservationIgnored private var searchText = ""
  @ObservationIgnored private var searching: Task<Void, Never>?

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

  /// Pages that the viewer can be opened from, each with photos of its own.
  enum Scope {
    case library, album, results
  }

  /// The one that is in front.
  private var scope: Scope { isAlbumOpen ? .album : results == nil ? .library : .results }
  /// Whether what is in front is a grid of photos.
  func showsGrid(on page: Page) -> Bool { viewed == nil && (page == .photos || scope != .library) }
  /// What the viewer leafs through.
  var viewerList: PhotoList {
    switch scope {
    case .library: library
    case .album: albumList
    case .results: results ?? library
    }
  }
  /// The photo in the viewer, for the page that it was opened from; the others stay where they are.
  func viewed(in scope: Scope) -> PhotoID? { scope == self.scope ? viewed : nil }

  var photos: IdentifiedArray<Photo> { library.photos }
  var viewedPosition: Int? { viewed.flatMap(viewerList.photos.index) }
  var viewedPhoto: Photo? { viewedPosition.map { viewerList.photos[$0] } }

  /// The post that the photo in the viewer belongs to.
  var viewedPost: PhotoID? {
    scope == .library ? viewedPhoto.flatMap { Post.post(of: $0, in: posts) }?.id : nil
  }

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
    progress = nil
    problems = []
    self.scan = scan
    monitors = [:]
    changedPaths = []
    state = .reading
    viewed = nil
    pictures.thumbnailMaker?.stop()
    isAlbumOpen = false
    isSearching = false
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
      found.keepList(of: known)
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
    for await step in found.completed(try? index.get(), afterVisible: { await pictures.waitUntilIdle() }) {
      guard !Task.isCancelled else { return }
      if let listing = step.listing { show(listing) }
      progress = step.progress
    }
    guard !Task.isCancelled else { return }
    progress = nil
    await findProblems(read: found.unread, try? index.get())
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

  private func findProblems(read: Set<PhotoID>, _ index: PhotoIndex?) async {
    let photos = photos.elements
    let found = await Task.detached(priority: .utility) {
      PhotoProblem.all(of: photos, read: read, index: index).map { FileProblem(id: $0, problem: $1) }
    }.value
    if !Task.isCancelled, problems != found { problems = found }
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
    let looked = viewedPhoto
    if let looked, listing.photos.index(id: looked.id) == nil { vanished = looked } else { vanished = nil }
    unread = listing.unread
    // Mostly, what a scan finds is what was known.
    if library != listing.library || vanished != nil {
      let wasInAlbum = isAlbumOpen && vanished != nil
      library = vanished.map { listing.library.with($0) } ?? listing.library
      posts = listing.posts
      albums = listing.albums
      followAlbum(keeping: wasInAlbum ? vanished : nil)
      search(for: searchText)
    }
    if let problem = listing.problems.first {
      if photos.isEmpty {
        state = .failed(problem)
        return
      }
      notice = problem.text
    }
    state = .ready
  }

  // MARK: Search

  /// Looks for photos in the background. What was looked for before is given up.
  func search(for text: String) {
    searching?.cancel()
    searchText = text
    let query = SearchQuery(text)
    guard isSearching, !query.isEmpty else {
      results = nil
      return
    }
    let (index, photos, unread, looked) = (Self.index, photos, unread, vanished?.id)
    searching = Task.detached(priority: .userInitiated) { [weak self] in
      let index = try? await index.value.get()
      guard !Task.isCancelled else { return }
      // The index does not know yet what has not been read, nor any more what is looked at and gone.
      let known = index?.photoIDs(matching: query) ?? []
      let found = photos.filter { photo in
        known.contains(photo.id)
          || ((index == nil || unread.contains(photo.id) || photo.id == looked) && query.finds(photo))
      }
      await self?.showResults(PhotoList(found))
    }
  }

  private func showResults(_ found: PhotoList) {
    if !Task.isCancelled { results = found }
  }

  // MARK: Albums

  /// Opens the page of an album, if there is one of that identity.
  func openAlbum(_ id: Album.ID) {
    guard let found = albums.first(where: { $0.id == id }) else { return }
    album = found
    albumList = list(of: found)
    isAlbumOpen = true
  }

  /// The library's own where there are no others: 100,000 photos in one folder take no time.
  private func list(of album: Album) -> PhotoList {
    album.count == library.photos.count ? library : PhotoList(album.photos)
  }

  func closeAlbum() { isAlbumOpen = false }

  /// The page with the album is out of sight.
  func dropAlbum() {
    guard !isAlbumOpen else { return }
    album = nil
    albumList = PhotoList()
  }

  /// The folder may have changed.
  private func followAlbum(keeping looked: Photo?) {
    guard isAlbumOpen, let open = album else { return }
    if let found = albums.first(where: { $0.id == open.id }) {
      album = found
      albumList = looked.map { list(of: found).with($0) } ?? list(of: found)
    } else if let looked {
      albumList = PhotoList([looked])
    } else {
      leaveAlbum(open)
    }
  }

  private func leaveAlbum(_ gone: Album) {
    closeAlbum()
    notice = tr("There are no more photos in “%s”.").replacingFirst("%s", with: gone.name)
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
    let (known, unread) = (Listing(self), unread)
    for path in changed { pictures.fileChanged(at: path) }
    reading?.cancel()
    progress = nil
    let index = Self.index
    reading = Task { [weak self] in
      let found = await Task.detached(priority: .utility) {
        var scan = scan(try? await index.value.get())
        // Also where it looks as if it were the same.
        scan.unread.formUnion(scan.photos.lazy.map(\.id).filter { changed.contains($0.path) })
        var found = Listing(scan, known: known.photos.filter { !changed.contains($0.path) }, unread: unread)
        found.keepList(of: known)
        return found
      }.value
      guard !Task.isCancelled else { return }
      self?.changedPaths.subtract(changed)
      await self?.complete(found)
    }
  }

  private func dropVanished() {
    guard let gone = vanished, gone.id != viewed else { return }
    vanished = nil
    library = PhotoList(photos.filter { $0.id != gone.id })
    followAlbum(keeping: nil)
    search(for: searchText)
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

/// How many files have been read.
struct ReadingProgress: Equatable, Sendable {
  var read: Int
  var all: Int
}

/// Photos in the orders that pages show them in; made off the main thread.
private struct Listing: Sendable {
  private(set) var library: PhotoList
  private(set) var posts: IdentifiedArray<Post>
  private(set) var albums: [Album]
  nonisolated var photos: IdentifiedArray<Photo> { library.photos }
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
    library = PhotoList(photos)
    posts = IdentifiedArray(Post.group(photos))
    albums = Album.group(photos)
    self.problems = problems
    self.folders = folders
    self.unread = unread
  }

  /// What is shown at present.
  init(_ model: LibraryModel) {
    (library, posts, albums) = (model.library, model.posts, model.albums)
    (problems, folders, unread) = ([], [], [])
  }

  /// Takes the very same photos as another listing has, if they are equal: then there is nothing to be shown anew, and
  /// they are in memory once.
  nonisolated mutating func keepList(of other: Listing) {
    guard photos.elements == other.photos.elements else { return }
    (library, posts, albums) = (other.library, other.posts, other.albums)
  }

  /// How many photos are completed before anything else: a page full.
  private nonisolated static let visibleCount = 32
  /// How long reading takes at least that anybody is told of.
  private nonisolated static let shortest = Duration.seconds(2)
  /// How often pages change while files are being read: often enough to see it come.
  private nonisolated static let interval = Duration.milliseconds(500)

  struct Step: Sendable {
    /// Nil if it has not changed.
    var listing: Listing?
    /// Nil as long as it need not be told.
    var progress: ReadingProgress?
  }

  /// The listing again and again, as more and more of the files' own dates and captions are known.
  ///
  /// - Parameters:
  ///   - index: remembers what is read
  ///   - afterVisible: returns once what is on screen has been decoded, which goes before the rest
  nonisolated func completed(
    _ index: PhotoIndex?, afterVisible: @escaping @Sendable () async -> Void
  ) -> AsyncStream<Step> {
    let photos = photos.elements
    let unreadAtFirst = unread
    return AsyncStream { continuation in
      guard !unreadAtFirst.isEmpty else { return continuation.finish() }
      let task = Task.detached(priority: .utility) {
        var known = Dictionary(photos.map { ($0.id, $0) }) { first, _ in first }
        var isNews = false
        let start = ContinuousClock.now
        var lastShown = start
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
          let progress = ReadingProgress(read: unreadAtFirst.count - unread.count, all: unreadAtFirst.count)
          continuation.yield(
            Step(
              listing: isNews ? Listing(photos: Photo.inOrder(Array(known.values)), unread: unread) : nil,
              progress: start.duration(to: .now) < Self.shortest ? nil : progress))
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
