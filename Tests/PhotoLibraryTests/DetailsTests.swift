// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

// With those of metadata, one at a time.
extension MetadataTests {
  private func details(_ tags: [String: String]) async throws -> PhotoDetails {
    await PhotoDetailsReader.details(of: try scratch.jpeg("photo.jpg", tags))
  }

  @Test func `All that a camera writes is read`() async throws {
    let details = try await details([
      "Exif.Image.Make": "NIKON CORPORATION", "Exif.Image.Model": "NIKON D850  ",
      "Exif.Photo.LensModel": "AF-S 35mm f/1.8G", "Exif.Photo.ExposureTime": "1/250", "Exif.Photo.FNumber": "28/10",
      "Exif.Photo.ISOSpeedRatings": "400", "Exif.Photo.FocalLength": "350/10",
      "Exif.Photo.FocalLengthIn35mmFilm": "52", "Exif.Photo.ColorSpace": "1",
      "Exif.Photo.DateTimeOriginal": "2023:05:12 10:15:30", "Exif.Image.Orientation": "6",
      "Exif.Image.ImageDescription": "On the lake",
      "Exif.GPSInfo.GPSLatitude": "47/1 22/1 3684/100", "Exif.GPSInfo.GPSLatitudeRef": "N",
      "Exif.GPSInfo.GPSLongitude": "8/1 32/1 3012/100", "Exif.GPSInfo.GPSLongitudeRef": "W",
      "Exif.GPSInfo.GPSAltitude": "4085/10", "Exif.GPSInfo.GPSAltitudeRef": "0",
    ])
    var expected = PhotoDetails(fileName: "photo.jpg", folder: scratch.path)
    expected.fileSize = try FileManager.default.attributesOfItem(atPath: scratch.path + "/photo.jpg")[.size] as? Int
    expected.format = "JPEG"
    expected.pixelSize = Photo.PixelSize(width: 30, height: 40)
    expected.colourProfile = "sRGB"
    expected.caption = "On the lake"
    expected.date = PhotoDate(
      time: CivilTime(year: 2023, month: 5, day: 12, hour: 10, minute: 15, second: 30)!, source: .exif)
    expected.place = details.place
    expected.camera = "NIKON D850"
    expected.lens = "AF-S 35mm f/1.8G"
    expected.exposureTime = 1 / 250
    expected.aperture = 2.8
    expected.sensitivity = 400
    expected.focalLength = 35
    expected.equivalentFocalLength = 52
    #expect(details == expected)
    let place = try #require(details.place)
    // The file has hundredths of seconds of arc.
    #expect(abs(place.latitude - 47.3769) < 1e-9)
    #expect(abs(place.longitude - -8.5417) < 1e-9)
    #expect(place.altitude == 408.5)
  }

  @Test func `Other ways to say the same are understood`() async throws {
    let apex = try await details([
      "Exif.Photo.ShutterSpeedValue": "-2/1", "Exif.Photo.ApertureValue": "6/1", "Exif.Photo.ISOSpeedRatings": "65535",
      "Exif.Photo.RecommendedExposureIndex": "102400", "Exif.Image.Make": "SONY", "Exif.Image.Model": "ILCE-7M3",
    ])
    #expect(apex.exposureTime == 4)
    #expect(apex.aperture == 8)
    #expect(apex.sensitivity == 102_400)
    #expect(apex.camera == "SONY ILCE-7M3")

    let xmp = try await details([
      "Xmp.exif.ExposureTime": "1/60", "Xmp.exif.FNumber": "56/10", "Xmp.aux.Lens": "24.0-70.0 mm f/4.0",
      "Xmp.exif.FocalLength": "50/1", "Xmp.tiff.Model": "X100", "Xmp.exif.GPSLatitude": "33,30.0S",
      "Xmp.exif.GPSLongitude": "70,15.0W",
    ])
    #expect(xmp.exposureTime == 1.0 / 60)
    #expect(xmp.aperture == 5.6)
    #expect(xmp.lens == "24.0-70.0 mm f/4.0")
    #expect(xmp.focalLength == 50)
    #expect(xmp.camera == "X100")
    #expect(xmp.place == PhotoDetails.Place(latitude: -33.5, longitude: -70.25))
  }

  @Test(arguments: ["0/0", "1/0", "0/1", "4294967295/1"]) func `Absurd numbers are left out`(
    _ number: String
  ) async throws {
    var tags = ["Exif.Photo.ISOSpeedRatings": "0", "Exif.Photo.FocalLengthIn35mmFilm": "0"]
    for tag in ["ExposureTime", "FNumber", "FocalLength"] { tags["Exif.Photo." + tag] = number }
    // A logarithm may be 0.
    if number != "0/1" {
      tags["Exif.Photo.ShutterSpeedValue"] = number
      tags["Exif.Photo.ApertureValue"] = number
    }
    let details = try await details(tags)
    #expect(details.exposureTime == nil)
    #expect(details.aperture == nil)
    #expect(details.sensitivity == nil)
    #expect(details.focalLength == nil)
    #expect(details.equivalentFocalLength == nil)
  }

