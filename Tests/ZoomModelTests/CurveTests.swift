// SPDX-License-Identifier: MIT

import Testing
import ZoomModel

@Suite struct CurveTests {
  /// Scales from well below 1 to well above all ends of curves, in steps of a thousandth.
  private let scales = values(0.5...7.5, count: 7001)

  @Test func `the backdrop runs from nothing at 1 to its maximum at the policy's scale`() {
    let backdrop = Backdrop()
    #expect(backdrop.opacity(scale: 0.75) == 0)
    #expect(backdrop.opacity(scale: 1) == 0)
    #expect(abs(backdrop.opacity(scale: 1.5) - 0.385) < rounding)
    #expect(backdrop.opacity(scale: 2) == 0.77)
    #expect(backdrop.opacity(scale: 9) == 0.77)
  }

  @Test func `the backdrop never jumps, falls or exceeds its maximum`() {
    let opacities = scales.map(Backdrop(maximum: 0.6, fullScale: 1.5).opacity)
    for (one, next) in zip(opacities, opacities.dropFirst()) {
      // Its slope is 0.6 over half a unit of scale.
      #expect(next >= one && next - one < 0.0013)
    }
    #expect(opacities.allSatisfy { (0...0.6).contains($0) })
  }

  @Test func `the crop opens by 1,3 and corners are square by 1,05`() {
    let opening = CropOpening()
    #expect(opening.fraction(scale: 0.9) == 0)
    #expect(opening.fraction(scale: 1) == 0)
    #expect(abs(opening.fraction(scale: 1.15) - 0.5) < rounding)
    #expect(opening.fraction(scale: 1.3) == 1)
    #expect(opening.fraction(scale: 6) == 1)
    #expect(opening.cornerRadiusFactor(scale: 0.9) == 1)
    #expect(opening.cornerRadiusFactor(scale: 1) == 1)
    #expect(abs(opening.cornerRadiusFactor(scale: 1.025) - 0.5) < rounding)
    #expect(opening.cornerRadiusFactor(scale: 1.05) == 0)
    #expect(opening.cornerRadiusFactor(scale: 6) == 0)
  }

  @Test func `crop and corners never jump`() {
    let opening = CropOpening()
    for (one, next) in zip(scales, scales.dropFirst()) {
      let opened = opening.fraction(scale: next) - opening.fraction(scale: one)
      let squared = opening.cornerRadiusFactor(scale: one) - opening.cornerRadiusFactor(scale: next)
      #expect((0...0.0034).contains(opened))
      #expect((0...0.021).contains(squared))
    }
  }

  @Test func `useless settings and scales give usable values`() {
    let backdrop = Backdrop(maximum: 3, fullScale: 0)
    #expect(backdrop.maximum == 1)
    for scale in [.nan, .infinity, -.infinity, 0] as [Double] {
      #expect((0...1).contains(backdrop.opacity(scale: scale)))
      #expect((0...1).contains(CropOpening(openScale: 1, squareScale: 0).fraction(scale: scale)))
      #expect((0...1).contains(CropOpening(openScale: 1, squareScale: 0).cornerRadiusFactor(scale: scale)))
    }
  }
}
