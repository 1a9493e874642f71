// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TouchRig

/// Aloft's command line.
@Suite struct CommandLineTests {
  private struct Outcome {
    let status: Int32
    let wasKilled: Bool
    let output: String
    let errors: String
  }

  /// Runs Aloft without a display.
  private func run(_ arguments: [String]) throws -> Outcome {
    let home = try TemporaryFolder("home")
    let process = Process()
    process.executableURL = URL(filePath: UnderTest.aloft)
    process.arguments = arguments
    let own = ProcessInfo.processInfo.environment
    process.environment = [
      "PATH": own["PATH"] ?? "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
      "LD_LIBRARY_PATH": own["LD_LIBRARY_PATH"] ?? "", "GSETTINGS_BACKEND": "memory",
    ]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal, output: texts[0],
      errors: texts[1])
  }

  @Test func `--help tells how to use it, without a display`() throws {
    let outcome = try run(["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for word in ["aloft", "FILE or FOLDER", "--page", "feed", "photos", "--version"] {
      #expect(outcome.output.contains(word))
    }
  }

  @Test func `--version tells the version in one line, without a display`() throws {
    let outcome = try run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.wholeMatch(of: #/Aloft \d+\.\d+\.\d+\n/#) != nil)
  }

  @Test(arguments: [["--nonsense"], ["-z"], ["--page"], ["--page", "nonsense"]])
  func `an option that is not known ends with 2 and words on stderr`(arguments: [String]) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 2)
    #expect(!outcome.wasKilled)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasSuffix("\n"))
    #expect(outcome.errors.contains(arguments[arguments.count - 1].trimmingPrefix(while: { $0 == "-" })))
  }

  @Test func `without a display it says so and ends with a failure`() throws {
    let outcome = try run([])
    #expect(outcome.status != 0)
    #expect(!outcome.wasKilled)
    #expect(outcome.errors.contains("display"))
  }

  @Test(arguments: [
    ([], true), (["--page", "feed"], true), (["--page", "photos"], false), (["--page=photos"], false),
  ])
  func `--page chooses the page that shows first`(arguments: [String], showsFeed: Bool) throws {
    let picture = MarkedPicture.numbered(0)
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(UnderTest.aloft, arguments + [folder.path], width: 700, height: 560)
    let (places, _) = try session.waitForPictures([picture])
    #expect((places[0].bounds.size.width > 400) == showsFeed)
    session.expectHealthy()
  }

  @Test func `files and folders are shown together, newest first`() throws {
    let pictures = (0..<4).map { MarkedPicture.numbered($0) }
    let folders = try (0..<2).map { _ in try TemporaryFolder("pictures") }
    try folders[0].write(pictures[0], hoursOld: 3)
    try folders[0].write(pictures[1], hoursOld: 1)
    try folders[1].write(pictures[2], hoursOld: 2)
    try folders[1].write(pictures[3], hoursOld: 0)
    let file = try #require(FileManager.default.contentsOfDirectory(atPath: folders[1].path).sorted().last)
    let session = try Session(
      UnderTest.aloft, [folders[0].path, folders[1].path + "/" + file, "--page", "photos"], width: 700, height: 560)
    let (places, page) = try session.waitForPictures([pictures[3], pictures[1], pictures[0]])
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.center.x < $1.center.x })
    #expect(page.find(pictures[2]) == nil, "what was not asked for")
    session.expectHealthy()
  }
}
