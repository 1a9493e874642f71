// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// How a picture fills the room it has.
public enum ContentFit: Sendable {
  /// All of it can be seen.
  case contain
  /// It fills the room; what does not fit is cut off, the same on both sides.
  case cover

  /// Where a picture of `size` goes in `room`.
  public func rect(for size: Size, in room: Rect) -> Rect {
    guard !size.isEmpty, !room.isEmpty else { return room }
    let ratios = (room.size.width / size.width, room.size.height / size.height)
    let scale = self == .contain ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
    return Rect(center: room.center, size: size * scale)
  }
}

/// How soon a viewer needs the pixels of what it shows.
public enum PictureUrgency: Int, Comparable, Sendable {
  /// It is about to come into view.
  case nearby
  case visible
  /// Fingers hold it.
  case held

  public static func < (a: PictureUrgency, b: PictureUrgency) -> Bool { a.rawValue < b.rawValue }
}

/// Shows a picture on screen.
@MainActor
public protocol PictureViewer: AnyObject {
  var urgency: PictureUrgency { get }
  /// How large it shows the whole picture, in device pixels; zero as long as that is not known.
  var shownSize: Size { get }
  /// Which part of the picture is wanted sharp, since it can be seen or soon will: (0, 0, 1, 1) is all of it.
  var shownPart: Rect { get }
  /// Which part of the picture can be seen at present; `shownPart` unless it says otherwise.
  var seenPart: Rect { get }
  /// Device pixels for a logical pixel.
  var scaleFactor: Int { get }
  /// Whether above 200 % each pixel of the picture is shown as a square, and not smoothly; no unless it says otherwise.
  var showsSquares: Bool { get }
}

extension PictureViewer {
  public var seenPart: Rect { shownPart }
  public var showsSquares: Bool { false }
}

/// Something to show in a picture view that is told who shows it, to have the pixels that are needed, and only those.
@MainActor
public protocol PictureContent: AnyObject {
  var paintable: Paintable { get }

  /// Whether the paintable's size only keeps the place, because nothing is known of the picture.
  var hasAssumedSize: Bool { get }

  /// `viewer` shows it from now on, until `endShowing`.
  func beginShowing(in viewer: any PictureViewer)

  func endShowing(in viewer: any PictureViewer)

  /// The viewer shows it at another size, or another part of it.
  func showingChanged()

  /// Whether what is behind the picture can be seen through some of it; not known before it has been loaded.
  var isTransparent: Bool { get }

  /// Whether at present it covers all of its place, so that nothing behind has to be drawn.
  var isOpaque: Bool { get }
}

extension PictureContent {
  public var hasAssumedSize: Bool { false }
  public var isTransparent: Bool { false }
  public var isOpaque: Bool { false }
}

/// A paintable that needs no care.
private final class PlainContent: PictureContent {
  let paintable: Paintable
  init(_ paintable: Paintable) { self.paintable = paintable }
  func beginShowing(in viewer: any PictureViewer) {}
  func endShowing(in viewer: any PictureViewer) {}
  func showingChanged() {}
}

/// A picture.
public struct PictureView: WidgetRepresentable {
  private let content: any PictureContent
  private let fit: ContentFit
  private let aspectRatio: Double?

  /// - Parameters:
  ///   - fit: how it fills the room that it gets.
  ///   - aspectRatio: width by height of the room it asks for; nil asks for the picture's own.
  public init(_ content: any PictureContent, fit: ContentFit = .contain, aspectRatio: Double? = nil) {
    self.content = content
    self.fit = fit
    self.aspectRatio = aspectRatio
  }

  public init(_ paintable: Paintable, fit: ContentFit = .contain, aspectRatio: Double? = nil) {
    self.init(PlainContent(paintable), fit: fit, aspectRatio: aspectRatio)
  }

  public func makeWidget(in context: NodeContext) -> PictureWidget { PictureWidget() }

  public func updateWidget(_ widget: PictureWidget, previous: PictureView?) {
    widget.fit = fit
    widget.aspectRatio = aspectRatio
    widget.show(content)
  }
}

/// Draws a paintable. What is not seen does not keep its content.
public final class PictureWidget: CustomWidget, PictureViewer {
  public private(set) var content: (any PictureContent)?
  private var connections: [SignalConnection] = []
  private var isShowing = false

  init() {
    super.init(cssName: "picture")
    drawsOutsideItsBounds = false
  }

  public internal(set) var fit = ContentFit.contain {
    didSet { if fit != oldValue { queueDraw() } }
  }

  var aspectRatio: Double? {
    didSet { if aspectRatio != oldValue { queueResize() } }
  }

  func show(_ newContent: any PictureContent) {
    guard newContent !== content, newContent.paintable !== content?.paintable else { return }
    if isShowing { content?.endShowing(in: self) }
    for connection in connections { connection.disconnect() }
    content = newContent
    connections = [
      newContent.paintable.on("invalidate-contents") { [weak self] in self?.queueDraw() },
      newContent.paintable.on("invalidate-size") { [weak self] in self?.sizeChanged() },
    ]
    if isShowing { newContent.beginShowing(in: self) }
    sizeChanged()
  }

  isolated deinit {
    if isShowing { content?.endShowing(in: self) }
    for connection in connections { connection.disconnect() }
  }

  /// Whether any of it can be seen through what scrolls around it.
  public var urgency: PictureUrgency {
    guard let root, let bounds = visibleBounds(in: root), !bounds.isEmpty else { return .nearby }
    return .visible
  }

  public var shownSize: Size { pictureRect.size * Double(scaleFactor) }

  public var shownPart: Rect { Rect(x: 0, y: 0, width: 1, height: 1) }

  public override func allocate(width: Int, height: Int) {
    if isShowing { content?.showingChanged() }
  }

  private func sizeChanged() {
    if aspectRatio == nil { queueResize() } else { queueDraw() }
  }

  public override func mapped() {
    isShowing = true
    content?.beginShowing(in: self)
  }

  public override func unmapped() {
    isShowing = false
    content?.endShowing(in: self)
  }

  private var shownRatio: Double? {
    if let aspectRatio { return aspectRatio }
    guard let size = content?.paintable.intrinsicSize, !size.isEmpty else { return nil }
    return size.width / size.height
  }

  public override var isHeightForWidth: Bool { true }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    guard let ratio = shownRatio else { return Measurement(minimum: 0, natural: 0) }
    switch orientation {
    case .vertical where size >= 0:
      // Its width is settled, and so is its height.
      let height = Int((Double(size) / ratio).rounded())
      return Measurement(minimum: height, natural: height)
    case .horizontal where size >= 0: return Measurement(minimum: 0, natural: Int((Double(size) * ratio).rounded()))
    case .horizontal: return Measurement(minimum: 0, natural: Int(content?.paintable.intrinsicSize.width ?? 0))
    case .vertical: return Measurement(minimum: 0, natural: Int(content?.paintable.intrinsicSize.height ?? 0))
    }
  }

  /// Where the whole picture lies, in this widget's coordinates; larger than the widget where it is cut off.
  public var pictureRect: Rect {
    let room = Rect(.zero, size)
    guard let content else { return room }
    return fit.rect(for: content.paintable.intrinsicSize, in: room)
  }

  public override func draw(into snapshot: Snapshot) {
    guard let content else { return }
    snapshot.draw(content.paintable, in: pictureRect)
  }
}
