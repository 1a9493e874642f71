// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Geometry
import Testing
import TouchRig

/// Files in a folder that are no pictures, whatever their names say.
@Suite struct UnreadableFileTests {
  @Test func `The main menu lists the files from which nothing could be read`() throws {
    let picture = MarkedPicture.numbered(0)
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    try Data("Dear diary".utf8).write(to: URL(filePath: folder.path + "/text.jpg"))
    try Data().write(to: URL(filePath: folder.path + "/empty.png"))
    let session = try Session(folder: folder, page: "photos", width: 600, height: 560)
    _ = try session.waitForPictures([picture])
    try session.window.focus()
    // After the folder's item and three for the size of photos.
    for key in ["F10", "Down", "Down", "Down", "Down", "Return"] {
      try session.rig.keyboard.press(key)
      try session.window.waitUntilIdle()
    }
    let list = try session.app.waitForWindow(number: 2)
    #expect(list.title == "2 files could not be read")
    try list.focus()
    try session.rig.keyboard.press("Escape")
    try list.waitUntilClosed()
    session.expectHealthy()
  }
}
