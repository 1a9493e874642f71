// SPDX-License-Identifier: GPL-3.0-or-later
import PictureHelpers

/// Reads all that a photo's file tells for people to read.
public enum PhotoDetailsReader {
  /// Reads one file's details in the background; takes some milliseconds. Where the file is gone or cannot be read,
  /// they are the few that its path tells.
  ///
  /// - Parameter path: as in `PhotoID`
  public static func details(of path: String) async -> PhotoDetails {
    await withCheckedContinuation { continuation in
      MetadataReader.queue.async(qos: .userInitiated) { continuation.resume(returning: read(path)) }
    }
  }

  private static func read(_ path: String) -> PhotoDetails {
    var details = PhotoDetails(path: path)
    if let description = try? PictureHelpers.shared.description(ofFile: path) {
      details.format = description.formatName
      details.pixelSize = Photo.PixelSize(width: description.pixelSize.width, height: description.pixelSize.height)
      details.colourProfile = description.profileName
    }
    if let metadata = MetadataReader.metadata(ofFile: path) { details.add(metadata) }
    return details
  }
}

extension PhotoDetails {
  /// What the path and the file's status tell.
  fileprivate init(path: String) {
    let (folder, name) = displayParts(ofPath: path)
    self.init(fileName: String(name), folder: folder.isEmpty ? "/" : String(folder))
    guard let state = FileState(ofFile: path) else { return }
    fileSize = state.size
    date = PhotoDate(ofFileNamed: fileName) { state.modifiedSeconds }
  }

  fileprivate mutating func add(_ metadata: Metadata) {
    caption = metadata.caption
    date = metadata.date ?? date
    place = metadata.place
    placeName = metadata.placeName
    keywords = metadata.keywords
    rating = metadata.rating
    camera = metadata.camera
    lens = metadata.lens
    exposureTime = metadata.exposureTime
    aperture = metadata.aperture
    sensitivity = metadata.sensitivity
    focalLength = metadata.focalLength
    equivalentFocalLength = metadata.equivalentFocalLength
    pixelSize = pixelSize ?? metadata.pixelSize
    colourProfile = colourProfile ?? (metadata.saysSRGB ? "sRGB" : nil)
  }
}
