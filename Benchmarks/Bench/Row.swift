// SPDX-License-Identifier: MIT

/// One line of the table: something measured against a bound.
struct Row {
  enum Bound {
    case atLeast(Double)
    case atMost(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atLeast(let bound): value >= bound
      case .atMost(let bound): value <= bound
      }
    }
  }

  /// What a row's value counts.
  enum Unit {
    /// Against the baseline of the same run.
    case ratio
    case frames
    /// Millions of bytes.
    case megabytes
    case milliseconds
    /// Of all that were looked at.
    case share

    func text(_ value: Double) -> String {
      switch self {
      case .ratio: decimal(value, digits: 3)
      case .frames: decimal(value, digits: 0)
      case .megabytes: decimal(value, digits: 1) + " MB"
      case .milliseconds: decimal(value, digits: 0) + " ms"
      case .share: decimal(value * 100, digits: 1) + " %"
      }
    }
  }

  let what: String
  let bound: Bound
  var unit = Unit.ratio
  let measure: () throws -> Outcome

  /// The row's line with what was measured.
  func line(number: Int, _ outcome: Result<Outcome, Error>) -> String {
    let limit =
      switch bound {
      case .atLeast(let value): "≥ " + unit.text(value)
      case .atMost(let value): "≤ " + unit.text(value)
      }
    let result =
      switch outcome {
      case .success(let outcome):
        [unit.text(outcome.value), bound.isMet(by: outcome.value) ? "✓" : "✗", outcome.detail]
      case .failure(let error): ["–", "✗", "\(error)"]
      }
    return "| " + (["\(number)", what, limit] + result).joined(separator: " | ") + " |"
  }

  static let heading = """
    | | what | bound | measured | | how it came about |
    | --- | --- | --- | --- | --- | --- |
    """
}

/// What was measured, and what else there is to say about it.
struct Outcome {
  let value: Double
  let detail: String
}
