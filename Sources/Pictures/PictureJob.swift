// SPDX-License-Identifier: MIT
import PictureHelpers
import PictureMessages
import Synchronization

/// A piece of work on one file.
enum PictureWork: Sendable {
  case header
  /// What there is before the picture itself: the best thumbnail for a size, or else the header and the small picture that
  /// a camera has put into the file. The side is the longer one of what is shown.
  case first(ThumbnailCache.Size, side: Int)
  /// A thumbnail of that size, which is kept.
  case making(ThumbnailCache.Size, side: Int)
  /// Both the header and, of a still picture, the whole, as large as it fits into that size.
  case opening(PixelSize)
  /// The whole, in that size.
  case level(PixelSize)
  /// A region of the picture as it is at that size, each of its pixels as a square of so many.
  case region(PixelSize, PixelRect, magnification: Int)
  /// All of it in tiles.
  case pyramid
  case tile(TilePyramid, TilePyramid.Tile)
  /// A decoder of frames that cover that size, and the first of them.
  case animation(PixelSize)

  /// Whether it only makes sharper what can be seen already. Done while fingers move the picture, it must not take their
  /// time.
  var isRefinement: Bool {
    switch self {
    case .region, .pyramid, .tile: true
    case .header, .first, .making, .opening, .level, .animation: false
    }
  }

  var isPyramid: Bool { if case .pyramid = self { true } else { false } }

  /// Bytes of pixels that it will give, roughly; 0 for what no budget counts.
  var expectedBytes: Int {
    // Three bytes for a pixel: few pictures have an alpha channel.
    switch self {
    case .level(let size): size.width * size.height * 3
    case .first(_, let side), .making(_, let side): side * side * 3
    case .header, .opening, .region, .pyramid, .tile, .animation: 0
    }
  }
}

/// Work under way, which can be called off.
nonisolated final class PictureJob: Sendable {
  enum Product: Sendable {
    case header(PictureInfo)
    case stored(StoredThumbnail, ThumbnailCache.Size, side: Int)
    case preview(PictureInfo, Pixels?)
    case made(MadeThumbnail, ThumbnailCache.Size, side: Int)
    case opening(PictureInfo, Pixels?)
    case level(Pixels)
    case region(Pixels, PixelSize, PixelRect, magnification: Int)
    case pyramid(TilePyramid)
    case tile(Pixels, TilePyramid.Tile)
    case animation(AnimationDecoder, Pixels)
  }

  let work: PictureWork
  private let path: String
  private let helpers: PictureHelpers
  private let thumbnails: ThumbnailCache?
  private let isCancelled = Atomic(false)

  init(path: String, work: PictureWork, helpers: PictureHelpers, thumbnails: ThumbnailCache?) {
    self.path = path
    self.helpers = helpers
    self.thumbnails = thumbnails
    self.work = work
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Does the work. On a worker's thread.
  func run() -> Result<Product, PictureError> {
    guard !wasCancelled else { return .failure(.cancelled) }
    do throws(PictureError) {
      switch work {
      case .header:
        return .success(.header(try helpers.info(ofFile: path)))
      case .first(let size, let side): return .success(try first(size, side: side))
      case .making(let size, let side):
        guard let thumbnails, let original = try thumbnails.original(at: path) else {
          return .success(.header(try helpers.info(ofFile: path)))
        }
        let made = try thumbnails.makeThumbnail(
          of: original, size: size, shownSide: side, isCancelled: { self.wasCancelled })
        return .success(.made(made, size, side: side))
      case .opening(let room):
        let info = try helpers.info(ofFile: path)
        guard info.frameCount == 1 else { return .success(.opening(info, nil)) }
        return .success(.opening(info, try level(info.pixelSize.scaledToFit(room))))
      case .level(let size): return .success(.level(try level(size)))
      case .region(let size, let region, let magnification):
        let pixels = try helpers.decode(
          file: path, levelSize: size, region: region, magnification: magnification, isPatient: true,
          isCancelled: { self.wasCancelled })
        return .success(.region(pixels, size, region, magnification: magnification))
      case .pyramid: return .success(.pyramid(try helpers.pyramid(ofFile: path, isCancelled: { self.wasCancelled })))
      case .tile(let pyramid, let tile): return .success(.tile(try pyramid.pixels(of: tile), tile))
      case .animation(let size):
        let decoder = try AnimationDecoder(file: path, coveringSize: size, helpers: helpers)
        return .success(.animation(decoder, try decoder.frame(0)))
      }
    } catch {
      return .failure(error)
    }
  }

  private func first(_ size: ThumbnailCache.Size, side: Int) throws(PictureError) -> Product {
    if let thumbnails, let original = try thumbnails.original(at: path),
      let found = thumbnails.thumbnail(of: original, for: size, shownSide: side)
    {
      return .stored(found.thumbnail, found.size, side: side)
    }
    let (info, pixels) = try helpers.preview(ofFile: path)
    return .preview(info, pixels)
  }

  private func level(_ size: PixelSize) throws(PictureError) -> Pixels {
    try helpers.decode(
      file: path, levelSize: size, region: PixelRect(size), isCancelled: { self.wasCancelled })
  }

  var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }
}
