// SPDX-License-Identifier: MIT
import Declarative
import GtkCore
import Zoom

/// What a source can allow and forbid, and sources that change while they are held.
struct PoliciesPage: View {
  let media: Media
  /// Shows this alone; nil for everything.
  let only: Exhibit?

  var body: some View {
    ScrollingPage(hint: tr("The same picture under different rules.")) {
      if let only {
        ExhibitView(exhibit: only, media: media)
      } else {
        ForEach(Array(stride(from: 0, to: Exhibit.allCases.count, by: 2)), id: \.self) { first in
          AdaptiveRow {
            ForEach(Array(Exhibit.allCases[first..<min(first + 2, Exhibit.allCases.count)]), id: \.self) {
              ExhibitView(exhibit: $0, media: media)
            }
          }
        }
      }
    }
  }
}

/// What there is to try on the page of policies.
enum Exhibit: String, CaseIterable {
  case contain, upright, cover, crop, limited, damped, blur, dimAndBlur, disabled
  case loading, late, vanishing, moving

  var title: String {
    switch self {
    case .contain: tr("Default")
    case .cover: tr("Cut off, round corners")
    case .crop: tr("Stays cut off")
    case .upright: tr("No rotation")
    case .limited: tr("Scale from 1 to 3")
    case .damped: tr("Half the scale")
    case .blur: tr("Blur")
    case .dimAndBlur: tr("Dim and blur")
    case .disabled: tr("Disabled")
    case .loading: tr("Never loads")
    case .late: tr("Loads late")
    case .vanishing: tr("Vanishes")
    case .moving: tr("Moves")
    }
  }

  var text: String {
    switch self {
    case .contain: tr("Scale from 1 to 6, free rotation, a backdrop that dims")
    case .cover: tr("The crop opens while it is up")
    case .crop: tr("The crop does not open while it is up")
    case .upright: tr("It stays upright, however the fingers turn")
    case .limited: tr("Beyond that it gives way like rubber")
    case .damped: tr("It grows by half of what the fingers do")
    case .blur: tr("Header and tabs blur, nothing is dimmed")
    case .dimAndBlur: tr("Header and tabs blur, all is dimmed")
    case .disabled: tr("Two fingers do what they would do otherwise")
    case .loading: tr("A placeholder can be lifted, too")
    case .late: tr("The picture appears in the copy when it arrives")
    case .vanishing: tr("Hold it while it goes away, or let go of it then")
    case .moving: tr("It returns to where it is by then")
    }
  }

  var policy: ZoomPolicy {
    switch self {
    case .crop: ZoomPolicy { $0.opensCrop = false }
    case .upright: ZoomPolicy { $0.allowsRotation = false }
    case .limited: ZoomPolicy { $0.maximumScale = 3 }
    case .damped: ZoomPolicy { $0.damping = 0.5 }
    case .blur: ZoomPolicy { $0.backdropStyle = .blur }
    case .dimAndBlur: ZoomPolicy { $0.backdropStyle = .dimAndBlur }
    default: ZoomPolicy()
    }
  }
}

private struct ExhibitView: View {
  let exhibit: Exhibit
  let media: Media

  var body: some View {
    Captioned(exhibit.title, exhibit.text) {
      switch exhibit {
      case .cover, .crop:
        MediaPicture(picture: media.picture(), fit: .cover, aspectRatio: 1)
          .clipShape(.rounded(24))
          .zoomable(id: exhibit, policy: exhibit.policy)
      case .loading, .late: LateSource(exhibit: exhibit, media: media)
      case .vanishing: VanishingSource(media: media)
      case .moving: MovingSource(media: media)
      default:
        MediaPicture(picture: media.picture(), aspectRatio: 2)
          .zoomable(id: exhibit, policy: exhibit.policy, isEnabled: exhibit != .disabled)
      }
    }
  }
}
