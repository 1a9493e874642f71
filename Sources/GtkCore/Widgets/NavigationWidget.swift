// SPDX-License-Identifier: MIT
import CAdwaita

/// A page, and one that it leads to, which slides above it.
///
/// A swipe, the back button of a mouse, Alt+Left and the keyboard's Back lead back.
public final class NavigationWidget: Widget {
  private var base: Widget?
  private var detail: Widget?
  private var isDetailWanted = false
  private var touchTracker: TouchTracker?
  /// Called when the user has gone back.
  public var onBack: (() -> Void)?
  /// Called when the page that was above cannot be seen any more.
  public var onBackDone: (() -> Void)?

  public init() {
    super.init(taking: UnsafeMutableRawPointer(adw_leaflet_new()))
    adw_leaflet_set_can_unfold(opaque, 0)
    adw_leaflet_set_can_navigate_back(opaque, 1)
    touchTracker = TouchTracker(on: self) { [weak self] touch in
      if touch.phase == .began { self?.forgetTaps() }
      return false
    }
    // libadwaita 1.2's own is deaf to it after a tap, too.
    onPointerClick(.back) { [weak self] _, _ in self?.goBack() }
    on("notify::visible-child") { [weak self] in self?.pageChanged() }
    on("notify::child-transition-running") { [weak self] in self?.noteRestSoon() }
  }

  public func setBase(_ widget: Widget?) {
    replace(base, with: widget) { adw_leaflet_prepend(opaque, $0.gtk) }
    base = widget
  }

  public func setDetail(_ widget: Widget?) {
    replace(detail, with: widget) { adw_leaflet_append(opaque, $0.gtk) }
    detail = widget
    showWanted()
  }

  private func replace(_ old: Widget?, with new: Widget?, add: (Widget) -> Void) {
    guard old !== new else { return }
    if let old { adw_leaflet_remove(opaque, old.gtk) }
    if let new { add(new) }
  }

  /// Shows the page that is above, as soon as there is one, or the one below.
  public func setDetailShown(_ isShown: Bool) {
    isDetailWanted = isShown
    showWanted()
  }

  private func showWanted() {
    guard let wanted = isDetailWanted ? detail : base, !shows(wanted) else { return }
    adw_leaflet_set_visible_child(opaque, wanted.gtk)
  }

  private func shows(_ page: Widget) -> Bool { adw_leaflet_get_visible_child(opaque) == page.gtk }

  /// After a tap, libadwaita 1.2 takes no touch for a swipe any more. This makes it begin anew.
  private func forgetTaps() {
    adw_leaflet_set_can_navigate_back(opaque, 0)
    adw_leaflet_set_can_navigate_back(opaque, 1)
  }

  private func goBack() {
    guard isDetailWanted, let base else { return }
    adw_leaflet_set_visible_child(opaque, base.gtk)
  }

  private func pageChanged() {
    if isDetailWanted, let base, shows(base) {
      isDetailWanted = false
      onBack?()
    }
    noteRestSoon()
  }

  /// A transition that follows from a change has not begun when that is told.
  private func noteRestSoon() {
    onNextFrame { [weak self] in self?.noteRest() }
  }

  private func noteRest() {
    guard !isDetailWanted, let base, detail != nil, shows(base),
      adw_leaflet_get_child_transition_running(opaque) == 0
    else { return }
    onBackDone?()
  }
}