  @Test(
    arguments: [
      ("91/1 0/1 0/1", "8/1 0/1 0/1"), ("47/1 0/1 0/1", "181/1 0/1 0/1"), ("47/0 0/1 0/1", "8/1 0/1 0/1"),
      ("0/0 0/0 0/0", "0/0 0/0 0/0"), ("0/1 0/1 0/1", "0/1 0/1 0/1"), ("4294967295/1 0/1 0/1", "8/1 0/1 0/1"),
    ])
  func `A place that is not on Earth is left out`(_ latitude: String, _ longitude: String) async throws {
    let details = try await details([
      "Exif.GPSInfo.GPSLatitude": latitude, "Exif.GPSInfo.GPSLatitudeRef": "N",
      "Exif.GPSInfo.GPSLongitude": longitude, "Exif.GPSInfo.GPSLongitudeRef": "E",
    ])
    #expect(details.place == nil)
  }

  @Test(arguments: [("1/0", "0"), ("0/0", "0"), ("4294967295/1", "0"), ("20000/1", "1")])
  func `An absurd altitude is left out, and the place stays`(_ altitude: String, _ reference: String) async throws {
    let details = try await details([
      "Exif.GPSInfo.GPSLatitude": "47/1 0/1 0/1", "Exif.GPSInfo.GPSLatitudeRef": "N",
      "Exif.GPSInfo.GPSLongitude": "8/1 0/1 0/1", "Exif.GPSInfo.GPSLongitudeRef": "E",
      "Exif.GPSInfo.GPSAltitude": altitude, "Exif.GPSInfo.GPSAltitudeRef": reference,
    ])
    #expect(details.place == PhotoDetails.Place(latitude: 47, longitude: 8))
  }

  @Test func `Names are on one line, and no longer than a name`() async throws {
    let details = try await details([
      "Exif.Image.Make": "  A\nB\t C ", "Exif.Photo.LensModel": "-----",
      "Xmp.aux.Lens": String(repeating: "x", count: 10_000),
      "Exif.Image.ImageDescription": String(repeating: "é", count: 20_000),
    ])
    #expect(details.camera == "A B C")
    #expect(details.lens?.count == 200)
    #expect(details.caption?.count == 2000)
  }

  @Test func `A file that tells nothing has its name, size and date`() async throws {
    let path = try scratch.file("notes.jpg", Data("text".utf8), modified: 1_600_000_000)
    var expected = PhotoDetails(fileName: "notes.jpg", folder: scratch.path)
    expected.fileSize = 4
    expected.date = PhotoDate(time: CivilTime(localAt: 1_600_000_000), source: .modification)
    #expect(await PhotoDetailsReader.details(of: path) == expected)

    let gone = await PhotoDetailsReader.details(of: "/gone.jpg")
    #expect(gone == PhotoDetails(fileName: "gone.jpg", folder: "/"))
  }

  @Test func `A name that is not UTF-8 has details as well`() async throws {
    let plain = try scratch.jpeg("a.jpg", ["Exif.Photo.FNumber": "8/1"])
    let bytes = Array(scratch.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xE9)] + ".jpg".utf8CString
    #expect(rename(plain, bytes) == 0)
    let photo = try #require(FolderScanner.scan(paths: [scratch.path]).photos.first)
    let details = await PhotoDetailsReader.details(of: photo.path)
    #expect(details.aperture == 8)
    #expect(details.format == "JPEG")
    #expect(details.fileName == photo.fileName)
    #expect(details.folder == scratch.path)
  }

  @Test func `Damaged files do no harm`() async throws {
    let whole = try Data(
      contentsOf: URL(
        filePath: scratch.jpeg(
          "whole.jpg",
          [
            "Exif.Photo.ExposureTime": "1/250", "Exif.GPSInfo.GPSLatitude": "47/1 22/1 36/1",
            "Exif.GPSInfo.GPSLatitudeRef": "N", "Exif.Image.Make": "Make", "Xmp.aux.Lens": "Lens",
          ])))
    var generator = SeededGenerator(7)
    for _ in 0..<300 {
      var damaged = whole.prefix(.random(in: 1...whole.count, using: &generator))
      for _ in 0..<3 {
        damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let path = try scratch.file("damaged.jpg", damaged)
      #expect(await PhotoDetailsReader.details(of: path).fileSize == damaged.count)
    }
  }

  @Test func `Details need not wait for a whole library`() async throws {
    for index in 0..<33 { try scratch.file("\(index).jpg") }
    let photos = FolderScanner.scan(paths: [scratch.path]).photos
    let last = try #require(photos.last)
    let captioned = try Data(
      contentsOf: URL(filePath: scratch.jpeg("captioned.jpg", ["Exif.Image.ImageDescription": "Before the last"])))
    MetadataReader.queue.suspend()
    let batches = MetadataReader.completed(photos)
    // Where details would be read: behind the first batch of 32.
    MetadataReader.queue.async { try? captioned.write(to: URL(filePath: last.path)) }
    MetadataReader.queue.resume()
    let captions = await batches.reduce(into: []) { $0 += $1 }.compactMap(\.caption)
    #expect(captions == ["Before the last"])
  }
}
