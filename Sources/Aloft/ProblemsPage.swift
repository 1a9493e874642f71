// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import Geometry
import GtkCore
import PhotoLibrary

/// A file from which nothing could be read.
struct FileProblem: Identifiable, Hashable, Sendable {
  let id: PhotoID
  let problem: PhotoProblem
}

/// The files from which nothing could be read, and why.
struct ProblemsPage: View {
  /// Of its window when it opens, in logical pixels.
  static let size = Size(420, 480)

  let problems: [FileProblem]

  static func title(_ count: Int) -> String {
    tr("%d file could not be read", "%d files could not be read", count: count)
  }

  var body: some View {
    VStack {
      HeaderBar { WindowTitle(Self.title(problems.count)) }
      List(problems) { ProblemRow(problem: $0) }
    }
  }
}

private struct ProblemRow: View {
  let problem: FileProblem

  var body: some View {
    VStack(spacing: 2) {
      Label(problem.id.fileName)
      Label(problem.problem.text).wrapping().styleClass("caption").styleClass("dim-label")
    }
    .padding(Insets(top: 6, start: 12, bottom: 6, end: 12))
    .tooltip(problem.id.path)
  }
}

extension PhotoProblem {
  /// One sentence for the user.
  fileprivate var text: String {
    switch self {
    case .unreadable(let reason): tr("The file cannot be read: %s.").replacingFirst("%s", with: reason)
    case .empty: tr("The file is empty.")
    case .notAPicture: tr("The file is not a picture of a known format.")
    }
  }
}
