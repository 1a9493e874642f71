// SPDX-License-Identifier: MIT
//
// Plays a pinch to a program on a private display, and keeps what there was to see:
//
//   pinch-demo frames FOLDER PROGRAM [ARGUMENT…]     every frame, from before the lift to after the return
//   pinch-demo picture FILE.png PROGRAM [ARGUMENT…]  one picture while the copy is up

import Foundation
import TouchRig

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let mode = PinchDemo.Mode(rawValue: arguments[1]) else {
  FileHandle.standardError.write(Data("usage: pinch-demo frames|picture OUTPUT PROGRAM [ARGUMENT…]\n".utf8))
  exit(2)
}

do {
  let demo = try PinchDemo(mode, program: arguments[3], arguments: Array(arguments.dropFirst(3)))
  print(try demo.run(output: arguments[2]))
} catch {
  FileHandle.standardError.write(Data("pinch-demo: \(error)\n".utf8))
  exit(1)
}
