// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct ScaleLimitsTests {
  private let limits = ScaleLimits()

  @Test func `inside the limits the shown scale is the raw scale`() {
    for raw in values(1...6, count: 101) {
      #expect(limits.shown(forRaw: raw) == raw)
      #expect(limits.raw(forShown: raw) == raw)
    }
  }

  @Test func `beyond the limits it gives at most a quarter below and a half above`() {
    #expect(limits.shown(forRaw: 1e9) < 6 * 1.5)
    #expect(limits.shown(forRaw: 1e9) > 6 * 1.49)
    #expect(limits.shown(forRaw: 1e-9) > 0.75)
    #expect(limits.shown(forRaw: 1e-9) < 0.76)
    // Half as far as the rubber gives is reached by a pull of that much: x = a and x = b.
    #expect(abs(limits.shown(forRaw: 6 * 1.5) - 6 * 1.25) < rounding)
    #expect(abs(limits.shown(forRaw: 1 / 1.25) - 0.875) < rounding)
  }

  @Test func `scale and slope are continuous at both limits`() {
    let step = 1e-5
    for limit in [limits.minimum, limits.maximum] {
      let below = (limits.shown(forRaw: limit) - limits.shown(forRaw: limit - step)) / step
      let above = (limits.shown(forRaw: limit + step) - limits.shown(forRaw: limit)) / step
      // The slope changes by at most 8 per unit next to the limit (2/b), so by 8e-5 within a step.
      #expect(abs(below - 1) < 1e-4)
      #expect(abs(above - 1) < 1e-4)
    }
  }

  @Test func `a larger pinch never shows a smaller scale`() {
    let shown = (-400...400).map { limits.shown(forRaw: exp(Double($0) / 50)) }
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `raw is the inverse of shown`() {
    var random = SeededGenerator(1)
    for _ in 0..<1000 {
      let limits = ScaleLimits(minimum: random.double(0.1...2), maximum: random.double(2...40))
      // From half of the minimum to twice the maximum: there the inverse is not cut off.
      let raw = random.double(limits.minimum * 0.5...limits.maximum * 2)
      #expect(abs(limits.raw(forShown: limits.shown(forRaw: raw)) / raw - 1) < 1e-9)
    }
  }

  @Test func `scales that are no scales stay within the range`() {
    for raw in [0, -1, .infinity, -.infinity, .nan] as [Double] {
      #expect((0.75...9).contains(limits.shown(forRaw: raw)))
      #expect(ScaleLimits.rawRange.contains(limits.raw(forShown: raw)))
    }
    #expect(ScaleLimits(minimum: 3, maximum: 2).maximum == 3)
    #expect(ScaleLimits(minimum: 1, maximum: 2, giveBelow: 0, giveAbove: 0).shown(forRaw: 5) == 2)
  }

  @Test func `damping takes a part of the pinch before the limits`() {
    let rules = GestureRules(damping: 0.5)
    #expect(rules.shownScale(forRaw: 3) == 2)
    #expect(rules.shownScale(forRaw: 11) == 6)
    #expect(rules.rawScale(forShown: 2) == 3)
    #expect(GestureRules(damping: 0).shownScale(forRaw: 5) == 1)
    #expect(GestureRules(damping: 0).rawScale(forShown: 1) == 1)
    for shown in values(0.9...8, count: 50) {
      #expect(abs(rules.shownScale(forRaw: rules.rawScale(forShown: shown)) - shown) < 1e-9)
    }
  }
}
