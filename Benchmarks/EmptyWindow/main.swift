// SPDX-License-Identifier: MIT
//
// An empty window with a header, by declarative views; Baselines/window.c is the same in C.

import Declarative
import Geometry
import Glibc
import GtkCore

let application = Application(
  id: "io.github.aloft_photos.EmptyWindow", name: "EmptyWindow", version: "1", usage: "", summary: "")
var windows: [Window] = []

exit(
  application.run { _ in
    let window = Window(application: application, title: "Empty", size: Size(1000, 720)) {
      VStack {
        HeaderBar { WindowTitle("Empty") }
      }
    }
    windows.append(window)
    window.present()
  })
