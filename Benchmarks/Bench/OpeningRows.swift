// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// What it takes to open a picture from a file manager.
enum OpeningRows {
  private static let rounds = 8
  /// With the huge picture, others take seconds.
  private static let hugeRounds = 5

  /// Both rows of the large picture are from the same run.
  private static let largeRace = Result {
    try Race(
      Photos.photo24(),
      [.aloft(), .other(Programs.viewnior), .other(Programs.eog), .other(Programs.gthumb), .aloft(renderer: "gl")],
      rounds: rounds)
  }

  static func large() throws -> Outcome {
    let race = try largeRace.get()
    let comparison = race.comparison(with: 1)
    let others = [("gthumb", 3), ("drawn by GL", 4)].map { "\($0) \(race.times[$1].spread(digits: 2, unit: " s"))" }
    let detail = [comparison.detail("s", digits: 2)] + others
    return Outcome(value: comparison.ratio, detail: detail.joined(separator: "; "))
  }

  static func largeAgainstEog() throws -> Outcome {
    let comparison = try largeRace.get().comparison(with: 2)
    return Outcome(value: comparison.ratio, detail: comparison.detail("s", digits: 2))
  }

  static func huge() throws -> Outcome {
    let race = try Race(Photos.photo108(), [.aloft(), .other(Programs.viewnior)], rounds: hugeRounds)
    let comparison = race.comparison(with: 1)
    return Outcome(value: comparison.ratio, detail: comparison.detail("s", digits: 2))
  }

  /// A file in a folder of 10,000, against the same by itself.
  static func inLargeFolder() throws -> Outcome {
    let files = try (inFolder: Folder.file(of: Folder.count), alone: Folder.file(of: 1))
    let rig = try Rig()
    let aloft = try PictureViewer.aloft()
    func time(_ file: String) throws -> Double { try aloft.open(file, on: rig).seconds }
    _ = try (time(files.inFolder), time(files.alone))
    let result = try Comparison(rounds: 10) {
      try time(files.inFolder)
    } baseline: {
      try time(files.alone)
    }
    return Outcome(value: result.ratio, detail: result.detail("s", digits: 3))
  }
}

/// Several viewers that open the same picture, in turns.
private struct Race {
  /// Seconds, by viewer and round.
  private(set) var times: [[Double]]

  init(_ file: String, _ viewers: [PictureViewer], rounds: Int) throws {
    times = viewers.map { _ in [] }
    let rig = try Rig()
    // What is kept from one start to the next is made with the first one.
    for viewer in viewers { _ = try viewer.open(file, on: rig) }
    for round in 0..<rounds {
      for place in viewers.indices {
        let index = round % 2 == 0 ? place : viewers.count - 1 - place
        times[index].append(try viewers[index].open(file, on: rig).seconds)
      }
    }
  }

  /// Of the first one with another.
  func comparison(with other: Int) -> Comparison {
    var comparison = Comparison()
    for (subject, baseline) in zip(times[0], times[other]) { comparison.add(subject: subject, baseline: baseline) }
    return comparison
  }
}

/// The folder with many pictures.
enum Folder {
  static let count = 10_000

  /// A picture of a folder of so many, with others on both sides of it; in each folder the same.
  static func file(of count: Int) throws -> String {
    let middle = count / 2 / Photos.markColors.count * Photos.markColors.count
    return try Photos.marked(width: 1200, height: 800, count: count)[middle]
  }
}
