// SPDX-License-Identifier: MIT
import Declarative
import GtkCore
import Zoom

/// Several widgets that are lifted as one, and a list of pictures: no pinch presses anything.
struct CardPage: View {
  let media: Media
  @State private var likes = Counter("likes")
  @State private var activations = Counter("activated")
  @State private var opened = Counter("row-button")

  /// Logical pixels.
  private static let greatestWidth = 640.0

  var body: some View {
    VStack(spacing: 18) {
      Hint(tr("The card is lifted as one. However you pinch, no button is pressed and no row is activated."))
      Clamp(maximumWidth: Self.greatestWidth) {
        card.zoomable(id: "card")
      }
      HStack(spacing: 24) {
        CounterLabel(title: tr("Rows activated"), counter: activations)
        CounterLabel(title: tr("Buttons pressed"), counter: opened)
      }
      .align(horizontally: .center)
      List((0..<20).map(Row.init), onActivate: { _ in activations.add() }) { row in
        Clamp(maximumWidth: Self.greatestWidth) {
          RowView(row: row, media: media, opened: opened)
        }
      }
      .contentStyleClass("plain-list")
    }
    .padding(Insets(top: 18, start: 12, bottom: 0, end: 12))
  }

  private var card: some View {
    Card {
      HStack(spacing: 18) {
        MediaPicture(picture: media.picture(), fit: .cover, aspectRatio: 1)
          .frame(minimumWidth: 140)
          .clipShape(.rounded(12))
        VStack(spacing: 6) {
          Label(tr("A card")).styleClass("title-4")
          Label(tr("Picture, text and button")).wrapping().styleClass("dim-label")
          HStack(spacing: 12) {
            Button(tr("Like")) { likes.add() }.styleClass("pill").styleClass("suggested-action")
            CounterLabel(title: tr("Likes"), counter: likes)
          }
          .align(horizontally: .start)
        }
        .align(vertically: .center)
      }
    }
  }
}

private struct Row: Identifiable {
  let id: Int
}

private struct RowView: View {
  let row: Row
  let media: Media
  let opened: Counter

  var body: some View {
    HStack(spacing: 12) {
      MediaPicture(picture: media.picture(row.id + 1), fit: .cover, aspectRatio: 1)
        .frame(minimumWidth: 72)
        .clipShape(.rounded(8))
        .zoomable(id: "row-\(row.id)")
      Label(tr("Row %d").replacingFirst("%d", with: String(row.id + 1))).expand(vertically: false)
      Button(icon: "document-open-symbolic", label: tr("Open")) { opened.add() }
        .styleClass("flat").align(vertically: .center)
    }
    .padding(6)
  }
}
