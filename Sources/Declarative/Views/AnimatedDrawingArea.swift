// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// A surface drawn by a closure anew in every frame, as long as it is on screen.
public struct AnimatedDrawingArea: WidgetRepresentable {
  private let draw: (Canvas, Size, Double) -> Void

  /// - Parameter draw: draws into a rectangle at the origin of the size given, in logical pixels; gets the time of the
  ///   frame in seconds, monotonic.
  public init(draw: @escaping (_ canvas: Canvas, _ size: Size, _ time: Double) -> Void) { self.draw = draw }

  public func makeWidget(in context: NodeContext) -> AnimatedDrawingWidget { AnimatedDrawingWidget() }

  public func updateWidget(_ widget: AnimatedDrawingWidget, previous: AnimatedDrawingArea?) { widget.drawing = draw }
}

public final class AnimatedDrawingWidget: CustomWidget {
  var drawing: ((Canvas, Size, Double) -> Void)?
  private var isTicking = false

  init() { super.init(cssName: "drawing") }

  public override func draw(into snapshot: Snapshot) {
    snapshot.drawVector(in: Rect(.zero, size)) { drawing?($0, size, frameTime) }
  }

  public override func mapped() {
    guard !isTicking else { return }
    isTicking = true
    onEachFrame { [weak self] _ in
      guard let self else { return false }
      self.isTicking = self.isMapped
      if self.isTicking { self.queueDraw() }
      return self.isTicking
    }
  }
}
