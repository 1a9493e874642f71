// SPDX-License-Identifier: MIT
import Declarative
import GtkCore
import Zoom

/// Containers nest: a source's copy is shown by the nearest one, or by the one that it names.
struct NestedPage: View {
  let media: Media

  var body: some View {
    VStack {
      Card { Label(tr("This bar is outside of the page’s own container")).wrapping().centered().styleClass("heading") }
        .padding(12)
      ZoomContainer("page") {
        ScrollingPage(hint: tr("Lift the first and move it up: it stays below the bar. The second covers all.")) {
          AdaptiveRow {
            Captioned(tr("Nearest container"), "zoomable(id:)") {
              MediaPicture(picture: media.picture(), aspectRatio: 4 / 3).zoomable(id: "nearest")
            }
            Captioned(tr("Container of the window"), "zoomable(id:in:)") {
              MediaPicture(picture: media.picture(), aspectRatio: 4 / 3)
                .zoomable(id: "outer", in: MainView.container)
            }
          }
        }
      }
      .expand()
    }
  }
}
