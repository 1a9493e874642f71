// SPDX-License-Identifier: MIT
import GtkCore
import PictureMessages

extension PictureError {
  /// One sentence for the user, to stand where the picture would have been.
  var text: String {
    switch self {
    case .notFound: tr("The file is not there.")
    case .unreadable(let reason): tr("The file cannot be read: %s.").replacingFirst("%s", with: reason)
    case .notAFile: tr("This is not an ordinary file.")
    case .empty: tr("The file is empty.")
    case .notAPicture: tr("The file is not a picture of a known format.")
    case .tooLarge(let width, let height):
      tr("The picture is too large to be shown (%s × %s).")
        .replacingFirst("%s", with: "\(width)").replacingFirst("%s", with: "\(height)")
    case .damaged: tr("The picture is damaged or incomplete.")
    case .cancelled: tr("Loading the picture was cancelled.")
    case .tooMuchMemory: tr("The picture needs too much memory.")
    case .tooSlow: tr("The picture takes too long to open.")
    case .decoderFailed: tr("The picture could not be opened: its decoder failed.")
    case .noDecoder(let reason):
      tr("Pictures cannot be opened, because their decoder cannot be started: %s.").replacingFirst("%s", with: reason)
    }
  }
}
