// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import ZoomModel

/// What a lifted copy is made of.
enum LiftContent {
  /// Whatever the source draws, frame by frame.
  case node
  /// The source's own picture, which can be drawn larger than its source and beyond its crop.
  case picture(any PictureContent, fit: ContentFit, cornerRadius: Double)
}

/// A lift with everything that is needed to draw it.
final class ActiveLift: PictureViewer {
  let id: SourceID
  let policy: ZoomPolicy
  let release: ReleaseAction
  let content: LiftContent
  var model: Lift
  /// The widget that shows the source and is not drawn meanwhile; another one if the source is shown by another.
  weak var source: ZoomSourceWidget? {
    didSet {
      oldValue?.isLifted = false
      source?.isLifted = true
    }
  }
  private weak var container: ZoomContainerWidget?
  let scaleFactor: Int
  private var contentChange: SignalConnection?
  private var node: RenderNode?
  private var nodeSize: Size
  /// What a copy that comes from the viewer brings along, as long as it does.
  private var handover: (fade: Fade, backdropOpacity: Double)?
  /// How much of that is left, from 1 to 0.
  private var handoverShare = 0.0

  /// Opening the crop and squaring the corners: the scales are those of the behaviour's own table.
  private static let opening = CropOpening()

  /// Whether what it shows is still there where its source is not, because its list has been scrolled.
  let isScrolledAway: () -> Bool

  init(source: ZoomSourceWidget, id: SourceID, model: Lift, in container: ZoomContainerWidget) {
    self.id = id
    self.source = source
    self.model = model
    self.container = container
    scaleFactor = container.scaleFactor
    policy = source.policy
    release = source.release
    content = source.content
    nodeSize = source.size
    isScrolledAway = source.ancestor(ListCell.self)?.itemExists ?? { false }
    source.isLifted = true
    guard case .picture(let picture, _, _) = content else { return }
    picture.beginShowing(in: self)
    // Its source may be out of sight, and would then not draw itself for another frame of the picture.
    contentChange = picture.paintable.on("invalidate-contents") { [weak container] in container?.liftsChanged() }
  }

  /// Begins as the viewer ends: with its backdrop, and not cropped.
  func takeOver(backdropOpacity: Double, at time: Double) {
    handover = (Fade(startTime: time, duration: ZoomMotion.standard.response), backdropOpacity)
    handoverShare = 1
  }

  /// Goes on to the frame at `time`.
  func frame(at time: Double, sourceBounds: Rect?) {
    model.frame(at: time, sourceBounds: sourceBounds)
    guard let handover else { return }
    handoverShare = handover.fade.opacity(at: time)
    if handoverShare == 0 { self.handover = nil }
  }

  /// Whether the copy goes, and the source is drawn again.
  var isDone: Bool { model.isDone && handover == nil }

  /// Whether something about it changes without fingers.
  var movesByItself: Bool { !model.isHeld || handover != nil }

  /// Call it when the copy is gone.
  func end() {
    contentChange?.disconnect()
    if case .picture(let picture, _, _) = content { picture.endShowing(in: self) }
    source?.isLifted = false
    source?.queueDraw()
  }

  var urgency: PictureUrgency { model.isHeld ? .held : .visible }

  /// Nothing is fetched any more for a copy that is on its way home.
  var shownSize: Size {
    model.isHeld ? (wholePicture?.size ?? .zero) * (model.shown.scale * Double(scaleFactor)) : .zero
  }

  var shownPart: Rect {
    guard let whole = wholePicture, !whole.isEmpty, let container else { return .zero }
    let seen = model.shown.inverse.bounds(of: Rect(.zero, container.size)).intersection(whole)
    return Rect(
      x: (seen.minX - whole.minX) / whole.size.width, y: (seen.minY - whole.minY) / whole.size.height,
      width: seen.size.width / whole.size.width, height: seen.size.height / whole.size.height)
  }

  /// Fingers have moved the copy, or let go of it.
  func holdChanged() {
    if case .picture(let picture, _, _) = content { picture.showingChanged() }
  }

  /// Shows this in the copy from now on; the source has drawn itself.
  func show(_ node: RenderNode?, size: Size) {
    self.node = node
    nodeSize = size
    if case .node = content { container?.liftsChanged() }
  }

  /// From 0 on the page to 1; more for a copy that comes from the viewer.
  var backdropProgress: Double {
    guard policy.backdropOpacity > 0 else { return 0 }
    let ownOpacity = policy.backdrop.opacity(scale: model.shown.scale)
    let opacity = max(ownOpacity, (handover?.backdropOpacity ?? 0) * handoverShare)
    return opacity / policy.backdropOpacity * model.opacity
  }

  /// Whether the copy, as it is shown now, covers a point of the container.
  func covers(_ point: Point) -> Bool {
    shownRect.contains(model.shown.inverse.apply(to: point))
  }

  /// The upright rectangle around the copy as it is shown now, in the container's coordinates.
  var bounds: Rect { model.shown.bounds(of: shownRect) }

  /// Where the whole picture lies, what its source cuts off included, in the coordinates that the source had at the lift.
  private var wholePicture: Rect? {
    guard case .picture(let picture, let fit, _) = content else { return nil }
    return fit.rect(for: picture.paintable.intrinsicSize, in: model.reference)
  }

  /// What of the picture is shown at this scale, in the coordinates that the source had at the lift.
  private var shownRect: Rect {
    guard let whole = wholePicture else { return model.reference }
    let fraction = policy.opensCrop ? Self.opening.fraction(scale: model.shown.scale) : 0
    return model.reference.interpolated(to: whole, by: max(fraction, handoverShare))
  }

  /// How the viewer begins that goes on with this copy; nil for what it cannot show.
  func opening(velocity: MotionVelocity) -> ViewerOpening? {
    guard case .picture(_, _, let radius) = content, let whole = wholePicture else { return nil }
    return ViewerOpening(
      whole: whole, shownRect: shownRect,
      cornerRadius: radius * Self.opening.cornerRadiusFactor(scale: model.shown.scale), shown: model.shown,
      velocity: velocity, backdropOpacity: min(1, backdropProgress * policy.backdropOpacity))
  }

  func draw(into snapshot: Snapshot) {
    snapshot.withOpacity(model.opacity) {
      snapshot.saved {
        switch content {
        case .node: drawNode(into: snapshot)
        case .picture(let picture, _, let radius): draw(picture.paintable, cornerRadius: radius, into: snapshot)
        }
      }
    }
  }

  private func drawNode(into snapshot: Snapshot) {
    guard let node, nodeSize.width > 0 else { return }
    snapshot.apply(model.shown)
    snapshot.translate(by: model.reference.origin)
    snapshot.scale(by: model.reference.size.width / nodeSize.width)
    snapshot.draw(node)
  }

  /// Turned and moved by a transform, but scaled by its size, so that the paintable knows how large it is drawn.
  private func draw(_ paintable: Paintable, cornerRadius: Double, into snapshot: Snapshot) {
    guard let whole = wholePicture else { return }
    let scale = model.shown.scale
    snapshot.apply(Similarity(scale: 1, angle: model.shown.angle, translation: model.shown.translation))
    let radius = cornerRadius * scale * min(Self.opening.cornerRadiusFactor(scale: scale), 1 - handoverShare)
    snapshot.clipped(to: shownRect.scaled(by: scale), cornerRadius: radius) {
      snapshot.draw(paintable, in: whole.scaled(by: scale))
    }
  }
}
