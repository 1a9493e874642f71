// SPDX-License-Identifier: MIT
import Geometry
import GtkCore
import PictureHelpers
import PictureMessages

/// Draws a picture by the best pixels there are for the size at hand.
final class PicturePaintable: CustomPaintable {
  /// Of the room that a picture takes whose size is not known yet: the most common shape of photographs.
  private static let assumedSize = Size(4, 3)

  /// A level this much smaller than what is shown still looks right; so much that rounding does not count.
  nonisolated static let leastDensity = 0.99
  /// A level this much larger than what is shown costs too much, and flickers where it is scaled down.
  private static let greatestDensity = 1.7
  /// A held picture is given pixels of its own once the level shows this much enlarged.
  private static let detailDensity = 1.2
  /// How far beyond what is seen detail reaches, as a share of it, so that small movements need no more.
  private static let detailMargin = 0.25

  /// All of a picture, as a part of it.
  static let whole = Rect(x: 0, y: 0, width: 1, height: 1)

  /// Up to this scale, in device pixels for one of the picture, it is drawn smoothly; above, each of its pixels is to be
  /// seen as a square.
  static let greatestSmoothScale = 2.0
  /// Pixels of a side of such a square at most: what is larger is drawn larger, and its edges get as soft as nobody sees.
  private static let greatestMagnification = 64
  /// Bytes of tiles that are kept beyond those that are seen.
  private static let keptTileBytes = 64 << 20

