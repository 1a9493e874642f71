// SPDX-License-Identifier: MIT
import Declarative
import GtkCore
import Zoom

/// Pictures in a carousel in a page that scrolls: one finger turns or scrolls, two lift.
struct CarouselPage: View {
  let media: Media

  var body: some View {
    ScrollingPage(hint: tr("Swipe sideways for the next picture, up and down to scroll; lift with two fingers.")) {
      Carousel(spacing: 18) {
        ForEach(0..<5, id: \.self) { number in
          MediaPicture(picture: media.picture(number), fit: .cover, aspectRatio: 16 / 10)
            .clipShape(.rounded(12))
            .zoomable(id: "carousel-\(number)")
            .expand(vertically: false)
        }
      }
      ForEach(5..<8, id: \.self) { number in
        Captioned(tr("Below the carousel"), tr("Scroll, and lift this as well")) {
          MediaPicture(picture: media.picture(number), fit: .cover, aspectRatio: 2)
            .clipShape(.rounded(12))
            .zoomable(id: "below-\(number)")
        }
      }
    }
  }
}
