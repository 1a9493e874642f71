// SPDX-License-Identifier: MIT
import Foundation

extension [Double] {
  /// Of an even number of values, the mean of the two in the middle.
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The median, with the least and the greatest.
  func spread(digits: Int, unit: String = "") -> String {
    guard let least = self.min(), let greatest = self.max() else { return "nothing" }
    let range = "\(decimal(least, digits: digits))–\(decimal(greatest, digits: digits))"
    return "\(decimal(median, digits: digits))\(unit) (\(range))"
  }
}

func decimal(_ value: Double, digits: Int) -> String { String(format: "%.\(digits)f", value) }

/// Two things measured in turns or together, so that whatever else the machine does falls on both.
struct Comparison {
  private(set) var subject: [Double] = []
  private(set) var baseline: [Double] = []

  /// Of what is added round by round.
  init() {}

  mutating func add(subject: Double, baseline: Double) {
    self.subject.append(subject)
    self.baseline.append(baseline)
  }

  /// Measures both `rounds` times, each first in every other round.
  init(
    rounds: Int, subject measureSubject: () throws -> Double, baseline measureBaseline: () throws -> Double
  ) rethrows {
    for round in 0..<rounds {
      if round % 2 == 0 {
        subject.append(try measureSubject())
        baseline.append(try measureBaseline())
      } else {
        baseline.append(try measureBaseline())
        subject.append(try measureSubject())
      }
    }
  }

  /// The median of the rounds' own ratios: what was measured one right after the other is compared.
  var ratio: Double { ratios.median }

  /// Of the means: for what was measured together, where what one of both loses to the other is in the single ratios.
  var ratioOfMeans: Double { subject.reduce(0, +) / baseline.reduce(0, +) }

  private var ratios: [Double] { zip(subject, baseline).map { $0 / $1 } }

  /// - Parameter factor: from the measured unit to the one that is named.
  func detail(_ unit: String, digits: Int, factor: Double = 1) -> String {
    let (mine, bare) = (subject.map { $0 * factor }, baseline.map { $0 * factor })
    return "\(mine.spread(digits: digits, unit: " \(unit)")) against \(bare.spread(digits: digits, unit: " \(unit)")); "
      + "ratios \(ratios.spread(digits: 3))"
  }
}
