// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct GlideTests {
  /// Some start in their range and some beyond, slow and fast, into either direction; some ranges are one point.
  private func glides(seed: UInt64) -> [(glide: Glide, start: Double, velocity: Double, range: ClosedRange<Double>)] {
    var random = SeededGenerator(seed)
    return (0..<300).map { index in
      let lower = random.double(-500...500)
      let range = lower...(lower + (index % 5 == 0 ? 0 : random.double(0...2000)))
      let start = random.double((range.lowerBound - 200)...(range.upperBound + 200))
      let velocity = index % 7 == 0 ? 0 : random.double(-6000...6000)
      return (Glide(from: start, velocity: velocity, in: range, at: 2), start, velocity, range)
    }
  }

  @Test func `it starts where it was let go of, with that velocity`() {
    for (glide, start, velocity, _) in glides(seed: 20) {
      #expect(glide.state(at: 2).position == start)
      #expect(glide.state(at: 2).velocity == velocity)
      // As a frame clock may say just after an event.
      #expect(glide.state(at: 1.99).position == start)
    }
  }

  @Test func `position and velocity have no jumps, at the edge neither`() {
    for (glide, _, velocity, _) in glides(seed: 21) {
      // The strongest acceleration is ω²·x + 2ω·v, with ω = 18 rad/s.
      let acceleration = 330 * 400 + 40 * abs(velocity)
      let step = 1e-3
      let states = (0...2000).map { glide.state(at: 2 + Double($0) * step) }
      let gaps = zip(states, states.dropFirst()).map { last, next in
        // With the mean of both velocities; a jump of the velocity would show as half of it.
        abs(next.position - last.position - (last.velocity + next.velocity) / 2 * step)
      }
      let jumps = zip(states, states.dropFirst()).map { abs($1.velocity - $0.velocity) }
      #expect(gaps.allSatisfy { $0 < acceleration * step * step / 4 })
      #expect(jumps.allSatisfy { $0 < acceleration * step })
    }
  }

  @Test func `in its range it goes as far as friction lets it`() {
    let glide = Glide(from: 100, velocity: 400, in: 0...1000, at: 0)
    #expect(abs(glide.restingPosition - 200) < rounding)
    #expect(abs(glide.state(at: 0.25).velocity - 147.152) < 0.001)
    #expect(!glide.isSettled(at: 0.5))
    #expect(glide.isSettled(at: 2))
  }

  @Test func `until the edge only friction slows it down`() {
    for (glide, start, velocity, range) in glides(seed: 23) where range.contains(start) {
      for time in values(0...1, count: 50) {
        let free = start + velocity * (1 - exp(-4 * time)) / 4
        let position = glide.state(at: 2 + time).position
        guard range.contains(free) else { break }
        #expect(abs(position - free) < rounding)
      }
    }
  }

  @Test func `it comes to rest in its range, at the edge that it met`() {
    for (glide, start, _, range) in glides(seed: 22) {
      #expect(range.contains(glide.restingPosition))
      #expect(glide.isSettled(at: 10))
      #expect(abs(glide.state(at: 10).position - glide.restingPosition) < rounding)
      if !range.contains(start) { #expect(glide.restingPosition == start.clamped(to: range)) }
    }
  }

  @Test func `what is thrown against an edge goes beyond and comes back`() {
    let glide = Glide(from: 900, velocity: 3000, in: 0...1000, at: 0)
    let positions = values(0...3, count: 300).map { glide.state(at: $0).position }
    #expect(positions.contains { $0 > 1020 })
    #expect(positions.last.map { abs($0 - 1000) < 0.5 } == true)
    #expect(glide.restingPosition == 1000)
  }
}
