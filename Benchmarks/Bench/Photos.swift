// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// The photographs that programs are measured with, made once from Debian's sample photographs.
enum Photos {
  private static let samples = "/usr/share/backgrounds"
  /// The one of them from which mosaics compress as photographs from a camera do: 24 megapixels to 8 MB.
  private static let mosaicSample = samples + "/picosdeeuropa_by_Aitzol_Berasategi.jpg"

  /// Photographs of 12 megapixels, 3 : 2, by name; the first is the newest.
  static func feed() throws -> String {
    try made("feed") { folder in
      for (number, sample) in try sampleFiles().prefix(6).enumerated() {
        try convert(sample, size: "4272x2848", to: "\(folder)/\(name(minutes: -number))")
      }
    }
  }

  /// One photograph of 24 megapixels, 3 : 2.
  static func large() throws -> String {
    try made("large") { folder in
      try convert(try sampleFiles()[0], size: "6000x4000", to: "\(folder)/\(name(minutes: 0))")
    }
  }

  /// What tells the pictures on a screen apart, also where they are small: marks in one of these colours.
  static let markColors: [Color] = [.magenta, .green, .red, .cyan, .blue, .yellow]

  /// The files of a folder of photographs with marks, each in the next of the colours; links to a few.
  static func marked(width: Int, height: Int, count: Int = 1) throws -> [String] {
    let folder = try made("marked-\(width)x\(height)-\(count)") { folder in
      for number in 0..<count {
        let original = try mosaic(width, height, markColor: number % markColors.count)
        try FileManager.default.linkItem(atPath: original, toPath: "\(folder)/\(name(minutes: -2 * number))")
      }
    }
    return try files(in: folder)
  }

  /// With marks in the first of the colours, of so many megapixels.
  static func photo24() throws -> String { try marked(width: 6000, height: 4000)[0] }
  static func photo108() throws -> String { try marked(width: 12000, height: 9000)[0] }
  static func photo400() throws -> String { try marked(width: 20000, height: 20000)[0] }

  /// The place among `markColors` of what `screenshot` shows marks in, if it does.
  static func mark(in screenshot: Screenshot) -> Int? {
    // Some are enough to tell, and looking at them takes the processor from who draws.
    let pixels = stride(from: 0, to: screenshot.pixels.count, by: 13).map { screenshot.pixels[$0] }
    let counts = markColors.map { color in pixels.count { $0.isClose(to: color, within: 60) } }
    // Marks are a sixteenth of a picture.
    let most = counts.max() ?? 0
    return most * 50 > pixels.count ? counts.firstIndex(of: most) : nil
  }

  /// Whether a screenshot has a mark of any photograph in it, be it as small as that of a thumbnail.
  static func hasMark(in screenshot: Screenshot) -> Bool {
    markColors.contains { color in screenshot.pixels.count { $0.isClose(to: color, within: 60) } > 200 }
  }

  /// An animated GIF of a photograph with a mark, 960 × 540, 25 frames in a second.
  static func animation() throws -> String {
    try files(
      in: made("animation") { folder in
        let frames = try TemporaryFolder("frames")
        let source = try mosaic(6000, 4000, markColor: 0)
        var names: [String] = []
        for number in 0..<50 {
          names.append("\(frames.path)/\(number + 100).png")
          // The camera moves over it.
          let place = "960x540+\(number * 6)+\(number * 3)"
          try TestPicture.convert([source, "-resize", "1500x1000!", "-crop", place, "+repage", names[number]])
        }
        try TestPicture.convert(["-delay", "4", "-loop", "0"] + names + ["\(folder)/animation.gif"])
      })[0]
  }

  /// As many small photographs in magenta, each a post of its own; files are links to a few.
  static func many(_ count: Int) throws -> String {
    try made("many-\(count)") { folder in
      let samples = try sampleFiles()
      let small = try made("small") { folder in
        for (number, sample) in samples.enumerated() {
          try convert(sample, size: "1200x800", ["-fill", "magenta", "-colorize", "60"], to: "\(folder)/\(number).jpg")
        }
      }
      for number in 0..<count {
        try FileManager.default.linkItem(
          atPath: "\(small)/\(number % samples.count).jpg", toPath: "\(folder)/\(name(minutes: -2 * number))")
      }
    }
  }

  /// As many files of small photographs in magenta with a telephone's metadata; of different moments, which only the
  /// metadata tell.
  static func tagged(_ count: Int) throws -> String {
    try made("tagged-\(count)") { folder in
      let template = "\(folder)/template.jpg"
      try convert(
        try sampleFiles()[0], size: "192x128", ["-fill", "magenta", "-colorize", "60"], to: template)
      let moment = Data("2022:08:05 17:22:34".utf8)
      try setMetadata(of: template, dates: String(decoding: moment, as: UTF8.self))
      let data = try Data(contentsOf: URL(filePath: template))
      try FileManager.default.removeItem(atPath: template)
      let places = places(of: moment, in: data)
      guard !places.isEmpty else { throw RigError("exiv2 has written no dates") }
      for number in 0..<count {
        var copy = data
        let date = time(minutes: -7 * number)
        let text = String(
          format: "%04d:%02d:%02d %02d:%02d:%02d", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour,
          date.tm_min, date.tm_sec)
        for place in places { copy.replaceSubrange(place, with: Data(text.utf8)) }
        try copy.write(to: URL(filePath: folder + String(format: "/DSC%06d.jpg", number)))
      }
    }
  }

