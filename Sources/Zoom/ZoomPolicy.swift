// SPDX-License-Identifier: MIT
import Declarative
import ZoomModel

/// What the container draws between its content and lifted copies.
public enum BackdropStyle: Hashable, Sendable {
  /// The content becomes dark.
  case dim
  /// The chrome, which is what carries `blursWhileZooming()`, blurs.
  case blur
  case dimAndBlur

  var dims: Bool { self != .blur }
  var blurs: Bool { self != .dim }
}

/// What becomes of a copy that is let go of.
public enum ReleaseAction: Hashable, Sendable {
  /// It goes back to its source.
  case snapBack
  /// Above that scale, a ratio, or pulled open fast, it settles into the container's viewer; else it goes back. A click on
  /// the source, or Enter, opens the viewer, too.
  case openViewer(above: Double = 1.5)
}

private struct ReleaseActionKey: EnvironmentKey {
  static var defaultValue: ReleaseAction { .snapBack }
}

extension EnvironmentValues {
  var releaseAction: ReleaseAction {
    get { self[ReleaseActionKey.self] }
    set { self[ReleaseActionKey.self] = newValue }
  }
}

extension View {
  /// Decides what becomes of lifted copies of the sources inside when they are let go of.
  public func onRelease(_ action: ReleaseAction) -> some View { environment(\.releaseAction, action) }
}

/// What a source allows.
public struct ZoomPolicy: Hashable, Sendable {
  /// The smallest scale, as a ratio, that fingers give a copy without resistance.
  public var minimumScale = 1.0
  /// The largest scale, as a ratio, that fingers give a copy without resistance.
  public var maximumScale = 6.0
  /// How much of a pinch counts: shown = 1 + (fingers − 1) · damping. Below 1 only the midpoint of the fingers stays on
  /// its picture point.
  public var damping = 1.0
  /// Whether the copy turns with the fingers.
  public var allowsRotation = true
  /// Whether a picture that its source crops is shown whole while it is up.
  public var opensCrop = true
  public var backdropStyle = BackdropStyle.dim
  /// The backdrop's greatest opacity, from 0 to 1.
  public var backdropOpacity = 0.77
  /// The scale, as a ratio above 1, at which the backdrop has its greatest opacity.
  public var backdropScale = 2.0

  public init() {}

  /// The default policy with changes.
  public init(_ change: (inout ZoomPolicy) -> Void) {
    change(&self)
  }

  var rules: GestureRules {
    GestureRules(
      limits: ScaleLimits(minimum: minimumScale, maximum: maximumScale), damping: damping,
      allowsRotation: allowsRotation)
  }

  var backdrop: Backdrop { Backdrop(maximum: backdropOpacity, fullScale: backdropScale) }
}
