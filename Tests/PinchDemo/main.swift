// SPDX-License-Identifier: MIT
//
// Plays a pinch to a program on a private display, and keeps what there was to see:
//
//   pinch-demo frames FOLDER PROGRAM [ARGUMENT…]     every frame, from before the lift to after the return
//   pinch-demo picture FILE.png PROGRAM [ARGUMENT…]  one picture while the copy is up
//   pinch-demo states FOLDER PROGRAM PHOTOS          the viewer in all its states

import Foundation
import TouchRig

let arguments = CommandLine.arguments.dropFirst()
let mode = arguments.first.flatMap(PinchDemo.Mode.init)
guard arguments.count >= 3, mode != nil || arguments[1] == "states" && arguments.count == 4 else {
  FileHandle.standardError.write(Data("usage: pinch-demo frames|picture|states OUTPUT PROGRAM [ARGUMENT…]\n".utf8))
  exit(2)
}

do {
  guard let mode else {
    let states = ViewerStates(program: arguments[3], photos: arguments[4], folder: arguments[2])
    print("\(try states.take()) pictures are in \(arguments[2])")
    exit(0)
  }
  let demo = try PinchDemo(mode, program: arguments[3], arguments: Array(arguments.dropFirst(3)))
  print(try demo.run(output: arguments[2]))
} catch {
  FileHandle.standardError.write(Data("pinch-demo: \(error)\n".utf8))
  exit(1)
}
