// SPDX-License-Identifier: MIT
import Geometry
import PictureHelpers
import PictureMessages

/// Finds out which tiles of a pyramid show a part of the picture.
nonisolated struct TileGrid {
  /// The picture's size on each level, the largest first.
  let sizes: [PixelSize]

  /// A level this much smaller than what is shown still looks right; so much that rounding does not count.
  private static let leastDensity = 0.99
  /// How far around what is seen tiles are made ready, in tiles.
  private static let margin = 2

  /// The smallest level that is sharp when the whole picture is `width` device pixels wide.
  func level(forWidth width: Double) -> Int {
    sizes.lastIndex { Double($0.width) >= width * Self.leastDensity } ?? 0
  }

  /// The tiles of the level that fits, in the order in which they are wanted: those that are seen first, from the middle
  /// outwards, and then those around them.
  ///
  /// - Parameters:
  ///   - width: of the whole picture as it is shown, in device pixels
  ///   - part: what is seen of it; (0, 0, 1, 1) is all of it
  func wantedTiles(forWidth width: Double, part: Rect) -> [TilePyramid.Tile] {
    let level = level(forWidth: width)
    let size = sizes[level]
    let side = Double(TilePyramid.tileSide)
    // In tiles.
    let seen = Rect(
      x: part.minX * Double(size.width) / side, y: part.minY * Double(size.height) / side,
      width: part.size.width * Double(size.width) / side, height: part.size.height * Double(size.height) / side)
    func range(_ least: Double, _ greatest: Double, _ extent: Int) -> (seen: Range<Int>, ready: Range<Int>) {
      let count = (extent + TilePyramid.tileSide - 1) / TilePyramid.tileSide
      let first = Int(min(max(0, least.rounded(.down)), Double(count - 1)))
      let end = Int(min(max(Double(first + 1), greatest.rounded(.up)), Double(count)))
      return (first..<end, max(0, first - Self.margin)..<min(count, end + Self.margin))
    }
    let columns = range(seen.minX, seen.maxX, size.width)
    let rows = range(seen.minY, seen.maxY, size.height)
    func isBefore(_ first: (isSeen: Bool, distance: Double), _ second: (isSeen: Bool, distance: Double)) -> Bool {
      first.isSeen == second.isSeen ? first.distance < second.distance : first.isSeen
    }
    return rows.ready.flatMap { row in
      columns.ready.map { column in
        (
          tile: TilePyramid.Tile(level: level, column: column, row: row),
          rank: (
            isSeen: rows.seen.contains(row) && columns.seen.contains(column),
            distance: Point(Double(column) + 0.5, Double(row) + 0.5).distance(to: seen.center)
          )
        )
      }
    }
    .sorted { isBefore($0.rank, $1.rank) }
    .map(\.tile)
  }
}
