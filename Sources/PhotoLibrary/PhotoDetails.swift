// SPDX-License-Identifier: GPL-3.0-or-later

/// All that a photo's file tells for people to read. What the file does not say, or says absurdly, is nil.
public struct PhotoDetails: Hashable, Sendable {
  /// Where on Earth a photo was taken.
  public struct Place: Hashable, Sendable {
    /// Degrees, −90 to 90, positive to the north.
    public var latitude: Double
    /// Degrees, −180 to 180, positive to the east.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?

    public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
    }
  }

  /// The last part of the path, for people to read.
  public var fileName: String
  /// The path of the folder that it is in, for people to read.
  public var folder: String
  /// In bytes; nil where the file is not there.
  public var fileSize: Int?
  /// Of the content, whatever the name says: “JPEG”, “PNG”.
  public var format: String?
  /// Of the upright picture.
  public var pixelSize: Photo.PixelSize?
  /// What the picture's colours are given in, for instance “Display P3”.
  public var colourProfile: String?

  /// What somebody wrote about the picture, in one or more lines.
  public var caption: String?
  /// Nil where the file is not there.
  public var date: PhotoDate?
  public var place: Place?
  /// In words that the file has, the nearest first.
  public var placeName: String?
  /// What somebody filed the picture under.
  public var keywords: [String] = []
  /// Stars, 0 to 5, or −1 for what was rejected.
  public var rating: Int?

  /// The make and model.
  public var camera: String?
  public var lens: String?
  /// How long the shutter was open, in seconds.
  public var exposureTime: Double?
  /// The f-number: focal length by the aperture's diameter.
  public var aperture: Double?
  /// The ISO speed.
  public var sensitivity: Int?
  /// In millimetres.
  public var focalLength: Double?
  /// Millimetres: of the lens that shows as much on 35 mm film.
  public var equivalentFocalLength: Double?

  public init(fileName: String, folder: String) {
    self.fileName = fileName
    self.folder = folder
  }
}
