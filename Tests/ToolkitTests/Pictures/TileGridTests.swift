// SPDX-License-Identifier: MIT
import Geometry
import PictureHelpers
import PictureMessages
import Testing

@testable import Pictures

extension ToolkitTests {
  @MainActor struct TileGridTests {
    /// 20,000 × 15,000 pixels and seven halves.
    private let grid = TileGrid(sizes: (0..<8).map { PixelSize(width: 20_000 >> $0, height: 15_000 >> $0) })

    private func rect(of tile: TilePyramid.Tile) -> Rect {
      let side = Double(TilePyramid.tileSide)
      let size = grid.sizes[tile.level]
      return Rect(
        x: Double(tile.column) * side / Double(size.width), y: Double(tile.row) * side / Double(size.height),
        width: side / Double(size.width), height: side / Double(size.height))
    }

    private func randomPart() -> Rect {
      let (width, height) = (Double.random(in: 0.01...0.3), Double.random(in: 0.01...0.3))
      return Rect(x: .random(in: 0...1 - width), y: .random(in: 0...1 - height), width: width, height: height)
    }

    @Test func `the level is the smallest that is sharp`() {
      for (width, level) in [(20_000.0, 0), (40_000, 0), (10_200, 0), (10_000, 1), (9_000, 1), (5_000, 2), (100, 7)] {
        #expect(grid.level(forWidth: width) == level, "\(width)")
      }
    }

    @Test func `the wanted tiles cover what is seen, those that do so come first, and none is far away`() {
      for _ in 0..<300 {
        let part = randomPart()
        let tiles = grid.wantedTiles(forWidth: .random(in: 3_000...20_000), part: part)
        #expect(Set(tiles).count == tiles.count)
        let seen = tiles.prefix { !rect(of: $0).intersection(part).isEmpty }
        #expect(tiles.dropFirst(seen.count).allSatisfy { rect(of: $0).intersection(part).isEmpty })
        let covered = seen.map { rect(of: $0).intersection(part) }.reduce(0) { $0 + $1.size.width * $1.size.height }
        #expect(abs(covered / (part.size.width * part.size.height) - 1) < 1e-9)
        for tile in tiles {
          let side = rect(of: tile).size
          let near = Rect(
            x: part.minX - 2.001 * side.width, y: part.minY - 2.001 * side.height,
            width: part.size.width + 4.002 * side.width, height: part.size.height + 4.002 * side.height)
          #expect(!rect(of: tile).intersection(near).isEmpty)
        }
      }
    }

    @Test func `of the tiles that are seen, the one in the middle is the first and those at the edge are the last`() {
      for _ in 0..<300 {
        let part = randomPart()
        let tiles = grid.wantedTiles(forWidth: 15_000, part: part)
        let seen = tiles.prefix { !rect(of: $0).intersection(part).isEmpty }
        // In tiles, which are square.
        let distances = seen.map { tile in
          let (middle, side) = (rect(of: tile).center, rect(of: tile).size)
          return Point((middle.x - part.center.x) / side.width, (middle.y - part.center.y) / side.height).length
        }
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
      }
    }

    @Test func `at the picture's edge and beyond there are only tiles that exist`() {
      for part in [Rect(x: -2, y: -2, width: 1, height: 1), Rect(x: 0.9, y: 0.9, width: 0.5, height: 0.5)] {
        for tile in grid.wantedTiles(forWidth: 20_000, part: part) {
          #expect((0..<79).contains(tile.column) && (0..<59).contains(tile.row))
        }
      }
    }
  }
}
