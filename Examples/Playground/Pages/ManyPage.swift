// SPDX-License-Identifier: MIT
import Declarative
import GtkCore
import Zoom

/// Any number of sources on one page, without recycling; the first picture is there twice.
struct ManyPage: View {
  let media: Media
  @Environment(\.horizontalSizeClass) private var sizeClass

  private static let count = 12
  /// Shows the same picture as number 0, under an identity of its own.
  private static let twin = 7

  var body: some View {
    let columns = sizeClass == .compact ? 2 : 3
    ScrollingPage(hint: tr("Lift several at once. Numbers 1 and 8 are one picture, but two sources.")) {
      Clamp(maximumWidth: 640) {
        VStack(spacing: 12) {
          ForEach(Array(stride(from: 0, to: Self.count, by: columns)), id: \.self) { first in
            HStack(spacing: 12, isHomogeneous: true) {
              ForEach(Array(first..<first + columns), id: \.self) { tile($0) }
            }
          }
        }
      }
    }
  }

  private func tile(_ number: Int) -> some View {
    VStack(spacing: 4) {
      MediaPicture(picture: media.picture(number == Self.twin ? 0 : number), fit: .cover, aspectRatio: 1)
        .clipShape(.rounded(8))
        .zoomable(id: "tile-\(number)")
      Label(String(number + 1)).centered().styleClass("caption").styleClass("dim-label")
    }
    .expand(vertically: false)
  }
}
