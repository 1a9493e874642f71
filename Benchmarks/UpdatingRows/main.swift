// SPDX-License-Identifier: MIT
//
// Changes what one of 1,000 rows shows, once in every frame, through an observed value; Baselines/rows.c sets the
// label's text directly. Says «start» and «done» on its standard output.

import Declarative
import Geometry
import Glibc
import GtkCore
import Observation

@Observable
final class Row: Identifiable {
  let id: Int
  var text: String

  init(_ id: Int) {
    self.id = id
    text = "Row \(id)"
  }
}

/// The same in Baselines/rows.c.
let rowCount = 1000
/// On screen, so that every change is drawn.
let changingRow = 10
/// Frames until the window is at rest and all that is made once has been made.
let warmUp = 60

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

let application = Application(
  id: "io.github.aloft_photos.UpdatingRows", name: "UpdatingRows", version: "1", usage: "", summary: "",
  options: [.init(name: "updates", help: "", argumentName: "")])
let rows = (0..<rowCount).map(Row.init)
var windows: [Window] = []

exit(
  application.run { commandLine in
    let updates = Int(commandLine.options["updates"] ?? "") ?? 0
    let window = Window(application: application, title: "Rows", size: Size(1000, 720)) {
      ScrollView {
        VStack {
          ForEach(rows) { Label($0.text) }
        }
      }
    }
    windows.append(window)
    window.present()
    var frame = 0
    window.widget.onEachFrame { _ in
      frame += 1
      if frame == warmUp { say("start") }
      if frame > warmUp { rows[changingRow].text = "Update \(frame - warmUp)" }
      if frame == warmUp + updates { say("done") }
      return frame < warmUp + updates
    }
  })
