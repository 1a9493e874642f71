// SPDX-License-Identifier: GPL-3.0-or-later
import GtkCore
import PhotoLibrary

/// One thing that is known of a photo, in words.
struct InformationRow: Identifiable, Equatable {
  /// What it is; no two rows of a photo have the same.
  let title: String
  let text: String
  /// What there is to add, in passing.
  var note: String?

  var id: String { title }

  /// Nil where there is nothing to tell.
  fileprivate init?(_ title: String, _ text: String?, note: String? = nil) {
    guard let text else { return nil }
    self.title = title
    self.text = text
    self.note = note
  }
}

extension PhotoDetails {
  /// All that is known, what belongs together in a group; groups without anything are left out.
  var information: [[InformationRow]] {
    let photo = [
      InformationRow(tr("Caption"), caption),
      InformationRow(tr("Date"), date?.text, note: date?.originText),
      InformationRow(tr("Place"), placeName ?? place?.coordinatesText, note: placeNote),
      InformationRow(tr("Keywords"), keywords.isEmpty ? nil : keywords.joined(separator: ", ")),
      InformationRow(tr("Rating"), ratingText),
    ]
    let camera = [
      InformationRow(tr("Camera"), camera),
      InformationRow(tr("Lens"), lens),
      InformationRow(tr("Exposure"), exposureText),
      InformationRow(tr("Focal Length"), focalLengthText, note: equivalentFocalLengthText),
    ]
    let file = [
      InformationRow(tr("Name"), fileName),
      InformationRow(tr("Folder"), folder),
      InformationRow(tr("Dimensions"), pixelSize?.text),
      InformationRow(tr("File"), Self.joined([format, fileSize.map(NumberText.fileSize)])),
      InformationRow(tr("Colour Profile"), colourProfile),
    ]
    return [photo, camera, file].map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
  }

  private static func joined(_ parts: [String?]) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " · ")
  }

  private var placeNote: String? {
    Self.joined([placeName == nil ? nil : place?.coordinatesText, place?.altitudeText])
  }

  private static let mostStars = 5

  /// Nil where nobody has judged.
  private var ratingText: String? {
    guard let rating, rating != 0 else { return nil }
    guard rating > 0 else { return tr("Rejected") }
    let stars = min(rating, Self.mostStars)
    return String(repeating: "★", count: stars) + String(repeating: "☆", count: Self.mostStars - stars)
  }

  private var exposureText: String? {
    Self.joined([
      exposureTime.map(Self.exposureTimeText), aperture.map(Self.apertureText),
      sensitivity.map { tr("ISO %s").replacingFirst("%s", with: String($0)) },
    ])
  }

  /// Seconds. Up to here cameras write times as fractions: 1/4, but 0.3 and 0.5.
  private static let longestFraction = 0.25

  private static func exposureTimeText(_ time: Double) -> String {
    guard time <= longestFraction else {
      return tr("%s s").replacingFirst("%s", with: NumberText.text(time, decimals: 0...1))
    }
    // TRANSLATORS: an exposure time, a fraction of a second
    return tr("1/%s s").replacingFirst("%s", with: NumberText.text(1 / time, decimals: 0...0))
  }

  private static func apertureText(_ number: Double) -> String {
    // Faster lenses than f/1 are told from one another by the second digit.
    tr("f/%s").replacingFirst("%s", with: NumberText.text(number, decimals: number < 1 ? 0...2 : 0...1))
  }

  private var focalLengthText: String? { (focalLength ?? equivalentFocalLength).map(Self.millimetres) }

  private var equivalentFocalLengthText: String? {
    guard let equivalentFocalLength, Self.millimetres(equivalentFocalLength) != focalLength.map(Self.millimetres) else {
      return nil
    }
    guard focalLength != nil else { return tr("On 35 mm film") }
    return tr("Like %s on 35 mm film").replacingFirst("%s", with: Self.millimetres(equivalentFocalLength))
  }

  private static func millimetres(_ length: Double) -> String {
    tr("%s mm").replacingFirst("%s", with: NumberText.text(length, decimals: 0...1))
  }
}

extension PhotoDate {
  /// Where the date comes from, if the camera did not write it.
  fileprivate var originText: String? {
    switch source {
    case .exif: nil
    case .fileName: tr("From the file’s name")
    case .modification: tr("When the file was last changed")
    }
  }
}

extension Photo.PixelSize {
  /// Megapixels. Smaller pictures have a size that says enough.
  private static let fewestMegapixels = 0.1

  fileprivate var text: String {
    // TRANSLATORS: width and height in pixels
    let size = tr("%s × %s").replacingFirst("%s", with: String(width)).replacingFirst("%s", with: String(height))
    let megapixels = Double(width) * Double(height) / 1_000_000
    guard megapixels >= Self.fewestMegapixels else { return size }
    // TRANSLATORS: a number of megapixels
    return size + " · " + tr("%s MP").replacingFirst("%s", with: NumberText.text(megapixels, decimals: 1...1))
  }
}

extension PhotoDetails.Place {
  /// Four decimals are 11 m on the ground, which is what a camera's receiver is good for.
  private static let decimals = 4...4

  fileprivate var coordinatesText: String {
    let parallel = NumberText.text(abs(latitude), decimals: Self.decimals)
    let meridian = NumberText.text(abs(longitude), decimals: Self.decimals)
    // TRANSLATORS: degrees north and south of the equator, and east and west of Greenwich
    return (latitude < 0 ? tr("%s° S") : tr("%s° N")).replacingFirst("%s", with: parallel) + ", "
      + (longitude < 0 ? tr("%s° W") : tr("%s° E")).replacingFirst("%s", with: meridian)
  }

  fileprivate var altitudeText: String? {
    guard let altitude else { return nil }
    return (altitude < 0 ? tr("%s m below sea level") : tr("%s m above sea level"))
      .replacingFirst("%s", with: NumberText.text(abs(altitude), decimals: 0...0))
  }
}
