// SPDX-License-Identifier: MIT
import Declarative
import Dispatch
import Geometry
import GtkCore
import PictureHelpers
import PictureMessages

/// How much memory and time pictures take at most.
struct PictureLimits {
  /// How many files are worked on at once: as many as there are helper processes. What cannot be seen yet leaves one of
  /// them free, for what can be seen next.
  var workerCount = PictureHelpers.shared.limits.processCount
  /// Bytes of pixels that are kept of pictures which were on screen lately, so that going back shows them at once.
  var keptBytes = 64 << 20
  /// Bytes of pixels from which on nothing is kept that is not shown, and nothing made ready that cannot be seen yet.
  var greatestBytes = 256 << 20
  /// Pixels of the largest picture whose regions are decoded one by one, which takes up to half a second for each.
  var greatestRegionArea = 50_000_000
  /// Pixels that the whole of a picture is decoded to at most, which is a very large window; what shows it larger gets
  /// only what is seen of it.
  var greatestLevelArea = 16_000_000
}

/// Decides which picture is worked on next, and gives pixels back that nobody sees any more.
final class PictureLoader {
  let limits: PictureLimits
  let helpers: PictureHelpers
  let thumbnails: ThumbnailCache?
  /// The largest size of thumbnails that pages have had a use for.
  var thumbnailSize = ThumbnailCache.Size.large
  private let queue = DispatchQueue(label: "pictures", qos: .utility, attributes: .concurrent)
  /// Its threads step back for those that draw.
  private let refinementQueue = DispatchQueue(label: "refinements", qos: .background, attributes: .concurrent)
  private var waiting: [ObjectIdentifier: (picture: Picture, number: Int)] = [:]
  private var requests = 0
  private var running: [ObjectIdentifier: PictureJob] = [:]
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  private var shown: [ObjectIdentifier: Picture] = [:]
  /// Not shown any more, the latest last.
  private var hidden: [Picture] = []

  init(
    limits: PictureLimits = PictureLimits(), helpers: PictureHelpers = .shared, thumbnails: ThumbnailCache? = nil
  ) {
    self.limits = limits
    self.helpers = helpers
    self.thumbnails = thumbnails
  }

  /// Whether the pixels of a size may be had for what cannot be seen yet.
  func hasRoom(for size: PixelSize) -> Bool {
    let bytes =
      shown.values.reduce(0) { $0 + $1.byteCount } + hidden.reduce(0) { $0 + $1.byteCount }
      + running.values.reduce(0) { $0 + $1.work.expectedBytes }
    return bytes + PictureWork.level(size).expectedBytes <= limits.greatestBytes
  }

  func request(_ picture: Picture) {
    requests += 1
    waiting[ObjectIdentifier(picture)] = (picture, requests)
    startWork()
  }

  /// Returns once there is nothing to be done.
  func waitUntilIdle() async {
    guard !running.isEmpty || !waiting.isEmpty else { return }
    await withCheckedContinuation { idleWaiters.append($0) }
  }

  /// Starts what is most urgent, of that what shows nothing yet, and of that what was asked for last: where the user has
  /// scrolled to.
  private func startWork() {
    func rank(_ request: (picture: Picture, number: Int)) -> (PictureUrgency, Int, Int) {
      (request.picture.urgency, request.picture.isBlank ? 1 : 0, request.number)
    }
    while running.count < limits.workerCount {
      let next = waiting.values.max { rank($0) < rank($1) }
      guard let picture = next?.picture else { return }
      guard picture.urgency > .nearby || running.count < max(1, limits.workerCount - 1) else { return }
      waiting.removeValue(forKey: ObjectIdentifier(picture))
      guard let job = picture.start() else { continue }
      run(job, for: picture)
    }
  }

  /// Does work at once, whatever else is waiting.
  func run(_ job: PictureJob, for picture: Picture) {
    running[ObjectIdentifier(job)] = job
    (job.work.isRefinement ? refinementQueue : queue).async {
      let result = job.run()
      onMainThread { [weak self] in
        self?.running.removeValue(forKey: ObjectIdentifier(job))
        picture.finish(result)
        self?.startWork()
        self?.tellIfIdle()
      }
    }
  }

  private func tellIfIdle() {
    guard running.isEmpty, waiting.isEmpty else { return }
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  func nowShown(_ picture: Picture) {
    shown[ObjectIdentifier(picture)] = picture
    hidden.removeAll { $0 === picture }
  }

  func nowHidden(_ picture: Picture) {
    shown.removeValue(forKey: ObjectIdentifier(picture))
    waiting.removeValue(forKey: ObjectIdentifier(picture))
    tellIfIdle()
    keep(picture)
  }

  /// A picture holds more or fewer pixels than before.
  func changed(_ picture: Picture) {
    if !picture.isShown { keep(picture) }
  }

  /// Keeps the pixels of a picture that nobody shows any more for some time, if it has any.
  private func keep(_ picture: Picture) {
    hidden.removeAll { $0 === picture || $0.byteCount == 0 }
    if picture.byteCount > 0 { hidden.append(picture) }
    var bytes = hidden.reduce(0) { $0 + $1.byteCount }
    let room = min(limits.keptBytes, limits.greatestBytes - shown.values.reduce(0) { $0 + $1.byteCount })
    while bytes > room, let oldest = hidden.first {
      hidden.removeFirst()
      bytes -= oldest.byteCount
      oldest.forgetPixels()
    }
  }
}

/// Has one picture for each file, as long as anybody uses it.
public final class PictureStore {
  /// Makes thumbnails of what nobody has looked at yet; nil without a cache of thumbnails.
  public let thumbnailMaker: ThumbnailMaker?
  private let loader: PictureLoader
  private var pictures: [String: WeakPicture] = [:]

  private struct WeakPicture { weak var picture: Picture? }

  /// How many entries there are when those of pictures that are gone are looked for.
  private var countToForgetAt = leastCountToForgetAt
  private static let leastCountToForgetAt = 1000

  /// - Parameter thumbnails: where small pictures are kept on the disk; nil to decode each file whenever it is shown
  public convenience init(thumbnails: ThumbnailCache? = nil) {
    self.init(loader: PictureLoader(thumbnails: thumbnails))
  }

  /// Starts what opens files, so that it is ready when the first picture is to be shown: for programs that begin with
  /// one, as their first step. Takes a millisecond.
  public static func prepare() { PictureHelpers.shared.start() }

  init(loader: PictureLoader) {
    self.loader = loader
    thumbnailMaker = loader.thumbnails.map { ThumbnailMaker(cache: $0, loader: loader) }
  }

  /// The picture in the file at `path`. Nothing is read before it is shown.
  /// - Parameter expectedSize: the upright size in pixels, where it is known from elsewhere: views then have their shape
  ///   before the file is opened.
  public func picture(at path: String, expectedSize: Size? = nil) -> Picture {
    if let picture = pictures[path]?.picture { return picture }
    if pictures.count >= countToForgetAt {
      pictures = pictures.filter { $0.value.picture != nil }
      countToForgetAt = max(Self.leastCountToForgetAt, 2 * pictures.count)
    }
    let picture = Picture(path: path, expectedSize: expectedSize, loader: loader)
    pictures[path] = WeakPicture(picture: picture)
    return picture
  }

  /// How many pictures it remembers, those that are gone among them.
  var entryCount: Int { pictures.count }

  /// Has the file at `path` read anew, if anybody shows it.
  public func fileChanged(at path: String) { pictures[path]?.picture?.fileChanged() }

  /// Returns once everything that is shown has the pixels it needs.
  public func waitUntilIdle() async { await loader.waitUntilIdle() }
}
