// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import Observation
import PictureDecoding

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
  /// Whether the file has given all that can be had of it, and what there are of pixels has to do.
  @ObservationIgnored private var isExhausted = false

  private struct WeakViewer { weak var viewer: (any PictureViewer)? }

  /// - Parameter expectedSize: the upright size in pixels, where it is known from elsewhere: views then have their shape
  ///   before the file is opened.
  init(path: String, expectedSize: Size?, loader: PictureLoader) {
    self.path = path
    self.loader = loader
    canvas = PicturePaintable(size: expectedSize)
  }

  public var paintable: Paintable { canvas }

  /// Bytes of pixels that it holds at present.
  var byteCount: Int { canvas.byteCount }

  // MARK: Viewers

  public func beginShowing(in viewer: any PictureViewer) {
    viewers[ObjectIdentifier(viewer)] = WeakViewer(viewer: viewer)
    loader.shown(self)
    player?.play()
    showingChanged()
  }

  public func endShowing(in viewer: any PictureViewer) {
    viewers.removeValue(forKey: ObjectIdentifier(viewer))
    canvas.dropDetail()
    guard !isShown else { return }
    job?.cancel()
    player?.pause()
    loader.hidden(self)
  }

  public func showingChanged() {
    canvas.seenPart = holder?.shownPart ?? PicturePaintable.whole
    guard job == nil, failure == nil else { return }
    if nextJob() != nil { loader.request(self) }
  }

  private var holder: (any PictureViewer)? {
    viewers.values.compactMap(\.viewer).first { $0.urgency == .held }
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
  }

  // MARK: Loading

  /// What is to be done next for those who show it; nil if they have what they need.
  private func nextJob() -> PictureWork? {
    guard isShown, !isExhausted else { return nil }
    guard let info else { return .header }
    let native = Size(Double(info.pixelSize.width), Double(info.pixelSize.height))
    let wants = viewers.values.compactMap { want(of: $0.viewer, native: native) }
    if info.frameCount > 1 {
      guard player == nil, let largest = wants.map(\.size).max(by: { $0.width < $1.width }) else { return nil }
      return .animation(largest.pixels)
    }
    for want in wants where !canvas.hasLevel(for: want.size) {
      if want.isHeld && canvas.hasLevels {
        if let region = canvas.missingDetail(want.size, part: want.part) { return .region(want.size.pixels, region) }
      } else {
        return .level(want.size.pixels)
      }
    }
    return nil
  }

  private struct Want {
    var size: Size
    var part: Rect
    var isHeld: Bool
  }

  private func want(of viewer: (any PictureViewer)?, native: Size) -> Want? {
    guard let viewer, !viewer.shownSize.isEmpty else { return nil }
    // More pixels than the file has would show nothing more.
    let shown = viewer.shownSize
    let size = shown.width < native.width ? shown : native
    return Want(size: size, part: viewer.shownPart, isHeld: viewer.urgency == .held)
  }

  /// Starts the next piece of work, if there is one still.
  func start() -> PictureJob? {
    guard job == nil, failure == nil, let work = nextJob() else { return nil }
    let started = PictureJob(path: path, work: work)
    job = started
    return started
  }

  /// The work that was started has come to its end.
  func finish(_ result: Result<PictureJob.Product, PictureError>) {
    job = nil
    switch result {
    case .success(.header(let info)):
      self.info = info
      canvas.setSize(Size(Double(info.pixelSize.width), Double(info.pixelSize.height)))
    case .success(.level(let pixels)): canvas.add(Texture(pixels))
    case .success(.region(let pixels, let level, let region)):
      // It may have been let go of meanwhile.
      if holder != nil { canvas.setDetail(Texture(pixels), level: level, region: region) }
    case .success(.animation(let decoder, let first)):
      guard let info else { break }
      let player = AnimationPlayer(decoder: decoder, first: first, info: info) { [weak canvas] frame in
        canvas?.showFrame(frame)
      }
      self.player = player
      if isShown { player.play() }
    case .failure(.cancelled): break
    // What can be seen is not taken away because there is nothing better: the file may be gone.
    case .failure where canvas.hasLevels: isExhausted = true
    case .failure(let error): failure = error.text
    }
    loader.changed(self)
    showingChanged()
  }
}

extension Size {
  /// Rounded up to whole pixels.
  fileprivate var pixels: PixelSize {
    PixelSize(width: max(1, Int(width.rounded(.up))), height: max(1, Int(height.rounded(.up))))
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
