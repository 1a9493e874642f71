// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a file or folder that was asked for adds nothing to the library.
public enum LibraryError: Error, Hashable, Sendable {
  case notFound(path: String)
  case unreadable(path: String)
  /// The folder can be read, and no picture is in it.
  case noPictures(path: String)

  /// One English sentence for the user.
  public var message: String {
    switch self {
    case .notFound(let path): "“\(path)” is not there."
    case .unreadable(let path): "“\(path)” cannot be opened."
    case .noPictures(let path): "There are no pictures in “\(path)”."
    }
  }
}
