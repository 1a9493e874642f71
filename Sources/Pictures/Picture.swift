// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import Observation
import PictureHelpers
import PictureMessages

/// One picture file, however many views show it: they share its paintable, its pixels and its animation.
///
/// It has pixels only while it is shown, and shortly afterwards, in the sizes that are shown. Files are opened and
/// decoded off the main thread, by the store's loader.
@Observable
public final class Picture: PictureContent {
  @ObservationIgnored public let path: String
  /// Why it cannot be shown, in words for the user; nil as long as nothing is wrong.
  public private(set) var failure: String?

  @ObservationIgnored private let canvas: PicturePaintable
  @ObservationIgnored private unowned let loader: PictureLoader
  @ObservationIgnored private var viewers: [ObjectIdentifier: WeakViewer] = [:]
  @ObservationIgnored private var info: PictureInfo?
  @ObservationIgnored private var job: PictureJob?
  @ObservationIgnored private var player: AnimationPlayer?
  /// Of a picture so large that regions take too long, while it is held.
  @ObservationIgnored private var pyramid: TilePyramid?
  /// Whether a pyramid cannot be had, for want of room on the disk or because the file is damaged further down.
  @ObservationIgnored private var hasNoPyramid = false
  /// When the work under way was begun, in seconds of the main loop's clock.
  @ObservationIgnored private var jobStart = 0.0
  /// Runs as long as no region may be begun.
  @ObservationIgnored private var regionPause: MainLoop.Timer?
  /// Whether the file has given all that can be had of it, and what there are of pixels has to do.
  @ObservationIgnored private var isExhausted = false
  /// The size of the thumbnail that has been read or made, 0 if there was none; nil before there was a look.
  @ObservationIgnored private var thumbnailSide: Int?
  /// The longer side of what has been taken from a thumbnail that is large enough; nil as long as nothing has.
  @ObservationIgnored private var servedSide: Int?
  /// Whether a thumbnail tells that this is no animation.
  @ObservationIgnored private var isStill = false

  /// How long a pause follows a region, for each second that it took: at least, and at most as long as the picture is
  /// being scaled, since then each region has been overtaken when it is there.
  private static let regionPauseShares = 2.0...8.0
  /// Seconds within which a picture that is being scaled has another size.
  private static let scalingInterval = 0.1

  private struct WeakViewer { weak var viewer: (any PictureViewer)? }

  /// - Parameter expectedSize: the upright size in pixels, where it is known from elsewhere: views then have their shape
  ///   before the file is opened.
  init(path: String, expectedSize: Size?, loader: PictureLoader) {
    self.path = path
    self.loader = loader
    canvas = PicturePaintable(size: expectedSize)
  }

  public var paintable: Paintable { canvas }
  public var isTransparent: Bool { info?.hasAlpha ?? false }
  public var isOpaque: Bool { info?.hasAlpha == false && canvas.hasLevels }
  public var hasAssumedSize: Bool { canvas.hasAssumedSize }

  /// Whether there is nothing to be seen of it yet.
  var isBlank: Bool { canvas.isBlank }

  /// Bytes of pixels that it holds at present.
  var byteCount: Int { canvas.byteCount }

  // MARK: Viewers

  public func beginShowing(in viewer: any PictureViewer) {
    viewers[ObjectIdentifier(viewer)] = WeakViewer(viewer: viewer)
    loader.nowShown(self)
    player?.play()
    showingChanged()
  }

  public func endShowing(in viewer: any PictureViewer) {
    viewers.removeValue(forKey: ObjectIdentifier(viewer))
    if holder == nil { pyramid = nil }
    if !isDetailShown { canvas.dropDetails() }
    guard !isShown else { return showingChanged() }
    job?.cancel()
    player?.pause()
    loader.nowHidden(self)
  }

  public func showingChanged() {
    canvas.seenPart = holder?.seenPart ?? PicturePaintable.whole
    canvas.scaleFactor = viewers.values.compactMap { $0.viewer?.scaleFactor }.max() ?? 1
    guard job == nil, failure == nil else { return }
    if nextJob() != nil { loader.request(self) }
  }

  private var holder: (any PictureViewer)? {
    viewers.values.compactMap(\.viewer).first { $0.urgency == .held }
  }

  private var isDetailShown: Bool {
    viewers.values.compactMap(\.viewer).contains { $0.urgency == .held || $0.showsSquares }
  }

  var isShown: Bool { viewers.values.contains { $0.viewer != nil } }

  var urgency: PictureUrgency {
    viewers.values.compactMap { $0.viewer?.urgency }.max() ?? .nearby
  }

  /// Gives all pixels back.
  func forgetPixels() {
    canvas.forgetPixels()
    player = nil
    isExhausted = false
    hasNoPyramid = false
    thumbnailSide = nil
    servedSide = nil
  }

  /// The file has another content now, or none: it is read anew. What is shown stays until there is something new.
  func fileChanged() {
    job?.cancel()
    info = nil
    failure = nil
    player = nil
    pyramid = nil
    isExhausted = false
    hasNoPyramid = false
    thumbnailSide = nil
    servedSide = nil
    isStill = false
    canvas.isOutdated = true
    showingChanged()
  }

