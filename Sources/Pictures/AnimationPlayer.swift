// SPDX-License-Identifier: MIT
import Dispatch
import GtkCore
import PictureHelpers
import PictureMessages

/// Plays an animation on one clock for all who show it, decoding each frame while the one before is shown.
final class AnimationPlayer {
  /// A clock this far behind, in seconds, is not caught up with: the program or the machine was stopped.
  private static let greatestLag = 1.0

  private let decoder: AnimationDecoder
  private let info: PictureInfo
  private let show: (Texture) -> Void
  private let queue = DispatchQueue(label: "animation", qos: .userInitiated)
  private var next: Texture?
  private var frame = 0
  private var roundsLeft: Int?
  private var dueTime = 0.0
  private var isPlaying = false
  private var timer: MainLoop.Timer?

  init(decoder: AnimationDecoder, first: Pixels, info: PictureInfo, show: @escaping (Texture) -> Void) {
    self.decoder = decoder
    self.info = info
    self.show = show
    roundsLeft = info.loopCount > 0 ? info.loopCount : nil
    show(Texture(first))
  }

  func play() {
    guard !isPlaying else { return }
    isPlaying = true
    dueTime = MainLoop.now + delay
    if next == nil { decodeNext() }
    wait()
  }

  func pause() {
    isPlaying = false
    timer?.cancel()
  }

  /// How long the present frame is shown, in seconds.
  private var delay: Double { info.frameDelays[frame] }

  private func decodeNext() {
    let index = (frame + 1) % info.frameCount
    queue.async { [decoder] in
      let pixels = try? decoder.frame(index)
      onMainThread { [weak self] in
        // A frame that is damaged ends the animation; what was shown last stays.
        guard let self, let pixels else { return }
        self.next = Texture(pixels)
        self.wait()
      }
    }
  }

  /// Shows the next frame when it is both decoded and due.
  private func wait() {
    guard isPlaying, next != nil else { return }
    timer?.cancel()
    timer = MainLoop.after(seconds: max(0, dueTime - MainLoop.now)) { [weak self] in self?.advance() }
  }

  private func advance() {
    guard isPlaying, let texture = next else { return }
    next = nil
    show(texture)
    frame = (frame + 1) % info.frameCount
    if frame == info.frameCount - 1, let rounds = roundsLeft {
      roundsLeft = rounds - 1
      if rounds <= 1 { return }
    }
    dueTime += delay
    if MainLoop.now - dueTime > Self.greatestLag { dueTime = MainLoop.now + delay }
    decodeNext()
  }
}
