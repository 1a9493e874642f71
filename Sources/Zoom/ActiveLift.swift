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
  let content: LiftContent
  var model: Lift
  /// The widget that shows the source and is not drawn meanwhile; another one if the source is shown by another.
  weak var source: ZoomSourceWidget?
  private weak var container: ZoomContainerWidget?
  private let deviceScale: Double
  private var contentChange: SignalConnection?
  private var node: RenderNode?
  private var nodeSize: Size

  /// Opening the crop and squaring the corners: the scales are those of the behaviour's own table.
  private static let opening = CropOpening()

  init(source: ZoomSourceWidget, id: SourceID, model: Lift, in container: ZoomContainerWidget) {
    self.id = id
    self.source = source
    self.model = model
    self.container = container
    deviceScale = Double(container.scaleFactor)
    policy = source.policy
    content = source.content
    nodeSize = source.size
    guard case .picture(let picture, _, _) = content else { return }
    picture.beginShowing(in: self)
    // Its source may be out of sight, and would then not draw itself for another frame of the picture.
    contentChange = picture.paintable.on("invalidate-contents") { [weak container] in container?.liftsChanged() }
  }

  /// Call it when the copy is gone.
  func end() {
    contentChange?.disconnect()
    if case .picture(let picture, _, _) = content { picture.endShowing(in: self) }
    source?.queueDraw()
  }

  var urgency: PictureUrgency { model.isHeld ? .held : .visible }

  /// Nothing is fetched any more for a copy that is on its way home.
  var shownSize: Size {
    model.isHeld ? (wholePicture?.size ?? .zero) * (model.shown.scale * deviceScale) : .zero
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

  /// From 0 on the page to 1.
  var backdropProgress: Double {
    guard policy.backdropOpacity > 0 else { return 0 }
    return policy.backdrop.opacity(scale: model.shown.scale) / policy.backdropOpacity * model.opacity
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
    guard policy.opensCrop, let whole = wholePicture else { return model.reference }
    return model.reference.interpolated(to: whole, by: Self.opening.fraction(scale: model.shown.scale))
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
    let radius = cornerRadius * scale * Self.opening.cornerRadiusFactor(scale: scale)
    snapshot.clipped(to: shownRect.scaled(by: scale), cornerRadius: radius) {
      snapshot.draw(paintable, in: whole.scaled(by: scale))
    }
  }
}
