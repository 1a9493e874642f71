// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary

/// All that is known of a photo, in words.
struct InformationPanel: View {
  /// At a window's side, in logical pixels.
  static let width = 320.0

  /// Nil as long as they are being read.
  let details: PhotoDetails?

  var body: some View {
    ScrollView {
      VStack(spacing: 12) {
        ForEach(groups) { GroupView(group: $0) }
      }
      .padding(12)
    }
    .styleClass("background")
    .accessibilityLabel(tr("Information"))
  }

  private var groups: [InformationGroup] { details?.information.compactMap(InformationGroup.init) ?? [] }
}

private struct InformationGroup: Identifiable {
  let rows: [InformationRow]
  /// The first row's: it stays the same from photo to photo where the same is known.
  let id: String

  init?(_ rows: [InformationRow]) {
    guard let first = rows.first else { return nil }
    self.rows = rows
    id = first.id
  }
}

private struct GroupView: View {
  let group: InformationGroup

  var body: some View {
    VStack {
      VStack(spacing: 12) {
        ForEach(group.rows) { RowView(row: $0) }
      }
      .padding(12)
    }
    .styleClass("card")
  }
}

/// The title small above the text.
private struct RowView: View {
  let row: InformationRow

  var body: some View {
    VStack(spacing: 2) {
      Label(row.title).styleClass("caption").styleClass("dim-label")
      SelectableText(row.text)
      if let note = row.note {
        Label(note).wrapping().styleClass("caption").styleClass("dim-label")
      }
    }
  }
}
