// SPDX-License-Identifier: MIT

/// Where a lift is in its life.
///
/// | from | event | to |
/// | --- | --- | --- |
/// | (none) | two fingers on a source | held |
/// | (none) | the viewer gives a picture back | returning |
/// | held | fingers gone or cancelled, source there | returning |
/// | held | fingers gone or cancelled, source gone | fading |
/// | held | fingers gone or cancelled, animations off | done |
/// | held | a frame finds the source gone | fading |
/// | returning | two fingers on the copy | held |
/// | returning | a frame finds the copy home | done |
/// | returning | a frame finds the source gone | fading |
/// | fading | the fade is over | done |
///
/// Anything else changes nothing.
public enum LiftState: Sendable {
  /// Fingers hold the copy.
  case held(Hold)
  /// The copy is on its way to its source.
  case returning(TransformSpring)
  /// The copy fades where it is.
  case fading(Fade)
  /// There is no copy any more.
  case done
}
