// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// A surface drawn by a closure; it is drawn again whenever the view around it is evaluated.
public struct DrawingArea: WidgetRepresentable {
  private let draw: (Canvas, Size) -> Void

  /// - Parameter draw: draws into a rectangle at the origin of the size given, in logical pixels.
  public init(draw: @escaping (Canvas, Size) -> Void) { self.draw = draw }

  public func makeWidget(in context: NodeContext) -> DrawingWidget { DrawingWidget() }

  public func updateWidget(_ widget: DrawingWidget, previous: DrawingArea?) { widget.drawing = draw }
}

public final class DrawingWidget: CustomWidget {
  var drawing: ((Canvas, Size) -> Void)? {
    didSet { queueDraw() }
  }

  init() { super.init(cssName: "drawing") }

  public override func draw(into snapshot: Snapshot) {
    snapshot.drawVector(in: Rect(.zero, size)) { drawing?($0, size) }
  }
}

/// Hosts a widget of a program's own.
public struct WidgetView: WidgetRepresentable {
  private let make: () -> Widget

  /// - Parameter make: makes the widget, once: `WidgetView { Widget(gtk_calendar_new()) }`.
  public init(_ make: @escaping () -> Widget) { self.make = make }

  public func makeWidget(in context: NodeContext) -> Widget { make() }
  public func updateWidget(_ widget: Widget, previous: WidgetView?) {}
}
