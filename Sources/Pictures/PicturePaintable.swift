// SPDX-License-Identifier: MIT
import Geometry
import GtkCore
import PictureDecoding

/// Draws a picture by the best pixels there are for the size at hand.
final class PicturePaintable: CustomPaintable {
  /// Of the room that a picture takes whose size is not known yet: the most common shape of photographs.
  private static let assumedSize = Size(4, 3)

  /// A level this much smaller than what is shown still looks right; so much that rounding does not count.
  private static let leastDensity = 0.99
  /// A level this much larger than what is shown costs too much, and flickers where it is scaled down.
  private static let greatestDensity = 1.7
  /// A held picture is given pixels of its own once the level shows this much enlarged.
  private static let detailDensity = 1.2
  /// How far beyond what is seen detail reaches, as a share of it, so that small movements need no more.
  private static let detailMargin = 0.15

  /// All of a picture, as a part of it.
  static let whole = Rect(x: 0, y: 0, width: 1, height: 1)

  private static let placeholder = Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.25)

  private struct Detail {
    var texture: Texture
    var level: PixelSize
    /// Of the whole: (0, 0, 1, 1) is all of it.
    var part: Rect
  }

  private var size: Size?
  /// The whole picture in different sizes, the smallest first.
  private var levels: [Texture] = []
  /// A part of the picture, sharper than any level.
  private var detail: Detail?
  /// What can be seen of the picture where it is held; the level below the detail is not drawn where it cannot be seen.
  var seenPart = whole

  init(size: Size?) {
    self.size = size
    super.init()
  }

  override var intrinsicSize: Size { size ?? Self.assumedSize }

  var byteCount: Int { levels.reduce(detail?.texture.byteCount ?? 0) { $0 + $1.byteCount } }

  var hasLevels: Bool { !levels.isEmpty }

  func setSize(_ newSize: Size) {
    guard newSize != size else { return }
    size = newSize
    sizeChanged()
    contentsChanged()
  }

  func hasLevel(for shown: Size) -> Bool {
    levels.contains { level in
      let density = Double(level.width) / shown.width
      return density >= Self.leastDensity && density <= Self.greatestDensity
    }
  }

  func add(_ level: Texture) {
    levels.removeAll { $0.width == level.width }
    levels.append(level)
    levels.sort { $0.width < $1.width }
    contentsChanged()
  }

  /// Shows the next frame of an animation.
  func showFrame(_ frame: Texture) {
    levels = [frame]
    contentsChanged()
  }

  /// The region to fetch so that `part` of the picture, shown in `size`, is sharp; nil if it is.
  func missingDetail(_ shown: Size, part: Rect) -> PixelRect? {
    let sharpest = levels.last.map { Double($0.width) } ?? 0
    guard !part.isEmpty, shown.width > sharpest * Self.detailDensity else { return nil }
    if let detail, shown.width <= Double(detail.level.width) * Self.detailDensity, detail.part.covers(part) {
      return nil
    }
    let margin = Size(part.size.width * Self.detailMargin, part.size.height * Self.detailMargin)
    let wide = Rect(
      x: part.minX - margin.width, y: part.minY - margin.height, width: part.size.width + 2 * margin.width,
      height: part.size.height + 2 * margin.height
    ).intersection(Self.whole)
    let left = Int((wide.minX * shown.width).rounded(.down))
    let top = Int((wide.minY * shown.height).rounded(.down))
    return PixelRect(
      x: left, y: top, width: Int((wide.maxX * shown.width).rounded(.up)) - left,
      height: Int((wide.maxY * shown.height).rounded(.up)) - top)
  }

  func setDetail(_ texture: Texture, level: PixelSize, region: PixelRect) {
    let width = Double(level.width)
    let height = Double(level.height)
    detail = Detail(
      texture: texture, level: level,
      part: Rect(
        x: Double(region.x) / width, y: Double(region.y) / height, width: Double(texture.width) / width,
        height: Double(texture.height) / height))
    contentsChanged()
  }

  func dropDetail() {
    guard detail != nil else { return }
    detail = nil
    contentsChanged()
  }

  func forgetPixels() {
    levels = []
    detail = nil
  }

  override func draw(into snapshot: Snapshot, size: Size) {
    let room = Rect(.zero, size)
    guard let level = levels.first(where: { Double($0.width) >= size.width * Self.leastDensity }) ?? levels.last else {
      return snapshot.fill(room, with: Self.placeholder)
    }
    let usable = detail.flatMap { size.width > Double(level.width) ? $0 : nil }
    // Each texture is saved for itself: GTK draws one texture under a rotation directly, but several by way of another
    // texture as large as the whole picture is shown.
    if usable?.part.covers(seenPart) != true { snapshot.saved { snapshot.draw(level, in: room) } }
    guard let usable else { return }
    let place = Rect(
      x: usable.part.minX * size.width, y: usable.part.minY * size.height,
      width: usable.part.size.width * size.width, height: usable.part.size.height * size.height)
    snapshot.saved { snapshot.draw(usable.texture, in: place) }
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
