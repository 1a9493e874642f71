// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#endif

/// A damped spring in closed form: x″ = −ω²·x − 2ζω·x′, for the displacement x from where the spring rests.
struct DampedSpring: Hashable, Sendable {
  /// ζ: 1 is critical.
  let dampingRatio: Double
  /// ω in radians per second.
  let frequency: Double

  /// A spring of that damping ratio with that undamped period in seconds.
  init(dampingRatio: Double, response: Double) {
    self.dampingRatio = max(dampingRatio, 0)
    // A period under a millisecond is at rest within one frame, and keeps the frequency finite.
    frequency = 2 * .pi / max(response, 0.001)
  }

  /// Displacement and velocity after `time` seconds.
  ///
  /// The state's matrix plus ζω is N with N² = q·1, q = ω²(ζ² − 1), so its exponential is
  /// e^(−ζωt) · (C·1 + S·N), with C and S the cosine and sine over √−q, or hyperbolic ones over √q.
  func advanced(displacement x: Double, velocity v: Double, by time: Double) -> (displacement: Double, velocity: Double)
  {
    let decay = dampingRatio * frequency
    let (c, s) = decayingCosineAndSine(decay: decay, time: time)
    return (
      displacement: c * x + s * (decay * x + v),
      velocity: c * v - s * (frequency * frequency * x + decay * v)
    )
  }

  /// e^(−decay·t) · C and e^(−decay·t) · S.
  private func decayingCosineAndSine(decay: Double, time: Double) -> (c: Double, s: Double) {
    let q = frequency * frequency * (dampingRatio * dampingRatio - 1)
    let rate = abs(q).squareRoot()
    // Where the sine is its argument to the last digit, dividing by the rate would only lose digits.
    if rate * time < 1e-8 { return (exp(-decay * time), exp(-decay * time) * time) }
    if q < 0 {
      let envelope = exp(-decay * time)
      return (envelope * cos(rate * time), envelope * sin(rate * time) / rate)
    }
    // The exponents are joined before the exponential: on its own, the hyperbolic cosine overflows.
    let slow = exp((rate - decay) * time)
    let fast = exp((-rate - decay) * time)
    return ((slow + fast) / 2, (slow - fast) / (2 * rate))
  }
}
