// SPDX-License-Identifier: GPL-3.0-or-later
//
// Does what Aloft does with a folder before it has shown anything: finds the photos, reads those that the index does not
// know, and keeps what they tell.
//
//   FolderScan FOLDER INDEX-FOLDER

import Glibc
import PhotoLibrary

let folders = CommandLine.arguments.dropFirst()
guard folders.count == 2, let folder = folders.first, let indexFolder = folders.last else {
  print("usage: FolderScan FOLDER INDEX-FOLDER")
  exit(2)
}
let index = try PhotoIndex(folder: indexFolder)
let scan = FolderScanner.scan(paths: [folder], index: index)
let unread = scan.photos.filter { scan.unread.contains($0.id) }
for await _ in MetadataReader.completed(unread, index: index) {}
index.emptyLog()
print("\(scan.photos.count) photos, \(unread.count) read")
if let problem = index.problem { throw problem }
