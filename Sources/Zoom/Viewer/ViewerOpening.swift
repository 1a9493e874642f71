// SPDX-License-Identifier: MIT
import Geometry
import ZoomModel

/// How a picture is shown when it passes from the page into the viewer, or back. In the container's coordinates.
struct ViewerOpening {
  /// Where the whole picture would be without the transform.
  var whole: Rect
  /// The part of it that is not cut off.
  var shownRect: Rect
  /// Of its corners, in units of `whole`.
  var cornerRadius: Double
  var shown: Similarity
  var velocity: MotionVelocity
  /// Of what lies between it and the page, from 0 to 1.
  var backdropOpacity: Double

  func moved(by offset: Point) -> ViewerOpening {
    var copy = self
    copy.shown = shown.then(Similarity(translation: offset))
    return copy
  }

  /// What a picture laid out as `reference` is shown by that looks the same.
  func transform(of reference: Rect) -> Similarity {
    Similarity(
      scale: shown.scale * whole.size.width / reference.size.width, angle: shown.angle, taking: reference.center,
      to: shown.apply(to: whole.center))
  }
}