  private static let placeholder = Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.25)

  /// A part of the picture that is sharper than its levels.
  private struct Detail {
    var texture: Texture
    /// The whole picture's, in pixels of this density.
    var wholeWidth: Double
    /// Of the whole: (0, 0, 1, 1) is all of it.
    var part: Rect
    /// How many of its pixels a side of a pixel of the picture has.
    var magnification = 1
    /// Where it is one of a pyramid's.
    var tile: TilePyramid.Tile?
  }

  private var size: Size?
  /// Whether the pixels are those of what the file was before, and are shown only until there are others.
  var isOutdated = false
  /// The whole picture in different sizes, the smallest first.
  private var levels: [Texture] = []
  /// What is shown as long as there is no level.
  private var preview: Texture?
  /// The parts of one of them, made when they are first drawn.
  private var levelParts: LevelParts?
  /// Either a region or tiles, the latest last.
  private var details: [Detail] = []
  /// What can be seen of the picture where it is held; what lies below the detail is not drawn where it cannot be seen.
  var seenPart = whole
  /// Device pixels for a logical pixel, the most of all who show it.
  var scaleFactor = 1

  init(size: Size?) {
    self.size = size
    super.init()
  }

  override var intrinsicSize: Size { size ?? Self.assumedSize }
  var hasAssumedSize: Bool { size == nil }

  var byteCount: Int {
    (levels + details.map(\.texture)).reduce(preview?.byteCount ?? 0) { $0 + $1.byteCount }
  }

  /// Whether nothing is drawn but the place.
  var isBlank: Bool { levels.isEmpty && preview == nil || isOutdated }

  var hasLevels: Bool { !levels.isEmpty && !isOutdated }
  var hasDetail: Bool { !details.isEmpty }

  func setSize(_ newSize: Size) {
    guard newSize != size else { return }
    size = newSize
    sizeChanged()
    contentsChanged()
  }

  func hasLevel(for shown: Size) -> Bool {
    !isOutdated
      && levels.contains { level in
        let density = Double(level.width) / shown.width
        return density >= Self.leastDensity && density <= Self.greatestDensity
      }
  }

  func add(_ level: Texture) {
    if isOutdated { forgetPixels() }
    preview = nil
    levels.removeAll { $0.width == level.width }
    levels.append(level)
    levels.sort { $0.width < $1.width }
    contentsChanged()
  }

  /// Shows a small picture of uncertain quality until there is a level.
  func showPreview(_ texture: Texture) {
    guard levels.isEmpty else { return }
    preview = texture
    contentsChanged()
  }

  /// Shows the next frame of an animation.
  func showFrame(_ frame: Texture) {
    if isOutdated { forgetPixels() }
    preview = nil
    levels = [frame]
    contentsChanged()
  }

  // MARK: Detail

  /// The region to fetch so that `part` of the picture, shown in `size`, is sharp; nil if it is.
  func missingRegion(_ size: PixelSize, part: Rect) -> PixelRect? {
    let sharpest = levels.last.map { Double($0.width) } ?? 0
    guard !part.isEmpty, Double(size.width) > sharpest * Self.detailDensity else { return nil }
    let isSharp = details.contains {
      $0.magnification == 1 && Double(size.width) <= $0.wholeWidth * Self.detailDensity && $0.part.covers(part)
    }
    return isSharp ? nil : region(of: size, around: part)
  }

  /// The region to fetch, and how many pixels a side of its pixels is to have, so that the pixels of a `part` of the
  /// picture are seen as squares; nil if they are, or are not to be.
  ///
  /// - Parameters:
  ///   - native: the picture's size in pixels
  ///   - shown: the size it is shown in
  func missingSquares(_ native: PixelSize, shown: Size, part: Rect) -> (region: PixelRect, magnification: Int)? {
    let scale = shown.width / Double(native.width)
    guard !part.isEmpty, scale > Self.greatestSmoothScale else { return nil }
    let magnification = min(Int(scale.rounded(.up)), Self.greatestMagnification)
    let hasSquares = details.contains {
      ($0.magnification == magnification || $0.magnification > magnification && $0.magnification <= 2 * magnification)
        && $0.part.covers(part)
    }
    return hasSquares ? nil : (region(of: native, around: part), magnification)
  }

  private func region(of size: PixelSize, around part: Rect) -> PixelRect {
    let margin = Size(part.size.width * Self.detailMargin, part.size.height * Self.detailMargin)
    let wide = Rect(
      x: part.minX - margin.width, y: part.minY - margin.height, width: part.size.width + 2 * margin.width,
      height: part.size.height + 2 * margin.height
    ).intersection(Self.whole)
    let left = Int((wide.minX * Double(size.width)).rounded(.down))
    let top = Int((wide.minY * Double(size.height)).rounded(.down))
    return PixelRect(
      x: left, y: top, width: min(size.width, Int((wide.maxX * Double(size.width)).rounded(.up))) - left,
      height: min(size.height, Int((wide.maxY * Double(size.height)).rounded(.up))) - top)
  }

  /// - Parameters:
  ///   - level: the whole picture's size in the region's pixels, before they are magnified
  func show(_ texture: Texture, of region: PixelRect, level: PixelSize, magnification: Int) {
    details = [
      Detail(
        texture: texture, wholeWidth: Double(level.width * magnification), part: region.part(of: level),
        magnification: magnification)
    ]
    contentsChanged()
  }

  func hasTile(_ tile: TilePyramid.Tile) -> Bool { details.contains { $0.tile == tile } }

  /// - Parameters:
  ///   - rect: where the tile lies on its level
  ///   - level: the level's size
  ///   - wanted: those tiles that are kept, whatever memory they take
  func add(
    _ texture: Texture, tile: TilePyramid.Tile, at rect: PixelRect, level: PixelSize, wanted: Set<TilePyramid.Tile>
  ) {
    details.append(
      Detail(texture: texture, wholeWidth: Double(level.width), part: rect.part(of: level), tile: tile))
    var unwantedBytes = details.reduce(0) { $0 + (isWanted($1, wanted) ? 0 : $1.texture.byteCount) }
    details.removeAll { detail in
      guard unwantedBytes > Self.keptTileBytes, !isWanted(detail, wanted) else { return false }
      unwantedBytes -= detail.texture.byteCount
      return true
    }
    contentsChanged()
  }

  private func isWanted(_ detail: Detail, _ wanted: Set<TilePyramid.Tile>) -> Bool {
    detail.tile.map(wanted.contains) ?? false
  }

  func dropDetails() {
    levelParts = nil
    guard !details.isEmpty else { return }
    details = []
    contentsChanged()
  }

  func forgetPixels() {
    levels = []
    preview = nil
    levelParts = nil
    details = []
    isOutdated = false
  }

  // MARK: Drawing

  override func draw(into snapshot: Snapshot, size: Size) {
    let room = Rect(.zero, size)
    let width = size.width * Double(scaleFactor)
    guard let level = levels.first(where: { Double($0.width) >= width * Self.leastDensity }) ?? levels.last ?? preview
    else {
      return snapshot.fill(room, with: Self.placeholder)
    }
    let layers = layers(forWidth: width, above: Double(level.width))
    // Each texture is saved for itself: GTK draws one texture under a rotation directly, but several by way of another
    // texture as large as the whole picture is shown.
    func draw(_ texture: Texture, in rect: Rect) { snapshot.saved { snapshot.draw(texture, in: rect) } }
    guard let best = layers.last else { return draw(level, in: room) }
    // What is drawn twice costs twice.
    let covered = best.map(\.part)
    func isMissing(_ part: Rect) -> Bool {
      let seen = part.intersection(seenPart)
      return !seen.isEmpty && !covered.cover(seen)
    }
    if isMissing(Self.whole) {
      for part in parts(of: level) where isMissing(part.rect) { draw(part.texture, in: part.rect.scaled(to: room)) }
      for detail in layers.dropLast().joined() where isMissing(detail.part) {
        draw(detail.texture, in: detail.part.scaled(to: room))
      }
    }
    for detail in best where !detail.part.intersection(seenPart).isEmpty {
      draw(detail.texture, in: detail.part.scaled(to: room))
    }
  }

  private func parts(of level: Texture) -> [LevelParts.Part] {
    if let made = levelParts, made.level === level { return made.parts }
    let made = LevelParts(level)
    levelParts = made
    return made.parts
  }

  /// What there is of detail to be drawn above a level, by its density, the best last. What is denser than is needed is
  /// better than what is not dense enough, and nothing is better than what just is.
  ///
  /// - Parameters:
  ///   - width: of the whole picture as it is shown, in device pixels
  ///   - levelWidth: that of the level's pixels
  private func layers(forWidth width: Double, above levelWidth: Double) -> [[Detail]] {
    guard width > levelWidth, !details.isEmpty else { return [] }
    let isSmooth = size.map { width <= $0.width * Self.greatestSmoothScale } ?? true
    let usable = details.filter { $0.wholeWidth > levelWidth && !(isSmooth && $0.magnification > 1) }
    func rank(_ wholeWidth: Double) -> Double {
      wholeWidth >= width * Self.leastDensity ? width / wholeWidth + 1 : wholeWidth / width
    }
    return Dictionary(grouping: usable, by: \.wholeWidth).sorted { rank($0.key) < rank($1.key) }.map(\.value)
  }
}

