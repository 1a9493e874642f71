// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary
import Zoom

/// Posts, the newest first: pictures of one moment with caption and date.
struct FeedPage: View {
  let model: LibraryModel

  var body: some View {
    List(model.posts) { post in
      PostView(post: post, model: model)
    }
    .contentStyleClass("feed")
    .scrolled(to: model.viewedPost)
  }
}

/// One picture, or several of the same minute.
private struct PostView: View {
  let post: Post
  let model: LibraryModel

  /// Logical pixels: a picture and its caption can be taken in at a glance, and two posts fit on a tall screen.
  private static let greatestWidth = 640.0
  /// Between the pictures of a post, in logical pixels.
  private static let gap = 4.0
  /// Width by height: taller pictures are cut off in the feed, so that a post is not taller than a window.
  private static let narrowest = 4.0 / 5
  private static let widest = 2.0
  /// Of photos whose size is not known yet.
  private static let usual = 4.0 / 3

  var body: some View {
    Clamp(maximumWidth: Self.greatestWidth) {
      VStack(spacing: 8) {
        pictures
        VStack(spacing: 2) {
          if let caption = post.caption {
            Label(caption).wrapping()
          }
          Label(details).styleClass("caption").styleClass("dim-label")
        }
        .padding(Insets(top: 0, start: 4, bottom: 12, end: 4))
      }
      .padding(Insets(top: 6, start: 0, bottom: 6, end: 0))
    }
  }

  private var details: String { [post.date.text, post.placeName].compactMap(\.self).joined(separator: " · ") }

  @ViewBuilder private var pictures: some View {
    let photos = post.photos
    switch photos.count {
    case 1: PhotoTile(photo: photos[0], model: model, aspectRatio: Self.ratio(of: photos[0]), cornerRadius: 12)
    case 2: row(photos[...])
    case 3:
      VStack(spacing: Self.gap) {
        tile(photos[0], ratio: Self.widest)
        row(photos[1...])
      }
    default:
      VStack(spacing: Self.gap) {
        row(photos[..<2])
        row(photos[2...])
      }
    }
  }

  private func row(_ photos: ArraySlice<Photo>) -> some View {
    HStack(spacing: Self.gap, isHomogeneous: true) {
      ForEach(photos) { tile($0, ratio: 1) }
    }
  }

  private func tile(_ photo: Photo, ratio: Double) -> some View {
    PhotoTile(photo: photo, model: model, aspectRatio: ratio, cornerRadius: 8).expand(vertically: false)
  }

  private static func ratio(of photo: Photo) -> Double {
    guard let size = photo.pixelSize, size.height > 0 else { return usual }
    return min(max(Double(size.width) / Double(size.height), narrowest), widest)
  }
}

extension Photo {
  /// What a screen reader calls it.
  var spokenName: String { caption ?? "\(fileName), \(date.text)" }
}

extension PhotoDate {
  /// As the user's language writes it.
  var text: String {
    DateText.text(
      year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
      includesTime: hasTimeOfDay) ?? ""
  }
}
