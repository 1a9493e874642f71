// SPDX-License-Identifier: MIT
import Declarative
import Dispatch
import Geometry
import GtkCore
import PictureDecoding

/// Decides which picture is worked on next, and gives pixels back that nobody sees any more.
final class PictureLoader {
  /// How many files are worked on at once: the main thread keeps a core on a machine of two while fingers move, and
  /// a second worker has the next file read while the first decodes.
  private static let usualWorkerCount = 2
  /// Bytes of pixels that are kept of pictures which were on screen lately, so that going back shows them at once.
  private static let keptBytes = 64 << 20

  private let workerCount: Int
  private let queue = DispatchQueue(label: "pictures", qos: .utility, attributes: .concurrent)
  private var waiting: [ObjectIdentifier: (picture: Picture, number: Int)] = [:]
  private var requests = 0
  private var running = 0
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  /// Not shown any more, the latest last.
  private var hidden: [Picture] = []

  init(workerCount: Int = usualWorkerCount) {
    self.workerCount = workerCount
  }

  func request(_ picture: Picture) {
    requests += 1
    waiting[ObjectIdentifier(picture)] = (picture, requests)
    startWork()
  }

  /// Returns once there is nothing to be done.
  func waitUntilIdle() async {
    guard running > 0 || !waiting.isEmpty else { return }
    await withCheckedContinuation { idleWaiters.append($0) }
  }

  /// Starts what is most urgent, of that what was asked for last: where the user has scrolled to.
  private func startWork() {
    while running < workerCount {
      let next = waiting.values.max { ($0.picture.urgency, $0.number) < ($1.picture.urgency, $1.number) }
      guard let picture = next?.picture else { return }
      waiting.removeValue(forKey: ObjectIdentifier(picture))
      guard let job = picture.start() else { continue }
      running += 1
      queue.async {
        let result = job.run()
        onMainThread { [weak self] in
          self?.running -= 1
          picture.finish(result)
          self?.startWork()
          self?.tellIfIdle()
        }
      }
    }
  }

  private func tellIfIdle() {
    guard running == 0, waiting.isEmpty else { return }
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  func shown(_ picture: Picture) { hidden.removeAll { $0 === picture } }

  func hidden(_ picture: Picture) {
    waiting.removeValue(forKey: ObjectIdentifier(picture))
    tellIfIdle()
    hidden.append(picture)
    trim()
  }

  /// A picture holds more or fewer pixels than before.
  func changed(_ picture: Picture) {
    if !picture.isShown { trim() }
  }

  private func trim() {
    var bytes = hidden.reduce(0) { $0 + $1.byteCount }
    while bytes > Self.keptBytes, let oldest = hidden.first {
      hidden.removeFirst()
      bytes -= oldest.byteCount
      oldest.forgetPixels()
    }
  }
}

/// Has one picture for each file, as long as anybody uses it.
public final class PictureStore {
  private let loader: PictureLoader
  private var pictures: [String: WeakPicture] = [:]

  private struct WeakPicture { weak var picture: Picture? }

  public convenience init() { self.init(loader: PictureLoader()) }

  init(loader: PictureLoader) { self.loader = loader }

  /// The picture in the file at `path`. Nothing is read before it is shown.
  /// - Parameter expectedSize: the upright size in pixels, where it is known from elsewhere: views then have their shape
  ///   before the file is opened.
  public func picture(at path: String, expectedSize: Size? = nil) -> Picture {
    if let picture = pictures[path]?.picture { return picture }
    let picture = Picture(path: path, expectedSize: expectedSize, loader: loader)
    pictures[path] = WeakPicture(picture: picture)
    return picture
  }

  /// Returns once everything that is shown has the pixels it needs.
  public func waitUntilIdle() async { await loader.waitUntilIdle() }
}