  // MARK: Loading

  /// What is to be done next for those who show it; nil if they have what they need.
  private func nextJob() -> PictureWork? {
    guard isShown, !isExhausted else { return nil }
    let native = info.map { Size($0.pixelSize) } ?? (canvas.hasAssumedSize ? nil : canvas.intrinsicSize)
    let wants = viewers.values.compactMap { want(of: $0.viewer, native: native) }
    if let work = thumbnailWork(for: wants) { return work }
    // What has no room yet is not known to need more than a thumbnail.
    if loader.thumbnails != nil && wants.isEmpty { return nil }
    guard let info, let native else {
      let isThumbnailEnough =
        isStill && native != nil && wants.allSatisfy { canvas.hasLevel(for: $0.size) && !$0.showsSquares }
      return isThumbnailEnough ? nil : .header
    }
    if info.frameCount > 1 {
      guard player == nil, let largest = wants.map(\.size).max(by: { $0.width < $1.width }) else { return nil }
      return .animation(largest.pixels)
    }
    for want in wants {
      if let work = work(for: want, native: native) { return work }
    }
    return nil
  }

  private struct Want {
    /// What the whole is shown at, and of that what would be of use.
    var shown: Size
    var size: Size
    var part: Rect
    var isHeld: Bool
    var showsSquares: Bool
  }

  /// - Parameter native: the picture's size in pixels, where it is known
  private func want(of viewer: (any PictureViewer)?, native: Size?) -> Want? {
    guard let viewer, !viewer.shownSize.isEmpty else { return nil }
    let shown = viewer.shownSize
    // No picture is narrower than a pixel: the decoder's would be larger than asked for, and asked for again and again.
    let least = shown * max(1, 1 / min(shown.width, shown.height))
    // More pixels than the file has would show nothing more.
    return Want(
      shown: shown, size: native.map { least.width < $0.width ? least : $0 } ?? least, part: viewer.shownPart,
      isHeld: viewer.urgency == .held, showsSquares: viewer.showsSquares)
  }

  private func work(for want: Want, native: Size) -> PictureWork? {
    if !canvas.hasLevel(for: want.size) {
      if want.isHeld && canvas.hasLevels {
        if let work = detailWork(for: want, native: native) { return work }
      } else if let work = levelWork(for: want) {
        return work
      }
    }
    guard want.showsSquares else { return nil }
    return canvas.missingSquares(native.pixels, shown: want.shown, part: want.part).map {
      .region(native.pixels, $0.region, magnification: $0.magnification)
    }
  }

  /// Thumbnails come first, where they are of use: to have something to show before there is anything better, or instead
  /// of it.
  private func thumbnailWork(for wants: [Want]) -> PictureWork? {
    guard let cache = loader.thumbnails, (info?.frameCount ?? 1) == 1 else { return nil }
    let blurred = wants.filter { !$0.isHeld && !canvas.hasLevel(for: $0.size) }.map {
      max($0.size.width, $0.size.height)
    }
    guard let greatest = blurred.max() else { return nil }
    let side = Int(min(greatest.rounded(.up), Double(ThumbnailCache.Size.greatestMade.rawValue)))
    guard urgency > .nearby || loader.hasRoom(for: PixelSize(width: side, height: side)) else { return nil }
    guard let size = ThumbnailCache.Size(toCover: greatest) else {
      return canvas.isBlank && thumbnailSide == nil ? .first(.greatestMade, side: side) : nil
    }
    loader.thumbnailSize = max(loader.thumbnailSize, size)
    guard side != servedSide else { return nil }
    if (thumbnailSide ?? .max) >= size.rawValue { return .first(size, side: side) }
    return cache.isWritable ? .making(size, side: side) : nil
  }

  private func levelWork(for want: Want) -> PictureWork? {
    let whole = want.size.limited(toArea: Double(loader.limits.greatestLevelArea))
    guard !canvas.hasLevel(for: whole) else { return nil }
    guard urgency > .nearby || loader.hasRoom(for: whole.pixels) else { return nil }
    return .level(whole.pixels)
  }

  private func detailWork(for want: Want, native: Size) -> PictureWork? {
    if let pyramid {
      return wantedTiles(of: pyramid, for: want).first { !canvas.hasTile($0) }.map { .tile(pyramid, $0) }
    }
    // The first region is there sooner than the pyramid would be.
    let isHuge = Int(native.width * native.height) > loader.limits.greatestRegionArea
    if isHuge && !hasNoPyramid && canvas.hasDetail { return .pyramid }
    let level = want.size.pixels
    guard regionPause == nil else { return nil }
    return canvas.missingRegion(level, part: want.part).map { .region(level, $0, magnification: 1) }
  }

  private func wantedTiles(of pyramid: TilePyramid, for want: Want) -> [TilePyramid.Tile] {
    TileGrid(sizes: pyramid.sizes).wantedTiles(forWidth: want.size.width, part: want.part)
  }

