// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// The outline that a view is cut to.
public enum ClipShape: Hashable, Sendable {
  case rectangle
  /// With round corners of this radius, in logical pixels.
  case rounded(Double)

  public var cornerRadius: Double {
    switch self {
    case .rectangle: 0
    case .rounded(let radius): radius
    }
  }
}

extension View {
  /// Cuts off what lies outside of `shape`.
  public func clipShape(_ shape: ClipShape) -> some View { ClipView(content: self, shape: shape) }
}

struct ClipView<Content: View>: WidgetRepresentable {
  let content: Content
  let shape: ClipShape

  var slots: [any View] { [content] }

  func makeWidget(in context: NodeContext) -> ClipWidget { ClipWidget() }
  func updateWidget(_ widget: ClipWidget, previous: Self?) { widget.shape = shape }
  func placeWidgets(_ slots: [[Widget]], in widget: ClipWidget) { widget.show(slots[0].first) }
}

/// A widget with one child.
open class BinWidget: CustomWidget {
  public private(set) var child: Widget?

  package func show(_ widget: Widget?) {
    guard widget !== child else { return }
    if let child { disown(child) }
    child = widget
    if let widget { adopt(widget) }
  }
}

/// Cuts its child to a shape.
public final class ClipWidget: BinWidget {
  public internal(set) var shape = ClipShape.rectangle {
    didSet { if shape != oldValue { queueDraw() } }
  }

  init() { super.init(cssName: "clip") }

  public override func draw(into snapshot: Snapshot) {
    snapshot.clipped(to: Rect(.zero, size), cornerRadius: shape.cornerRadius) { super.draw(into: snapshot) }
  }
}
