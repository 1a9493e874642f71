// SPDX-License-Identifier: MIT
//
// A page of 1,000 pictures, with or without `zoomable()`:
//
//   PicturePage --zoomable yes|no --layout stack|grid

import Declarative
import Geometry
import Glibc
import GtkCore
import Zoom

/// Pixels of a made-up picture.
nonisolated final class MadeUpPixels: Sendable {
  static let edge = 160
  private static let channels = 3
  static let stride = edge * channels
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(number: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.edge * Self.stride, alignment: 16)
    for y in 0..<Self.edge {
      for x in 0..<Self.edge {
        let pixel = y * Self.stride + x * Self.channels
        memory[pixel] = UInt8(truncatingIfNeeded: x + number * 37)
        memory[pixel + 1] = UInt8(truncatingIfNeeded: y + number * 11)
        memory[pixel + 2] = UInt8(truncatingIfNeeded: x ^ y)
      }
    }
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}

struct Item: Identifiable, Equatable {
  let id: Int
}

struct Section: GridSection, Equatable {
  let id: Int
  let items: [Item]
}

struct Tile: View {
  let item: Item
  let isZoomable: Bool

  var body: some View {
    let picture = PictureView(textures[item.id % textures.count], fit: .cover, aspectRatio: 1).clipShape(.rounded(8))
    if isZoomable { picture.zoomable(id: item.id) } else { picture }
  }
}

struct Page: View {
  let isGrid: Bool
  let isZoomable: Bool

  var body: some View {
    if isGrid {
      SectionGrid(
        [Section(id: 0, items: items)], cellSize: GridCellSize(leastEdge: 100, greatestColumnCount: columns)
      ) { _ in
      } content: {
        Tile(item: $0, isZoomable: isZoomable)
      }
    } else {
      ScrollView {
        VStack(spacing: 4) {
          ForEach(Array(stride(from: 0, to: items.count, by: columns)), id: \.self) { first in
            HStack(spacing: 4, isHomogeneous: true) {
              ForEach(items[first..<first + columns]) { Tile(item: $0, isZoomable: isZoomable) }
            }
          }
        }
      }
      .expand()
    }
  }
}

let columns = 8
let items = (0..<1000).map(Item.init)
/// Enough for a screen without the same one twice.
let textures = (0..<64).map { number in
  let pixels = MadeUpPixels(number: number)
  return Texture(
    width: MadeUpPixels.edge, height: MadeUpPixels.edge, stride: MadeUpPixels.stride, format: .rgb, bytes: pixels.bytes,
    owner: pixels)
}

let application = Application(
  id: "io.github.aloft_photos.PicturePage", name: "PicturePage", version: "1", usage: "", summary: "",
  options: [
    .init(name: "zoomable", help: "", argumentName: "", choices: ["yes", "no"]),
    .init(name: "layout", help: "", argumentName: "", choices: ["stack", "grid"]),
  ])
var windows: [Window] = []

exit(
  application.run { commandLine in
    let page = Page(
      isGrid: commandLine.options["layout"] == "grid", isZoomable: commandLine.options["zoomable"] == "yes")
    let window = Window(application: application, title: "Pictures", size: Size(1000, 720)) {
      if page.isZoomable { ZoomContainer { page } } else { page }
    }
    windows.append(window)
    window.present()
  })
