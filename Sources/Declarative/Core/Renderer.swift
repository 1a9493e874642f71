// SPDX-License-Identifier: MIT
import GtkCore

/// Evaluates what has changed, all of a frame's changes at once, before that frame is laid out.
public final class Renderer {
  /// The window whose frames it renders in; nil renders when the main loop is idle.
  package weak var widget: Widget?

  private var dirtyNodes: [TrackedNode] = []
  private var placements: [ObjectIdentifier: any WidgetContainer] = [:]
  private var observers: [ObjectIdentifier: PreferenceObserver] = [:]
  private var isScheduled = false
  private var isRendering = false

  /// How often the changes made by rendering itself are rendered within the same frame. A tree that settles needs two
  /// or three; one that does not would never show anything.
  private static let maximumPasses = 20

  package init() {}

  func schedule(_ node: TrackedNode) {
    dirtyNodes.append(node)
    requestRender()
  }

  func schedulePlacement(of container: any WidgetContainer) {
    placements[ObjectIdentifier(container)] = container
    requestRender()
  }

  func scheduleObserver(_ observer: PreferenceObserver) {
    observers[ObjectIdentifier(observer)] = observer
    requestRender()
  }

  private func requestRender() {
    guard !isScheduled && !isRendering else { return }
    isScheduled = true
    if let widget, widget.isRealized {
      widget.onNextFrame { [weak self] in self?.render() }
    } else {
      MainLoop.whenIdle { [weak self] in self?.render() }
    }
  }

  /// Renders what has changed so far.
  package func render() {
    guard !isRendering else { return }
    isRendering = true
    isScheduled = false
    var passes = 0
    while !dirtyNodes.isEmpty || !placements.isEmpty || !observers.isEmpty, passes < Self.maximumPasses {
      passes += 1
      // A parent's evaluation may update or remove a child that is dirty, too; so parents first.
      let nodes = dirtyNodes.sorted { $0.depth < $1.depth }
      dirtyNodes.removeAll()
      for node in nodes where node.isAttached { node.renderIfDirty() }
      placeWaitingWidgets()
      let waiting = observers.values
      observers.removeAll()
      for observer in waiting { observer.deliver() }
    }
    isRendering = false
    if !dirtyNodes.isEmpty || !placements.isEmpty || !observers.isEmpty { requestRender() }
  }

  /// Puts widgets where they belong at once, when what is to be shown cannot wait for the next frame. While it renders
  /// that comes anyway, once the nodes have done what they are at.
  package func placeWidgets() {
    if !isRendering { placeWaitingWidgets() }
  }

  private func placeWaitingWidgets() {
    while let (key, container) = placements.first {
      placements.removeValue(forKey: key)
      if container.isAttached { container.placeWidgets() }
    }
  }
}

/// Gets to know when a preference may have changed.
protocol PreferenceObserver: Node {
  func deliver()
}
