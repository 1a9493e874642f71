// SPDX-License-Identifier: MIT
import Declarative
import GtkCore

/// A page that scrolls, with a heading that says what to try.
struct ScrollingPage<Content: View>: View {
  /// Logical pixels: a line of text no longer than this is easy to read.
  private static var greatestWidth: Double { 800 }

  private let hint: String
  private let content: Content

  init(hint: String, @ViewBuilder content: () -> Content) {
    self.hint = hint
    self.content = content()
  }

  var body: some View {
    ScrollView {
      Clamp(maximumWidth: Self.greatestWidth) {
        VStack(spacing: 18) {
          Hint(hint)
          content
        }
        .padding(Insets(top: 18, start: 12, bottom: 24, end: 12))
      }
    }
    .expand()
  }
}

/// Says what to try on a page.
struct Hint: View {
  let text: String

  init(_ text: String) { self.text = text }

  var body: some View { Label(text).wrapping().centered().styleClass("dim-label") }
}

/// Views side by side in a wide window, each as wide as the others, below one another in a narrow one.
struct AdaptiveRow<Content: View>: View {
  @Environment(\.horizontalSizeClass) private var sizeClass
  private let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: some View {
    if sizeClass == .compact {
      VStack(spacing: 18) { content }
    } else {
      HStack(spacing: 18, isHomogeneous: true) { content }
    }
  }
}

/// Content on a raised surface, with room around it.
struct Card<Content: View>: View {
  private let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: some View {
    // The margins are of the content, so that the surface goes around them.
    VStack { content.expand().padding(12) }.styleClass("card").expand(vertically: false)
  }
}

/// Something to try, and below it what it is and what makes it special.
struct Captioned<Content: View>: View {
  private let title: String
  private let text: String
  private let content: Content

  init(_ title: String, _ text: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.text = text
    self.content = content()
  }

  var body: some View {
    VStack(spacing: 6) {
      content
      VStack(spacing: 2) {
        Label(title).styleClass("heading")
        Label(text).wrapping().styleClass("caption").styleClass("dim-label")
      }
      .padding(Insets(start: 4, end: 4))
    }
    .expand(vertically: false)
    .align(vertically: .start)
  }
}
