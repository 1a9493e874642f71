// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import Observation
import Zoom

/// A surface that draws with one finger and is lifted with two, on a page that scrolls.
struct DrawingPage: View {
  @State private var sketch = Sketch()

  var body: some View {
    ScrollingPage(hint: tr("Draw with one finger, lift with two. Beside the surface, the page scrolls.")) {
      SketchView(sketch: sketch).frame(minimumHeight: 400).styleClass("card").zoomable(id: "sketch")
      HStack(spacing: 24) {
        CounterLabel(title: tr("Strokes"), counter: sketch.finished)
        CounterLabel(title: tr("Undone by a pinch"), counter: sketch.cancelled)
        Button(tr("Clear")) { sketch.clear() }
      }
      .align(horizontally: .center)
      // Makes the page long enough to scroll in any window.
      ForEach(1..<9, id: \.self) { number in
        Card { Label(tr("Line %d").replacingFirst("%d", with: String(number))) }
      }
    }
  }
}

/// What was drawn.
@Observable
final class Sketch {
  private(set) var strokes: [[Point]] = []
  @ObservationIgnored let finished = Counter("strokes")
  @ObservationIgnored let cancelled = Counter("cancelled")

  func handle(_ drag: DragEvent) {
    switch drag.phase {
    case .began: strokes.append([drag.location])
    case .moved: strokes[strokes.count - 1].append(drag.location)
    case .ended: finished.add()
    case .cancelled:
      // A second finger has come: that was the start of a pinch and not of a stroke.
      strokes.removeLast()
      cancelled.add()
    }
  }

  func clear() { strokes = [] }
}

private struct SketchView: View {
  let sketch: Sketch

  var body: some View {
    let strokes = sketch.strokes
    DrawingArea { canvas, _ in
      canvas.setColor(Palette.blue)
      for stroke in strokes { canvas.strokeLine(through: stroke, width: 4) }
    }
    .onDrag { sketch.handle($0) }
  }
}
