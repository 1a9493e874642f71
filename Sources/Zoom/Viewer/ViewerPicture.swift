// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import ZoomModel

/// A picture of the viewer's row, as long as it is shown or about to be.
final class ViewerPicture: PictureViewer {
  let id: SourceID
  let content: any PictureContent
  /// How many places it stands to the right of the picture that is looked at.
  var place: Int
  private weak var canvas: ViewerCanvas?
  private var connections: [SignalConnection] = []

  init(id: SourceID, content: any PictureContent, place: Int, in canvas: ViewerCanvas) {
    self.id = id
    self.content = content
    self.place = place
    self.canvas = canvas
    content.beginShowing(in: self)
    connections = [
      content.paintable.on("invalidate-contents") { [weak canvas] in canvas?.queueDraw() },
      content.paintable.on("invalidate-size") { [weak self] in
        guard let self else { return }
        self.canvas?.sizeChanged(of: self)
      },
    ]
  }

  /// Call it when it is not shown any more.
  func end() {
    for connection in connections { connection.disconnect() }
    content.endShowing(in: self)
  }

  var urgency: PictureUrgency {
    guard place == 0 else { return .nearby }
    return canvas?.isZoomedIn == true ? .held : .visible
  }

  var shownSize: Size {
    guard let canvas, !canvas.size.isEmpty else { return .zero }
    let layout = canvas.layout(for: content)
    let scale = place == 0 ? canvas.restingScale : 1
    return layout.reference.size * (scale * Double(canvas.scaleFactor))
  }

  var scaleFactor: Int { canvas?.scaleFactor ?? 1 }
  var showsSquares: Bool { true }

  var shownPart: Rect {
    guard place == 0, let canvas else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    return canvas.shownPart
  }

  var seenPart: Rect {
    guard place == 0, let canvas else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    return canvas.seenPart
  }
}
