// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a file or folder that was asked for adds nothing to the library.
public enum LibraryError: Error, Hashable, Sendable {
  case notFound(path: String)
  case unreadable(path: String)
  /// The folder can be read, and no picture is in it.
  case noPictures(path: String)

  /// The path that could not be looked at.
  var unreachablePath: String? {
    switch self {
    case .notFound(let path), .unreadable(let path): path
    case .noPictures: nil
    }
  }
}
