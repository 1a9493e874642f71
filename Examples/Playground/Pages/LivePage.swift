// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import Glibc
import GtkCore
import Zoom

/// Whatever moves goes on moving in the lifted copy.
struct LivePage: View {
  let media: Media

  var body: some View {
    ScrollingPage(hint: tr("Lift any of these with two fingers: it goes on moving.")) {
      AdaptiveRow {
        Captioned(tr("Drawing"), tr("Drawn anew in every frame")) {
          Clock().frame(minimumHeight: 220).styleClass("card").zoomable(id: "clock")
        }
        Captioned(tr("Widgets"), tr("A card with a spinner")) {
          SpinnerCard().zoomable(id: "spinner")
        }
      }
      AdaptiveRow {
        Captioned(tr("Animated picture"), tr("GIF or WebP, decoded once for page and copy")) { animation }
        Captioned(tr("Video"), tr("Plays on, over and over and without sound")) { video }
      }
    }
  }

  @ViewBuilder private var animation: some View {
    if let picture = media.animatedPicture() {
      MediaPicture(picture: picture).clipShape(.rounded(12)).zoomable(id: "animation")
    } else {
      MissingMedia(text: tr("Start with --animation and a path"))
    }
  }

  @ViewBuilder private var video: some View {
    if let path = media.video {
      Video(path: path).clipShape(.rounded(12)).zoomable(id: "video")
    } else {
      MissingMedia(text: tr("Start with --video and a path"))
    }
  }
}

/// A dial with a hand that goes around once in a few seconds.
private struct Clock: View {
  /// Seconds.
  private static let period = 4.0

  var body: some View {
    AnimatedDrawingArea { canvas, size, time in
      let center = Point(size.width / 2, size.height / 2)
      let radius = min(size.width, size.height) * 0.42
      canvas.setColor(Palette.gray.opacity(0.25))
      canvas.fillCircle(center: center, radius: radius)
      canvas.setColor(Palette.gray)
      for hour in 0..<12 {
        canvas.fillCircle(center: center + direction(Double(hour) / 12) * radius * 0.88, radius: radius * 0.03)
      }
      let tip = center + direction(time.truncatingRemainder(dividingBy: Self.period) / Self.period) * radius * 0.75
      canvas.setColor(Palette.red)
      canvas.strokeLine(through: [center, tip], width: radius * 0.05)
      canvas.fillCircle(center: center, radius: radius * 0.07)
    }
  }

  /// - Parameter turn: clockwise from the top; 1 for a whole turn.
  private func direction(_ turn: Double) -> Point {
    Point(sin(turn * 2 * .pi), -cos(turn * 2 * .pi))
  }
}

private struct SpinnerCard: View {
  var body: some View {
    Card {
      VStack(spacing: 12) {
        Spinner().frame(minimumWidth: 64, minimumHeight: 64)
        Label(tr("Working on it…")).centered().styleClass("title-4")
      }
      .align(vertically: .center)
    }
    .frame(minimumHeight: 220)
  }
}

/// Stands where something would be that was not named at the start.
private struct MissingMedia: View {
  let text: String

  var body: some View {
    Card { Label(text).wrapping().centered().styleClass("dim-label") }.frame(minimumHeight: 220)
  }
}
