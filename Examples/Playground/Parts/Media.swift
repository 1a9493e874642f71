// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import Glibc
import GtkCore
import Pictures

/// The pictures, the animation and the video that the pages show.
final class Media {
  let animation: String?
  let video: String?
  private let store = PictureStore()
  /// The first is the one that each page is about.
  private let pictures: [Picture]

  /// - Parameters:
  ///   - picture: the path of the picture that each page is about; nil takes one of the others.
  ///   - others: paths of further pictures; none takes the sample photographs that are installed.
  init(picture: String?, others: [String], animation: String?, video: String?) {
    self.animation = animation
    self.video = video
    let others = others.isEmpty ? Self.samples : others
    pictures = ([picture].compactMap(\.self) + others).map { [store] in store.picture(at: $0) }
  }

  /// The picture that the page is about, for 0, and others for other numbers; nil if there are none at all.
  func picture(_ number: Int = 0) -> Picture? {
    pictures.isEmpty ? nil : pictures[number % pictures.count]
  }

  func animatedPicture() -> Picture? {
    animation.map { [store] in store.picture(at: $0) }
  }

  /// The photographs that desktops install as backgrounds.
  private static var samples: [String] {
    Desktop.dataFolders.flatMap { photographs(in: $0 + "/backgrounds") }
  }

  private static func photographs(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if name.hasSuffix(".jpg") { paths.append(folder + "/" + name) }
    }
    return paths.sorted()
  }
}

/// A picture of the media, or a pattern where there is none, or why it cannot be shown.
struct MediaPicture: View {
  let picture: Picture?
  var fit = ContentFit.contain
  /// Width by height; nil for the picture's own.
  var aspectRatio: Double?

  var body: some View {
    if let picture, let failure = picture.failure {
      AspectFrame(ratio: aspectRatio ?? 1) { Label(failure).wrapping().centered().styleClass("dim-label") }
    } else if let picture {
      PictureView(picture, fit: fit, aspectRatio: aspectRatio)
    } else {
      PictureView(Pattern.shared, fit: fit, aspectRatio: aspectRatio)
    }
  }
}

/// Stands in for photographs where none are installed: squares of two colours.
final class Pattern: CustomPaintable {
  static let shared = Pattern()

  private static let columns = 8
  private static let rows = 6

  override var intrinsicSize: Size { Size(800, 600) }

  override func draw(into snapshot: Snapshot, size: Size) {
    let cell = Size(size.width / Double(Self.columns), size.height / Double(Self.rows))
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let color = (row + column).isMultiple(of: 2) ? Palette.blue : Palette.yellow
        snapshot.fill(
          Rect(x: Double(column) * cell.width, y: Double(row) * cell.height, width: cell.width, height: cell.height),
          with: color)
      }
    }
  }
}

/// Colours of GNOME's palette.
enum Palette {
  static let blue = Color(red: 0.21, green: 0.52, blue: 0.89)
  static let yellow = Color(red: 0.96, green: 0.83, blue: 0.18)
  static let red = Color(red: 0.88, green: 0.11, blue: 0.14)
  static let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
}
