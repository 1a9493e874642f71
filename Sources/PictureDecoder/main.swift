// SPDX-License-Identifier: MIT
import Glibc
import PictureDecoding
import PictureMessages

if CommandLine.arguments.dropFirst().elementsEqual(["--check"]) {
  // What a picture file that took over this process could still do on this machine.
  Sandbox.enter()
  for (attempt, isRefused) in Sandbox.attempts() { print(isRefused ? "refused: \(attempt)" : "possible: \(attempt)") }
  exit(0)
}

let socket = MessageSocket(Descriptor(owning: MessageSocket.helperDescriptor))
guard socket.isConnected else {
  print("This program opens pictures for others, which start it. --check tells what it is kept from here.")
  exit(EX_USAGE)
}
Sandbox.enter()
DecoderProcess(socket).run()
