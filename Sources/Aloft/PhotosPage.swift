// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary
import Zoom

/// Photos in a grid by month, the newest first.
struct PhotosPage: View {
  let list: PhotoList
  /// Brought into view.
  let viewed: PhotoID?
  let model: LibraryModel
  let pages: PagesModel
  @Environment(\.horizontalSizeClass) private var sizeClass

  /// Logical pixels. A narrow window has no room to lose.
  private var spacing: Int { sizeClass == .compact ? 2 : 4 }
  private var inset: Int { sizeClass == .compact ? 0 : 6 }
  private var cornerRadius: Double { sizeClass == .compact ? 0 : 8 }

  var body: some View {
    SectionGrid(
      list.months, cellSize: pages.photoSize.cellSize, spacing: spacing, inset: inset
    ) { month in
      Label(month.text).styleClass("heading").padding(Insets(top: 12, start: 12, bottom: 12, end: 12))
    } content: { [cornerRadius] photo in
      PhotoTile(photo: photo, model: model, aspectRatio: 1, cornerRadius: cornerRadius)
    }
    .scrolled(to: viewed, position: viewed.flatMap(list.photos.index))
    .cellLabel(\.spokenName)
    .scrubber { month in (month.text, String(month.year)) }
    .onResize { [pages] steps in pages.photoSize.change(by: steps) }
  }
}

extension Month: GridSection {
  public var items: ArraySlice<Photo> { photos }

  /// As the user's language writes it.
  @MainActor fileprivate var text: String { DateText.text(year: year, month: month) ?? "" }
}

/// How large the Photos page shows photos.
enum PhotoSize: Int, CaseIterable {
  case smallest, small, normal, large, largest

  /// A phone shows six, four, three, two and one in a row.
  var cellSize: GridCellSize {
    switch self {
    case .smallest: GridCellSize(leastEdge: 56, greatestColumnCount: 18)
    case .small: GridCellSize(leastEdge: 76, greatestColumnCount: 12)
    case .normal: GridCellSize(leastEdge: 100, greatestColumnCount: 8)
    case .large: GridCellSize(leastEdge: 150, greatestColumnCount: 5)
    case .largest: GridCellSize(leastEdge: 240, greatestColumnCount: 3)
    }
  }

  /// Becomes larger by some steps, or smaller, as far as there are any.
  mutating func change(by steps: Int) {
    let number = min(max(0, rawValue + steps), Self.allCases.count - 1)
    self = PhotoSize(rawValue: number) ?? self
  }
}
