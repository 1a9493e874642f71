// SPDX-License-Identifier: MIT

/// How long a helper process may take for one thing that it is asked for, and how many of them there are.
public struct DecodingLimits: Sendable {
  /// How many still pictures are worked on at a time: as many as there are cores, and two at least, so that the next file
  /// is read while the first is decoded.
  public var processCount: Int
  /// Among how many processes animations are shared out; the main thread keeps a core.
  public var animationProcessCount: Int
  /// Seconds of the processor's time for a header or a frame, which take milliseconds.
  public var headerTime = 10.0
  /// Seconds of the processor's time for pixels of a picture. What takes longest, a progressive JPEG as large as may be,
  /// takes 50 on a machine of 2020.
  public var pixelTime = 120.0
  /// Seconds of the processor's time for all of a picture at all of its sizes.
  public var pyramidTime = 300.0
  /// Seconds in which a helper does nothing at all before it counts as hung. Disks need some to start.
  public var idleTime = 20.0

  /// - Parameter coreCount: of the machine
  public init(coreCount: Int) {
    processCount = max(2, coreCount)
    animationProcessCount = max(1, coreCount - 1)
  }
}
