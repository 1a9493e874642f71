// SPDX-License-Identifier: MIT
import Dispatch
import GtkCore
import Observation
import PictureHelpers
import PictureMessages
import Synchronization

/// Makes the thumbnails that pictures lack, when nothing that is shown waits for pixels; one core at least stays free.
@Observable
public final class ThumbnailMaker {
  /// How many thumbnails are still to be made. Changes twice in a second at most.
  public private(set) var remaining = 0
  /// How many could not be made, by the reason in words for the user.
  public private(set) var failures: [String: Int] = [:]

  @ObservationIgnored private let cache: ThumbnailCache
  @ObservationIgnored private let loader: PictureLoader
  @ObservationIgnored private let queue = DispatchQueue(
    label: "thumbnails", qos: .background, attributes: .concurrent)
  @ObservationIgnored private var run: Run?
  /// Paths of pictures that lack one, in the order in which they get it.
  @ObservationIgnored private var waiting: ArraySlice<String> = []
  /// Those that are being made.
  @ObservationIgnored private var begun = 0
  /// When `remaining` was set last, in seconds of the main loop's clock.
  @ObservationIgnored private var publication = 0.0

  /// Seconds.
  private static let publicationInterval = 0.5

  /// Thumbnails that were asked for together.
  private nonisolated final class Run: Sendable {
    private let isCancelled = Atomic(false)
    var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }
    func cancel() { isCancelled.store(true, ordering: .relaxed) }
  }

  init(cache: ThumbnailCache, loader: PictureLoader) {
    self.cache = cache
    self.loader = loader
  }

  isolated deinit { run?.cancel() }

  /// Makes those thumbnails that are missing, in this order, instead of what was asked for before.
  ///
  /// - Parameter paths: of picture files, or their `file:` URIs
  public func make(for paths: [String]) {
    stop()
    failures = [:]
    let run = Run()
    self.run = run
    let (cache, loader, queue, size) = (cache, loader, queue, loader.thumbnailSize)
    Task { [weak self] in
      await loader.waitUntilIdle()
      let missing = await queue.result { Self.missing(paths, size: size, in: cache, run: run) }
      guard let self, !run.wasCancelled else { return }
      self.waiting = missing[...]
      self.publish(atOnce: true)
      for _ in 0..<max(1, loader.limits.workerCount - 1) {
        Task { [weak self] in
          while let next = await self?.next(in: run) {
            let size = loader.thumbnailSize
            let failure = await queue.result { Self.make(next, size: size, in: cache, run: run) }
            self?.finish(failure, in: run)
          }
        }
      }
    }
  }

  /// Makes no more thumbnails.
  public func stop() {
    run?.cancel()
    run = nil
    waiting = []
    publish(atOnce: true)
  }

  /// The picture whose turn it is, once nothing that is shown waits for pixels; nil at the end.
  private func next(in run: Run) async -> String? {
    await loader.waitUntilIdle()
    guard !run.wasCancelled, cache.isWritable, let path = waiting.popFirst() else {
      if run === self.run, begun == 0 { stop() }
      return nil
    }
    begun += 1
    return path
  }

  private func finish(_ failure: PictureError?, in run: Run) {
    begun -= 1
    guard run === self.run else { return }
    if let failure, failure != .cancelled { failures[failure.text, default: 0] += 1 }
    publish(atOnce: false)
  }

  private func publish(atOnce: Bool) {
    let count = waiting.count + (run == nil ? 0 : begun)
    guard count != remaining, atOnce || MainLoop.now - publication > Self.publicationInterval else { return }
    publication = MainLoop.now
    remaining = count
  }

  private nonisolated static func missing(
    _ paths: [String], size: ThumbnailCache.Size, in cache: ThumbnailCache, run: Run
  ) -> [String] {
    paths.filter { path in
      guard !run.wasCancelled, let original = try? cache.original(at: path) else { return false }
      return cache.isMissing(original, size: size)
    }
  }
  private nonisolated static func make(
    _ path: String, size: ThumbnailCache.Size, in cache: ThumbnailCache, run: Run
  ) -> PictureError? {
    do throws(PictureError) {
      // Whoever has shown it meanwhile has made it.
      guard let original = try cache.original(at: path), cache.isMissing(original, size: size) else { return nil }
      try cache.makeThumbnail(of: original, size: size, isPatient: true, isCancelled: { run.wasCancelled })
      return nil
    } catch {
      return error
    }
  }
}

extension DispatchQueue {
  /// What `body` gives when it has been run there.
  fileprivate nonisolated func result<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in async { continuation.resume(returning: body()) } }
  }
}
