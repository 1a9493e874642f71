// SPDX-License-Identifier: MIT
import Declarative

/// What the viewer leafs through, whatever it is.
struct ViewerItems {
  let count: Int
  let isComplete: Bool
  let id: (Int) -> SourceID
  let index: (SourceID) -> Int?
  let picture: (Int) -> any PictureContent
  /// Tells the owner what is looked at now; nil once the viewer is closed.
  let select: (Int?) -> Void

  init<Items: RandomAccessCollection>(
    _ items: Items, isComplete: Bool, selection: Binding<Items.Element.ID?>,
    picture: @escaping (Items.Element) -> any PictureContent
  ) where Items.Element: Identifiable, Items.Element.ID: Sendable, Items.Index == Int {
    let start = items.startIndex
    count = items.count
    self.isComplete = isComplete
    id = { SourceID(items[start + $0].id) }
    index = { id in
      guard let id = id.unwrapped(as: Items.Element.ID.self) else { return nil }
      return items.firstIndex(id: id).map { $0 - start }
    }
    self.picture = { picture(items[start + $0]) }
    select = { selection.wrappedValue = $0.map { items[start + $0].id } }
  }
}
