// SPDX-License-Identifier: MIT

/// Why a picture cannot be shown.
public enum PictureError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case notFound
  /// The file cannot be opened or read; `reason` is the system's own words.
  case unreadable(reason: String)
  /// It is a folder, a pipe or a device.
  case notAFile
  /// The file holds no bytes.
  case empty
  /// The content is of no format that can be shown, whatever the name says.
  case notAPicture
  /// The file claims more pixels than `PictureInfo.greatestPixelCount` or a longer side than
  /// `PictureInfo.greatestSide`.
  case tooLarge(width: Int, height: Int)
  /// The file starts as a picture does, but part of it is missing or wrong.
  case damaged
  /// The caller no longer wanted the picture.
  case cancelled
  /// Decoding it takes more memory than a helper process may have.
  case tooMuchMemory
  /// Decoding it takes longer than it may; `DecodingLimits` says how long that is.
  case tooSlow
  /// The helper process that had the file has ended, or answered what makes no sense.
  case decoderFailed
  /// The helper process cannot be started: its program is missing, or `reason` has the system's own words.
  case noDecoder(reason: String)
}
