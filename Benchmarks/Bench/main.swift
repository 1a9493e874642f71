// SPDX-License-Identifier: MIT
//
// Measures speed and memory, as ratios against something measured in the same run:
//
//   Bench [ROW]

import Foundation
import TouchRig

let rows = [
  Row(
    what: "frames/s of a pinch on the feed, against a bare GTK program", bound: .atLeast(0.95),
    measure: PinchRows.frameRate),
  Row(
    what: "time per frame of scrolling a page of 1,000 pictures with `zoomable()`, against the same page without",
    bound: .atMost(1.02), measure: ScrollRow.measure),
  Row(
    what: "frames between a touch update and the frame that shows it", bound: .atMost(1), unit: .frames,
    measure: NextFrameRow.measure),
  Row(
    what: "CPU per touch update while holding a picture, whole app, against the bare program", bound: .atMost(1.2),
    measure: PinchRows.processorTime),
  Row(
    what: "opening a folder of 10,000 photos: first picture, against opening one with 10", bound: .atMost(1.2),
    measure: StartRows.firstPicture),
  Row(
    what: "memory added by lifting a photo of 24 megapixels and holding it at 6×", bound: .atMost(40),
    unit: .megabytes, measure: MemoryRow.measure),
  Row(
    what: "CPU of 10,000 declarative updates of one row among 1,000, a frame apart, against setting the property",
    bound: .atMost(1.5), measure: UpdateRow.measure),
  Row(
    what: "start to first frame of the empty window, against the same window in C", bound: .atMost(1.15),
    measure: StartRows.emptyWindow),
  Row(
    what: "opening a photo of 24 megapixels, from exec to its pixels on screen, against viewnior",
    bound: .atMost(1.1), measure: OpeningRows.large),
  Row(what: "the same against eog", bound: .atMost(0.4), measure: OpeningRows.largeAgainstEog),
  Row(
    what: "opening a photo of 108 megapixels, against viewnior", bound: .atMost(0.7), measure: OpeningRows.huge),
  Row(
    what: "memory with a photo of 24 megapixels opened", bound: .atMost(150), unit: .megabytes,
    measure: OpenedMemoryRows.large),
  Row(
    what: "memory with a photo of 108 megapixels opened", bound: .atMost(200), unit: .megabytes,
    measure: OpenedMemoryRows.huge),
  Row(
    what: "opening a photo in a folder of 10,000: its pixels on screen, against the same photo alone",
    bound: .atMost(1.1), measure: OpeningRows.inLargeFolder),
  Row(
    what: "an arrow key as soon as it shows: time above viewnior's to another photo, no key lost",
    bound: .atMost(100), unit: .milliseconds, measure: LeafingRows.firstKey),
  Row(
    what: "frames from an arrow key to the next photo of 24 megapixels, neighbours being ready", bound: .atMost(2),
    unit: .frames, measure: LeafingRows.warmKey),
  Row(
    what: "frames/s of panning and pinching a photo of 24 megapixels in the viewer, against a bare GTK program",
    bound: .atLeast(0.9), measure: PinchRows.frameRateInViewer),
  Row(
    what: "frames longer than 33 ms, of those while a photo of 400 megapixels is panned at 100 %",
    bound: .atMost(0.02), unit: .share, measure: VastPictureRow.measure),
  Row(
    what: "frames that the viewer draws in 5 s while nothing moves", bound: .atMost(0), unit: .frames,
    measure: IdleRow.measure),
  Row(
    what: "reading the metadata of 100,000 photos into a new index: files/s, against the exiv2 command",
    bound: .atLeast(1.5), measure: LibraryRows.firstScan),
  Row(
    what: "a scan of 100,000 photos of which none has changed, against find printing their sizes and times",
    bound: .atMost(3), measure: LibraryRows.secondScan),
  Row(
    what: "start with an index of 100,000 photos: a page of thumbnails, against one of 100", bound: .atMost(1.3),
    measure: LibraryRows.start),
  Row(
    what: "memory then, with 100,000 photos", bound: .atMost(160), unit: .megabytes, measure: LibraryRows.memory),
  Row(
    what: "thumbnails of 256 pixels, of 1,000 photos of 12 megapixels: images/s, against two processes of gdk-pixbuf",
    bound: .atLeast(1), measure: ThumbnailRows.making),
  Row(
    what: "the same against djpeg at 1/8, two at a time", bound: .atLeast(0.75),
    measure: ThumbnailRows.makingAgainstDecoding),
  Row(
    what: "a folder of 10,000 that nothing is known of: first thumbnails, against gthumb", bound: .atMost(0.4),
    measure: ThumbnailRows.coldFolder),
  Row(
    what: "CPU of an animated GIF of 960 × 540 at 25 frames/s, against eog", bound: .atMost(0.6),
    measure: ThumbnailRows.animation),
]

let wanted = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
guard wanted.allSatisfy({ (1...rows.count).contains($0) }) else {
  FileHandle.standardError.write(Data("usage: Bench [ROW…], rows being 1 to \(rows.count)\n".utf8))
  exit(2)
}

print(Row.heading)
for (number, row) in zip(1..., rows) where wanted.isEmpty || wanted.contains(number) {
  print(row.line(number: number, Result { try row.measure() }))
  // Rows take a minute or more: each is to be seen when it is done, also through a pipe.
  fflush(nil)
}
