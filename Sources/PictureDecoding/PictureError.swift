// SPDX-License-Identifier: MIT

/// Why a picture cannot be shown.
public enum PictureError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case notFound
  /// The file cannot be opened or read; `reason` is the system's own words, or ours for a folder or a pipe.
  case unreadable(reason: String)
  /// The file holds no bytes.
  case empty
  /// The content is of no format that can be shown, whatever the name says.
  case notAPicture
  /// The file claims more pixels than `PictureDecoder.greatestPixelCount` or a longer side than
  /// `PictureDecoder.greatestSide`.
  case tooLarge(width: Int, height: Int)
  /// The file starts as a picture does, but part of it is missing or wrong.
  case damaged
  /// The caller no longer wanted the picture.
  case cancelled

  /// One English sentence for the place where the picture would have been.
  public var message: String {
    switch self {
    case .notFound: "The picture is no longer there."
    case .unreadable(let reason): "The picture cannot be read: \(reason)."
    case .empty: "The file is empty."
    case .notAPicture: "The file is not a picture of a known format."
    case .tooLarge(let width, let height): "The picture is too large to be shown (\(width) × \(height))."
    case .damaged: "The picture is damaged or incomplete."
    case .cancelled: "Loading the picture was cancelled."
    }
  }

  static let notAFile = PictureError.unreadable(reason: "it is not an ordinary file")
}
