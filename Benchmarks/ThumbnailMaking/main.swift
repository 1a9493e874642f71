// SPDX-License-Identifier: MIT
//
// Makes thumbnails of 256 pixels as Aloft does, by as many helper processes at a time as there are:
//
//   ThumbnailMaking FOLDER FILE…

import Dispatch
import Glibc
import PictureHelpers
import PictureMessages

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2, let folder = arguments.first else {
  print("usage: ThumbnailMaking FOLDER FILE…")
  exit(2)
}
let files = Array(arguments.dropFirst())
let helpers = PictureHelpers.shared
let workerCount = helpers.limits.processCount
DispatchQueue.concurrentPerform(iterations: workerCount) { worker in
  for index in stride(from: worker, to: files.count, by: workerCount) {
    do throws(PictureError) {
      let record = ThumbnailRecord(uri: "file://" + files[index], modificationTime: 0, byteCount: 0)
      let made = try helpers.makeThumbnail(
        of: PictureFile(path: files[index]), record: record, side: 256, shownSide: 256)
      guard made.file.write(to: folder, name: "\(index).png") == 0 else { exit(1) }
    } catch {
      print("\(files[index]): \(error)")
      exit(1)
    }
  }
}
