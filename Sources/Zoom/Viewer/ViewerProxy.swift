// SPDX-License-Identifier: MIT
import GtkCore
import Observation

/// Shows what a viewer does, and lets buttons and menus do it, too. On the main thread.
@Observable
public final class ViewerProxy {
  /// Whether it is open.
  public internal(set) var isOpen = false
  /// How many pixels of the device one pixel of the picture takes, as a ratio rounded to hundredths; nil as long as it is
  /// not known how many pixels it has.
  public internal(set) var enlargement: Double?
  public internal(set) var isAtFit = true
  public internal(set) var hasPrevious = false
  public internal(set) var hasNext = false
  /// Whether the controls are to be seen.
  public internal(set) var showsControls = true
  /// Whether a mouse or touchpad has been used, which needs buttons where fingers need none.
  public internal(set) var usesPointer = false
  /// Whether the controls stay without input.
  public var keepsControls = false

  /// Called for a double click, which usually makes the window fill the screen.
  @ObservationIgnored public var onDoubleClick: (() -> Void)?
  /// What a long press, a right click or the menu key offers.
  @ObservationIgnored public var menu: (() -> [MenuItem])?
  @ObservationIgnored weak var viewer: ViewerWidget?

  public init() {}

  public func close() { viewer?.close() }
  public func showPrevious() { viewer?.turnPage(by: -1) }
  public func showNext() { viewer?.turnPage(by: 1) }
  public func zoomIn() { viewer?.canvas.zoom(steps: 1) }
  public func zoomOut() { viewer?.canvas.zoom(steps: -1) }
  /// Scales so that one pixel of the picture takes `enlargement` pixels of the device.
  public func zoom(to enlargement: Double) { viewer?.canvas.zoom(toEnlargement: enlargement) }
  public func zoomToFit() { viewer?.canvas.zoom(toEnlargement: nil) }
  /// Turns the picture by quarter turns, clockwise if positive.
  public func turn(quarters: Int) { viewer?.canvas.turn(quarters: quarters) }
}