  /// Starts the next piece of work, if there is one still.
  func start() -> PictureJob? {
    guard job == nil, failure == nil, let work = nextJob() else { return nil }
    let started = PictureJob(path: path, work: work, helpers: loader.helpers, thumbnails: loader.thumbnails)
    job = started
    jobStart = MainLoop.now
    return started
  }

  /// Fingers that go on moving ask for one region after the other, and time is to be left to what draws.
  private func pauseRegions() {
    let now = MainLoop.now
    let shares = Self.regionPauseShares
    let shortest = shares.lowerBound * (now - jobStart)
    let end = now + shares.upperBound * (now - jobStart)
    regionPause = MainLoop.after(seconds: max(0, shortest - Self.scalingInterval)) { [weak self] in
      self?.goOnWithRegions(before: end)
    }
  }

  /// Goes on once its size stays the same, or at `end` in seconds of the main loop's clock.
  private func goOnWithRegions(before end: Double) {
    let width = holder?.shownSize.width
    regionPause = MainLoop.after(seconds: max(0, min(Self.scalingInterval, end - MainLoop.now))) { [weak self] in
      guard let self else { return }
      if self.holder?.shownSize.width != width && MainLoop.now < end { return self.goOnWithRegions(before: end) }
      self.regionPause = nil
      self.showingChanged()
    }
  }

  /// Begins with the file before anybody shows it, for what is certain to be shown.
  /// - Parameter room: in device pixels, what it will probably be shown in.
  public func prepare(toFit room: Size) {
    guard job == nil, info == nil, failure == nil else { return }
    let started = PictureJob(path: path, work: .opening(room.pixels), helpers: loader.helpers, thumbnails: nil)
    job = started
    loader.run(started, for: self)
  }

  /// The work that was started has come to its end.
  func finish(_ result: Result<PictureJob.Product, PictureError>) {
    let ended = job
    job = nil
    switch ended?.wasCancelled == true ? .failure(.cancelled) : result {
    case .success(.header(let info)): use(info)
    case .success(.stored(let thumbnail, let size, let side)):
      thumbnailSide = size.rawValue
      if side <= size.rawValue { servedSide = side }
      isStill = thumbnail.isStill
      if info == nil, let size = thumbnail.pictureSize { canvas.setSize(Size(size)) }
      canvas.add(Texture(thumbnail.pixels))
    case .success(.preview(let info, let pixels)):
      thumbnailSide = 0
      use(info)
      if let pixels { canvas.showPreview(Texture(pixels)) }
    case .success(.made(let made, let size, let side)):
      thumbnailSide = size.rawValue
      servedSide = side
      use(made.info)
      canvas.add(Texture(made.pixels))
    case .success(.opening(let info, let pixels)):
      use(info)
      if let pixels { canvas.add(Texture(pixels)) }
    case .success(.level(let pixels)): canvas.add(Texture(pixels))
    case .success(.region(let pixels, let level, let region, let magnification)):
      pauseRegions()
      // It may have been let go of meanwhile.
      if isDetailShown { canvas.show(Texture(pixels), of: region, level: level, magnification: magnification) }
    case .success(.pyramid(let made)): if holder != nil { pyramid = made }
    case .success(.tile(let pixels, let tile)): add(pixels, tile: tile)
    case .success(.animation(let decoder, let first)):
      guard let info else { break }
      let player = AnimationPlayer(decoder: decoder, first: first, info: info) { [weak canvas] frame in
        canvas?.showFrame(frame)
      }
      self.player = player
      if isShown { player.play() }
    case .failure(.cancelled): break
    case .failure where ended?.work.isPyramid == true: hasNoPyramid = true
    // What can be seen is not taken away because there is nothing better: the file may be gone.
    case .failure where canvas.hasLevels: isExhausted = true
    case .failure(let error): failure = error.text
    }
    loader.changed(self)
    showingChanged()
  }

  private func use(_ info: PictureInfo) {
    self.info = info
    canvas.setSize(Size(info.pixelSize))
  }

  private func add(_ pixels: Pixels, tile: TilePyramid.Tile) {
    guard let pyramid, let info, let holder else { return }
    let native = Size(info.pixelSize)
    let wanted = want(of: holder, native: native).map { wantedTiles(of: pyramid, for: $0) } ?? []
    canvas.add(
      Texture(pixels), tile: tile, at: pyramid.rect(of: tile), level: pyramid.sizes[tile.level], wanted: Set(wanted))
  }
}

extension Size {
  fileprivate init(_ pixels: PixelSize) { self.init(Double(pixels.width), Double(pixels.height)) }

  /// Of the same shape, and no larger than that many pixels.
  fileprivate func limited(toArea area: Double) -> Size {
    self * min(1, (area / (width * height)).squareRoot())
  }

  /// Rounded to whole pixels, as the place that it is drawn in is.
  fileprivate var pixels: PixelSize {
    PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
  }
}

extension Texture {
  /// Shares the decoder's memory.
  convenience init(_ pixels: Pixels) {
    self.init(
      width: pixels.width, height: pixels.height, stride: pixels.stride, format: pixels.hasAlpha ? .rgba : .rgb,
      bytes: pixels.withBytes { $0 }, owner: pixels)
  }
}