/// A picture cut into parts, so that only those are drawn which nothing covers: GTK 4.8 can draw a part of a texture only
/// by way of another one if it is turned.
private struct LevelParts {
  struct Part {
    var texture: Texture
    /// Of the whole: (0, 0, 1, 1) is all of it.
    var rect: Rect
  }

  /// Pixels of a side.
  private static let side = 256
  /// Pixels that parts overlap, so that no seam is seen where they are magnified.
  private static let overlap = 2

  let level: Texture
  let parts: [Part]

  init(_ level: Texture) {
    self.level = level
    // What is drawn twice where parts overlap would be less transparent there.
    guard level.isOpaque else {
      parts = [Part(texture: level, rect: PicturePaintable.whole)]
      return
    }
    let size = PixelSize(width: level.width, height: level.height)
    func range(from start: Int, in length: Int) -> Range<Int> {
      max(0, start - Self.overlap)..<min(length, start + Self.side + Self.overlap)
    }
    parts = stride(from: 0, to: size.height, by: Self.side).flatMap { top in
      stride(from: 0, to: size.width, by: Self.side).map { left in
        let (columns, rows) = (range(from: left, in: size.width), range(from: top, in: size.height))
        let rect = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        return Part(texture: level.part(columns: columns, rows: rows), rect: rect.part(of: size))
      }
    }
  }
}

extension PixelRect {
  /// Which part of a picture of that size it is.
  fileprivate func part(of size: PixelSize) -> Rect {
    let (wide, high) = (Double(size.width), Double(size.height))
    return Rect(x: Double(x) / wide, y: Double(y) / high, width: Double(width) / wide, height: Double(height) / high)
  }
}

extension [Rect] {
  /// Whether rectangles that don't overlap cover all of another one.
  fileprivate func cover(_ other: Rect) -> Bool {
    let covered = reduce(0) { area, rect in
      let common = rect.intersection(other).size
      return area + common.width * common.height
    }
    // What is missing is less than a thousandth of the area, which is a pixel at the edge.
    return covered >= other.size.width * other.size.height * 0.999
  }
}

extension Rect {
  fileprivate func covers(_ other: Rect) -> Bool {
    // A thousandth of the picture is less than a pixel of what is seen.
    let slack = 0.001
    return minX <= other.minX + slack && minY <= other.minY + slack && maxX >= other.maxX - slack
      && maxY >= other.maxY - slack
  }
}
