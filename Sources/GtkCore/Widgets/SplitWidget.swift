// SPDX-License-Identifier: MIT
import Geometry

/// Where a panel is beside the content it belongs to.
public enum PanelPlacement: Sendable {
  /// At the side where reading ends, as high as the content.
  case end
  /// Below, with half of the height.
  case bottom
}

/// Content, and a panel that slides in beside or below it and takes room from it.
public final class SplitWidget: CustomWidget {
  /// Seconds that the panel slides; as long as libadwaita's own take.
  private static let slideDuration = 0.25

  private var content: Widget?
  private var panel: Widget?
  private var isPanelShown = false
  /// How much of the panel is there: 0 to 1.
  private var shownPart = 0.0
  private var isSliding = false
  private var slideStart = (time: 0.0, part: 0.0)

  public var placement = PanelPlacement.end {
    didSet { if placement != oldValue { queueAllocate() } }
  }

  /// At the end side, in logical pixels.
  public var panelWidth = 0.0 {
    didSet { if panelWidth != oldValue { queueAllocate() } }
  }

  public init() {
    super.init(cssName: "split")
    // Keeps a panel on its way inside.
    drawsOutsideItsBounds = false
  }

  public func setContent(_ widget: Widget?) { replace(&content, with: widget) }

  public func setPanel(_ widget: Widget?) {
    replace(&panel, with: widget)
    updatePanelVisibility()
  }

  /// Brings the panel in, or takes it away. Whatever the panel is doing goes on from where it is.
  public func setPanelShown(_ isShown: Bool) {
    guard isShown != isPanelShown else { return }
    isPanelShown = isShown
    guard isMapped, animationsEnabled else {
      shownPart = isShown ? 1 : 0
      updatePanelVisibility()
      queueAllocate()
      return
    }
    slideStart = (frameTime, shownPart)
    updatePanelVisibility()
    guard !isSliding else { return }
    isSliding = true
    onEachFrame { [weak self] time in self?.slide(at: time) ?? false }
  }

  /// Returns whether it has to go on.
  private func slide(at time: Double) -> Bool {
    let progress = min(max((time - slideStart.time) / Self.slideDuration, 0), 1)
    // Fast at first and gently into its place: cubic ease-out.
    let eased = 1 - (1 - progress) * (1 - progress) * (1 - progress)
    shownPart = slideStart.part + ((isPanelShown ? 1 : 0) - slideStart.part) * eased
    isSliding = progress < 1
    updatePanelVisibility()
    queueAllocate()
    return isSliding
  }

  /// A panel that is away takes neither input nor focus.
  private func updatePanelVisibility() { panel?.isVisible = isPanelShown || shownPart > 0 }

  private func replace(_ place: inout Widget?, with widget: Widget?) {
    guard place !== widget else { return }
    if let old = place { disown(old) }
    place = widget
    if let widget { adopt(widget) }
  }

  /// The content's alone: the panel must not keep a window from getting narrower.
  public override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    content?.measurement(orientation, for: size) ?? Measurement(minimum: 0, natural: 0)
  }

  public override func allocate(width: Int, height: Int) {
    let isAtEnd = placement == .end
    let panelSize = panelSize(width: width, height: height)
    let shown = Int((Double(isAtEnd ? panelSize.width : panelSize.height) * shownPart).rounded())
    if let content {
      // Where there is not enough room for both, the panel covers the content's edge.
      let contentWidth = max(isAtEnd ? width - shown : width, content.measurement(.horizontal).minimum)
      let contentHeight = max(
        isAtEnd ? height : height - shown, content.measurement(.vertical, for: contentWidth).minimum)
      let contentX = isAtEnd && isRightToLeft ? width - contentWidth : 0
      content.allocate(x: contentX, width: contentWidth, height: contentHeight)
    }
    guard let panel, panel.isVisible else { return }
    let x = !isAtEnd ? 0 : isRightToLeft ? shown - panelSize.width : width - shown
    panel.allocate(x: x, y: isAtEnd ? 0 : height - shown, width: panelSize.width, height: panelSize.height)
  }

  /// The panel's size when it is all there, and never less than it needs.
  private func panelSize(width: Int, height: Int) -> (width: Int, height: Int) {
    guard let panel else { return (0, 0) }
    let wished = placement == .end ? Int(panelWidth) : width
    let panelWidth = max(wished, panel.measurement(.horizontal).minimum)
    let least = panel.measurement(.vertical, for: panelWidth).minimum
    return (panelWidth, max(placement == .end ? height : height / 2, least))
  }
}
