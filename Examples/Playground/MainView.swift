// SPDX-License-Identifier: MIT
import Declarative
import GtkCore
import Zoom

/// The pages that the program has, one for each thing to show.
enum Page: String, CaseIterable {
  case live, drawing, card, nested, carousel, policies, many

  var title: String {
    switch self {
    case .live: tr("Live")
    case .drawing: tr("Drawing")
    case .card: tr("Card")
    case .nested: tr("Nested")
    case .carousel: tr("Carousel")
    case .policies: tr("Policies")
    case .many: tr("Many")
    }
  }

  var icon: String {
    switch self {
    case .live: "media-playback-start-symbolic"
    case .drawing: "document-edit-symbolic"
    case .card: "view-list-symbolic"
    case .nested: "view-paged-symbolic"
    case .carousel: "view-continuous-symbolic"
    case .policies: "preferences-system-symbolic"
    case .many: "view-grid-symbolic"
    }
  }
}

/// The window's content: header, pages, and above all of it whatever is lifted.
struct MainView: View {
  /// Sources name the container that goes around everything by this.
  static let container = "window"

  let media: Media
  let exhibit: Exhibit?
  @State private var pages = ViewStackProxy()
  @State private var page: String
  @Environment(\.horizontalSizeClass) private var sizeClass

  init(page: Page, media: Media, exhibit: Exhibit?) {
    self.media = media
    self.exhibit = exhibit
    _page = State(wrappedValue: page.rawValue)
  }

  var body: some View {
    ZoomContainer(Self.container) {
      VStack {
        HeaderBar {
          if sizeClass == .compact { WindowTitle(tr("Playground")) } else { ViewSwitcher(pages) }
        }
        .blursWhileZooming()
        ViewStack(pages, selection: $page, pages: Page.allCases.map(stackPage))
        ViewSwitcherBar(pages, isRevealed: sizeClass == .compact).blursWhileZooming()
      }
    }
  }

  private func stackPage(_ page: Page) -> ViewStackPage {
    ViewStackPage(page.rawValue, title: page.title, icon: page.icon) {
      switch page {
      case .live: LivePage(media: media)
      case .drawing: DrawingPage()
      case .card: CardPage(media: media)
      case .nested: NestedPage(media: media)
      case .carousel: CarouselPage(media: media)
      case .policies: PoliciesPage(media: media, only: exhibit)
      case .many: ManyPage(media: media)
      }
    }
  }
}