  private static func places(of text: Data, in data: Data) -> [Range<Data.Index>] {
    var places: [Range<Data.Index>] = []
    while let place = data.range(of: text, in: (places.last?.upperBound ?? data.startIndex)..<data.endIndex) {
      places.append(place)
    }
    return places
  }

  private static func setMetadata(of file: String, dates: String) throws {
    let numbers = [
      "Image.XResolution 72/1", "Image.YResolution 72/1", "Image.ResolutionUnit 2", "Image.YCbCrPositioning 1",
      "Image.Orientation 1", "Photo.ExposureTime 1/1250", "Photo.FNumber 18/10", "Photo.ExposureProgram 2",
      "Photo.ISOSpeedRatings 20", "Photo.ShutterSpeedValue 1028/100", "Photo.ApertureValue 169/100",
      "Photo.BrightnessValue 825/100", "Photo.ExposureBiasValue 0/100", "Photo.MaxApertureValue 169/100",
      "Photo.MeteringMode 2", "Photo.Flash 0", "Photo.FocalLength 540/100", "Photo.ColorSpace 1",
      "Photo.PixelXDimension 192", "Photo.PixelYDimension 128", "Photo.ExposureMode 0", "Photo.WhiteBalance 0",
      "Photo.DigitalZoomRatio 100/100", "Photo.FocalLengthIn35mmFilm 26", "Photo.SceneCaptureType 0",
      "GPSInfo.GPSVersionID 2 2 0 0", "GPSInfo.GPSLatitude 47/1 22/1 3684/100",
      "GPSInfo.GPSLongitude 8/1 32/1 3012/100", "GPSInfo.GPSAltitude 408/1", "GPSInfo.GPSAltitudeRef 0",
    ]
    let texts = [
      "Image.Make samsung", "Image.Model SM-G991B", "Image.Software G991BXXU5DVGB", "Image.DateTime \(dates)",
      "Photo.DateTimeOriginal \(dates)", "Photo.DateTimeDigitized \(dates)", "Photo.SubSecTime 386",
      "Photo.SubSecTimeOriginal 386", "Photo.ImageUniqueID XA8XLNF01SM", "GPSInfo.GPSLatitudeRef N",
      "GPSInfo.GPSLongitudeRef E",
    ]
    try Programs.run("exiv2", (numbers + texts).flatMap { ["-M", "set Exif.\($0)"] } + [file])
  }

  static func isMagenta(_ color: Color) -> Bool { min(color.red, color.blue) > color.green + 60 }

  /// The files of a folder, the newest photograph first.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: >).map { "\(folder)/\($0)" }
  }

  private static func sampleFiles() throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: samples).filter { $0.hasSuffix(".jpg") }.sorted()
    guard !files.isEmpty else { throw RigError("there are no sample photographs in \(samples): see script/setup") }
    return files.map { "\(samples)/\($0)" }
  }

  /// As cameras name a photograph taken that many minutes from noon of a certain day.
  private static func name(minutes: Int) -> String {
    let time = time(minutes: minutes)
    return String(
      format: "IMG_%04d%02d%02d_%02d%02d%02d.jpg", time.tm_year + 1900, time.tm_mon + 1, time.tm_mday, time.tm_hour,
      time.tm_min, time.tm_sec)
  }

  /// That many minutes from noon of a certain day.
  private static func time(minutes: Int) -> tm {
    let noon = 1_717_243_200
    var seconds = noon + minutes * 60
    var time = tm()
    gmtime_r(&seconds, &time)
    return time
  }

  private static func convert(_ source: String, size: String, _ options: [String] = [], to path: String) throws {
    try TestPicture.convert([source, "-strip", "-resize", size + "!"] + options + ["-quality", "90", path])
  }

  /// A mosaic of one photograph, so that a picture of any size is as sharp as one from a camera.
  private static func mosaic(_ width: Int, _ height: Int, markColor: Int) throws -> String {
    let folder = try made("mosaic-\(width)x\(height)-\(markColor)") { folder in
      try makeMosaic(width, height, markColor: markColor, at: "\(folder)/\(name(minutes: 0))")
    }
    return try files(in: folder)[0]
  }

  /// libvips makes it row by row; ImageMagick would hold all of it.
  private static func makeMosaic(_ width: Int, _ height: Int, markColor: Int, at path: String) throws {
    let repeats = 5
    let (tileWidth, tileHeight) = (width / repeats, height / repeats)
    let color = markColors[markColor]
    let mark = "\(tileWidth * 3 / 8),\(tileHeight * 3 / 8) \(tileWidth * 5 / 8),\(tileHeight * 5 / 8)"
    let folder = try TemporaryFolder("tile")
    let tile = folder.path + "/tile.png"
    try TestPicture.convert([
      mosaicSample, "-strip", "-resize", "\(tileWidth)x\(tileHeight)^", "-gravity", "center",
      "-extent", "\(tileWidth)x\(tileHeight)", "-fill", "rgb(\(color.red),\(color.green),\(color.blue))", "-draw",
      "rectangle \(mark)", tile,
    ])
    let output = path + "[Q=90,subsample_mode=on]"
    try Programs.run("vips", ["replicate", tile, output, "\(repeats)", "\(repeats)"])
  }

  /// A folder beside the programs, filled by `fill` unless it is there.
  private static func made(_ name: String, _ fill: (String) throws -> Void) throws -> String {
    let folder = "\(Programs.folder)/bench-photos/\(name)"
    guard !FileManager.default.fileExists(atPath: folder) else { return folder }
    let unfinished = folder + ".part"
    try? FileManager.default.removeItem(atPath: unfinished)
    try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
    try fill(unfinished)
    try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
    return folder
  }
}
