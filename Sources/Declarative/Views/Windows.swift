// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// How much room a window has from side to side.
public enum HorizontalSizeClass: Sendable {
  /// A phone, or a small part of a screen.
  case compact
  case regular

  /// Windows narrower than this are compact, in logical pixels: libadwaita's usual breakpoint.
  static let compactBelow = 550
}

private struct HorizontalSizeClassKey: EnvironmentKey {
  static let defaultValue = HorizontalSizeClass.regular
}

extension EnvironmentValues {
  /// How much room the window has from side to side.
  public var horizontalSizeClass: HorizontalSizeClass {
    get { self[HorizontalSizeClassKey.self] }
    set { self[HorizontalSizeClassKey.self] = newValue }
  }
}

/// A window of the application and the views in it. Keep it as long as the window is wanted.
public final class Window {
  public let widget: WindowWidget
  private let renderer = Renderer()
  private let root = RootWidget()
  private var content: RootNode?

  /// - Parameters:
  ///   - application: nil for a program that runs GTK's main loop by itself.
  ///   - size: when first shown, in logical pixels.
  public init(
    application: Application?, title: String, size: Size, @ViewBuilder content: @escaping () -> some View
  ) {
    widget = WindowWidget(application: application)
    widget.setTitle(title)
    widget.setDefaultSize(size)
    renderer.widget = widget
    var environment = EnvironmentValues()
    environment.horizontalSizeClass = Int(size.width) < HorizontalSizeClass.compactBelow ? .compact : .regular
    let context = NodeContext(parent: nil, renderer: renderer, environment: environment)
    let node = RootNode(content: content, in: context) { [root] in root.show($0) }
    self.content = node
    widget.setContent(root)
    root.onWidthChange = { [weak self, weak node] width in
      let sizeClass = width < HorizontalSizeClass.compactBelow ? HorizontalSizeClass.compact : .regular
      guard let node, node.environment.horizontalSizeClass != sizeClass else { return }
      // Widgets must not come and go while they are given their places.
      self?.widget.onNextFrame { [weak node] in
        guard let node else { return }
        var environment = node.environment
        environment.horizontalSizeClass = sizeClass
        node.environmentChanged(to: environment)
      }
    }
    widget.onDestroy { [weak self] in self?.tearDown() }
  }

  /// Shows it, or brings it to the front.
  public func present() { widget.present() }

  private func tearDown() {
    content?.remove()
    content = nil
    root.show(nil)
  }
}

/// The views of a window.
final class RootNode: Node, WidgetContainer {
  private var child: Node?
  private let place: (Widget?) -> Void

  init(content: @escaping () -> any View, in context: NodeContext, place: @escaping (Widget?) -> Void) {
    self.place = place
    super.init(in: context)
    reconcile(&child, with: RootView(content: content), in: self.context)
    placeWidgets()
    isBuilt = true
  }

  override var children: [Node] { child.map { [$0] } ?? [] }

  func placeWidgets() { place(widgets.first) }
}

private struct RootView: View {
  let content: () -> any View
  var body: AnyView { AnyView(content()) }
}

/// Holds a window's content and tells how wide it is.
private final class RootWidget: BinWidget {
  var onWidthChange: ((Int) -> Void)?

  init() { super.init(cssName: "root") }

  override func allocate(width: Int, height: Int) {
    super.allocate(width: width, height: height)
    onWidthChange?(width)
  }
}

/// The bar at the top of a window, with its title or another view in the middle.
public struct HeaderBar<Title: View, Start: View, End: View>: WidgetRepresentable {
  let title: Title
  let start: Start
  let end: End

  public init(
    @ViewBuilder title: () -> Title, @ViewBuilder start: () -> Start = { EmptyView() },
    @ViewBuilder end: () -> End = { EmptyView() }
  ) {
    self.title = title()
    self.start = start()
    self.end = end()
  }

  public var slots: [any View] { [title, start, end] }

  public func makeWidget(in context: NodeContext) -> HeaderBarWidget { HeaderBarWidget() }
  public func updateWidget(_ widget: HeaderBarWidget, previous: Self?) {}

  public func placeWidgets(_ slots: [[Widget]], in widget: HeaderBarWidget) {
    widget.setTitle(slots[0].first)
    widget.setStart(slots[1])
    widget.setEnd(slots[2])
  }
}

/// A window's title and subtitle in its header bar.
public struct WindowTitle: WidgetRepresentable {
  let title: String
  let subtitle: String

  public init(_ title: String, subtitle: String = "") {
    self.title = title
    self.subtitle = subtitle
  }

  public func makeWidget(in context: NodeContext) -> TitleWidget { TitleWidget() }

  public func updateWidget(_ widget: TitleWidget, previous: WindowTitle?) {
    if previous?.title != title { widget.setTitle(title) }
    if previous?.subtitle != subtitle { widget.setSubtitle(subtitle) }
  }
}
