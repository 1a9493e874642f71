// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// Views side by side, in reading direction.
public struct HStack<Content: View>: WidgetRepresentable {
  let spacing: Double
  let isHomogeneous: Bool
  let content: Content

  /// - Parameters:
  ///   - spacing: between the views, in logical pixels.
  ///   - isHomogeneous: whether all get the same room.
  public init(spacing: Double = 0, isHomogeneous: Bool = false, @ViewBuilder content: () -> Content) {
    self.spacing = spacing
    self.isHomogeneous = isHomogeneous
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> BoxWidget { BoxWidget(.horizontal) }

  public func updateWidget(_ widget: BoxWidget, previous: Self?) {
    widget.spacing = spacing
    widget.isHomogeneous = isHomogeneous
  }

  public func placeWidgets(_ slots: [[Widget]], in widget: BoxWidget) { widget.setChildren(slots[0]) }
}

/// Views below one another.
public struct VStack<Content: View>: WidgetRepresentable {
  let spacing: Double
  let content: Content

  /// - Parameter spacing: between the views, in logical pixels.
  public init(spacing: Double = 0, @ViewBuilder content: () -> Content) {
    self.spacing = spacing
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> BoxWidget { BoxWidget(.vertical) }

  public func updateWidget(_ widget: BoxWidget, previous: Self?) { widget.spacing = spacing }

  public func placeWidgets(_ slots: [[Widget]], in widget: BoxWidget) { widget.setChildren(slots[0]) }
}

/// Views on top of one another; the first decides the size, and later ones align themselves within it.
public struct Overlay<Content: View>: WidgetRepresentable {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> OverlayWidget { OverlayWidget() }
  public func updateWidget(_ widget: OverlayWidget, previous: Self?) {}
  public func placeWidgets(_ slots: [[Widget]], in widget: OverlayWidget) { widget.setChildren(slots[0]) }
}

/// The directions in which something scrolls.
public nonisolated struct ScrollAxes: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let horizontal = ScrollAxes(rawValue: 1)
  public static let vertical = ScrollAxes(rawValue: 2)
}

/// A view onto content that may be larger than the room there is.
public struct ScrollView<Content: View>: WidgetRepresentable {
  let axes: ScrollAxes
  let content: Content

  public init(_ axes: ScrollAxes = .vertical, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> ScrollWidget { ScrollWidget() }

  public func updateWidget(_ widget: ScrollWidget, previous: Self?) {
    widget.setScrolls(horizontally: axes.contains(.horizontal), vertically: axes.contains(.vertical))
  }

  public func placeWidgets(_ slots: [[Widget]], in widget: ScrollWidget) {
    widget.setChild(slots[0].first)
  }
}

/// Content that gets no wider than a width, in the middle.
public struct Clamp<Content: View>: WidgetRepresentable {
  let maximumWidth: Double
  let content: Content

  /// - Parameter maximumWidth: in logical pixels.
  public init(maximumWidth: Double, @ViewBuilder content: () -> Content) {
    self.maximumWidth = maximumWidth
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> ClampWidget { ClampWidget() }
  public func updateWidget(_ widget: ClampWidget, previous: Self?) { widget.maximumWidth = maximumWidth }
  public func placeWidgets(_ slots: [[Widget]], in widget: ClampWidget) { widget.setChild(slots[0].first) }
}

/// Pages side by side, turned by swiping.
public struct Carousel<Content: View>: WidgetRepresentable {
  let spacing: Double
  let content: Content

  public init(spacing: Double = 0, @ViewBuilder content: () -> Content) {
    self.spacing = spacing
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> CarouselWidget { CarouselWidget() }
  public func updateWidget(_ widget: CarouselWidget, previous: Self?) { widget.spacing = spacing }
  public func placeWidgets(_ slots: [[Widget]], in widget: CarouselWidget) { widget.setChildren(slots[0]) }
}

/// Shows a short message over its content whenever `message` becomes another than nil, and sets it to nil again.
public struct ToastOverlay<Content: View>: WidgetRepresentable {
  let message: Binding<String?>
  let current: String?
  let content: Content

  public init(message: Binding<String?>, @ViewBuilder content: () -> Content) {
    self.message = message
    current = message.wrappedValue
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> ToastWidget { ToastWidget() }

  public func updateWidget(_ widget: ToastWidget, previous: Self?) {
    guard let current else { return }
    widget.show(current)
    message.wrappedValue = nil
  }

  public func placeWidgets(_ slots: [[Widget]], in widget: ToastWidget) { widget.setChild(slots[0].first) }
}

/// Room of a fixed shape with content in its middle.
public struct AspectFrame<Content: View>: WidgetRepresentable {
  let ratio: Double
  let content: Content

  /// - Parameter ratio: width by height.
  public init(ratio: Double, @ViewBuilder content: () -> Content) {
    self.ratio = ratio
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> AspectWidget { AspectWidget() }
  public func updateWidget(_ widget: AspectWidget, previous: Self?) { widget.ratio = ratio }
  public func placeWidgets(_ slots: [[Widget]], in widget: AspectWidget) { widget.show(slots[0].first) }
}

/// Asks for a height that goes with its width.
public final class AspectWidget: BinWidget {
  var ratio = 1.0 {
    didSet { if ratio != oldValue { queueResize() } }
  }

  init() { super.init(cssName: "aspect-frame") }

  public override var isHeightForWidth: Bool { true }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    guard orientation == .vertical, size >= 0 else { return super.measure(orientation, for: -1) }
    let height = Int((Double(size) / ratio).rounded())
    return Measurement(minimum: height, natural: height)
  }
}
