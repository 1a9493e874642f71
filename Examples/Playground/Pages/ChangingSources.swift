// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import Zoom

/// A button whose action comes some time after its press, so that two fingers can be put down meanwhile.
private struct DelayedButton: View {
  /// Seconds.
  private static let delay = 2.0

  let title: String
  let action: () -> Void
  @State private var timer: MainLoop.Timer?

  var body: some View {
    Button(title) { timer = MainLoop.after(seconds: Self.delay, action) }.align(horizontally: .start)
  }
}

/// A source whose pixels are missing: for ever, or until a button is pressed.
struct LateSource: View {
  let exhibit: Exhibit
  let media: Media
  @State private var content = LateContent()

  var body: some View {
    PictureView(content, fit: .contain, aspectRatio: 2).zoomable(id: exhibit)
    if exhibit == .late {
      DelayedButton(title: tr("Load in 2 seconds")) {
        content.arrive(media.picture())
        Output.write("event arrived")
      }
    }
  }
}

/// Pixels that are not there yet, and then are those of another content.
private final class LateContent: PictureContent {
  private let canvas = LatePaintable()
  private var arrived: (any PictureContent)?
  private var viewers: [any PictureViewer] = []

  var paintable: Paintable { canvas }

  /// - Parameter content: shown from now on; nil for a pattern.
  func arrive(_ content: (any PictureContent)?) {
    guard arrived == nil else { return }
    arrived = content
    for viewer in viewers { content?.beginShowing(in: viewer) }
    canvas.show(content?.paintable ?? Pattern.shared)
  }

  func beginShowing(in viewer: any PictureViewer) {
    viewers.append(viewer)
    arrived?.beginShowing(in: viewer)
  }

  func endShowing(in viewer: any PictureViewer) {
    viewers.removeAll { $0 === viewer }
    arrived?.endShowing(in: viewer)
  }

  func showingChanged() { arrived?.showingChanged() }
}

/// Grey until it is given something to draw.
private final class LatePaintable: CustomPaintable {
  private var content: Paintable?

  override var intrinsicSize: Size { content?.intrinsicSize ?? Size(2, 1) }

  func show(_ content: Paintable) {
    self.content = content
    content.on("invalidate-contents") { [weak self] in self?.contentsChanged() }
    content.on("invalidate-size") { [weak self] in self?.sizeChanged() }
    sizeChanged()
    contentsChanged()
  }

  override func draw(into snapshot: Snapshot, size: Size) {
    let room = Rect(.zero, size)
    guard let content else { return snapshot.fill(room, with: Palette.gray) }
    snapshot.draw(content, in: room)
  }
}

/// A source that goes away, and comes back some time later.
struct VanishingSource: View {
  /// Seconds.
  private static let absence = 3.0

  let media: Media
  @State private var isThere = true
  @State private var timer: MainLoop.Timer?

  var body: some View {
    // The frame keeps the place, so that the page does not move.
    AspectFrame(ratio: 2) {
      if isThere { MediaPicture(picture: media.picture(), aspectRatio: 2).zoomable(id: "vanishing") }
    }
    DelayedButton(title: tr("Remove in 2 seconds")) {
      isThere = false
      Output.write("event removed")
      timer = MainLoop.after(seconds: Self.absence) {
        isThere = true
        Output.write("event returned")
      }
    }
  }
}

/// A source that changes its place and its size.
struct MovingSource: View {
  let media: Media
  @State private var isSmall = false

  var body: some View {
    AspectFrame(ratio: 2) {
      MediaPicture(picture: media.picture(), aspectRatio: 2)
        .zoomable(id: "moving")
        .padding(isSmall ? Insets(top: 40, start: 160) : Insets())
    }
    DelayedButton(title: tr("Move in 2 seconds")) {
      isSmall.toggle()
      Output.write("event moved")
    }
  }
}
