// SPDX-License-Identifier: MIT
import CAdwaita

/// A place in a list or grid that shows one item after another as the user scrolls.
public final class ListCell: CustomWidget {
  /// The position of the item shown; nil while the cell waits for one.
  public fileprivate(set) var position: Int?
  /// Whether the item that is shown now is in the list, also later, when the cell may show another.
  public var itemExists: (() -> Bool)?
  private unowned let list: ListWidget

  fileprivate init(in list: ListWidget) {
    self.list = list
    super.init(cssName: "cell")
  }

  /// As high as its content; an empty cell is as high as the last one that was not, so that a list does not take more of
  /// them for visible than will be.
  public override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    guard orientation == .vertical else { return super.measure(orientation, for: size) }
    if children.isEmpty { return list.usualCellHeight }
    let height = super.measure(orientation, for: size)
    list.usualCellHeight = height
    return height
  }
}

/// A scrolling list or grid with recycled cells.
public final class ListWidget: Widget {
  public enum Layout: Hashable, Sendable {
    case list
    /// As many columns as fit between the two numbers. A low maximum matters: GTK keeps about 32 rows of it.
    case grid(minimumColumns: Int, maximumColumns: Int)
  }

  /// Called when a cell gets its item (`position`), or an item of the same position is another now.
  public var onBind: ((ListCell, Int) -> Void)?
  /// Called when a cell has lost its item and waits for another.
  public var onUnbind: ((ListCell) -> Void)?
  /// Called when a cell goes away for good.
  public var onTeardown: ((ListCell) -> Void)?
  /// Called when an item is activated by a click, a tap or Enter.
  public var onActivate: ((Int) -> Void)?

  fileprivate var usualCellHeight = Measurement(minimum: 0, natural: 0)

  private let view: Widget
  private let model: ItemModel
  private var cells: [UnsafeMutableRawPointer: ListCell] = [:]

  public init(layout: Layout, count: Int) {
    model = ItemModel(count: count)
    let factory = Object(taking: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    let selection = gtk_no_selection_new(OpaquePointer(g_object_ref(model.pointer)))
    g_object_ref(factory.pointer)  // the view takes it over
    switch layout {
    case .list: view = Widget(gtk_list_view_new(selection, factory.opaque))
    case .grid: view = Widget(gtk_grid_view_new(selection, factory.opaque))
    }
    super.init(taking: UnsafeMutableRawPointer(gtk_scrolled_window_new()))
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(opaque, view.gtk)
    self.layout = layout
    applyLayout()
    serve(factory)
  }

  /// List or grid, which is decided when it is made; the number of a grid's columns may change.
  public var layout: Layout = .list {
    didSet { applyLayout() }
  }

  private func applyLayout() {
    guard case .grid(let minimum, let maximum) = layout else { return }
    gtk_grid_view_set_min_columns(view.opaque, guint(minimum))
    gtk_grid_view_set_max_columns(view.opaque, guint(maximum))
  }

  /// Whether a single click activates an item.
  public var activatesOnSingleClick = false {
    didSet {
      switch layout {
      case .list: gtk_list_view_set_single_click_activate(view.opaque, activatesOnSingleClick.gboolean)
      case .grid: gtk_grid_view_set_single_click_activate(view.opaque, activatesOnSingleClick.gboolean)
      }
    }
  }

  public func addContentStyleClass(_ name: String) { view.addStyleClass(name) }

  public var count: Int { model.count }

  /// Cells which show an item now, with its position.
  public var boundCells: [(cell: ListCell, position: Int)] {
    cells.compactMap { item, cell in
      guard cell.position != nil else { return nil }
      return (cell, Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
  }

  /// Tells the list that `removed` items at `position` are now `added` others. Cells of other items stay as they are.
  public func replaceItems(at position: Int, removed: Int, added: Int) {
    model.replace(at: position, removed: removed, added: added)
  }

  /// Brings the item at `position` into view, if it is not.
  public func scrollToItem(at position: Int) {
    // The only way before GTK 4.12.
    gtk_widget_activate_action_variant(view.gtk, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// How far it is scrolled, in logical pixels.
  public var scrollOffset: Double {
    get { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(opaque)) }
    set { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), newValue) }
  }

  private func serve(_ factory: Object) {
    factory.connect("setup") { [weak self] arguments in
      guard let self, let item = arguments.object(0) else { return nil }
      let cell = ListCell(in: self)
      self.cells[item] = cell
      gtk_list_item_set_child(OpaquePointer(item), cell.gtk)
      // A press on an item that can be selected or activated moves the focus there, and with it the page.
      gtk_list_item_set_selectable(OpaquePointer(item), 0)
      return nil
    }
    factory.connect("bind") { [weak self] arguments in
      guard let self, let item = arguments.object(0), let cell = self.cells[item] else { return nil }
      let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
      cell.position = position
      gtk_list_item_set_activatable(OpaquePointer(item), self.activatesOnSingleClick.gboolean)
      self.onBind?(cell, position)
      return nil
    }
    factory.connect("unbind") { [weak self] arguments in
      guard let self, let item = arguments.object(0), let cell = self.cells[item] else { return nil }
      cell.position = nil
      self.onUnbind?(cell)
      return nil
    }
    factory.connect("teardown") { [weak self] arguments in
      guard let self, let item = arguments.object(0), let cell = self.cells.removeValue(forKey: item) else {
        return nil
      }
      self.onTeardown?(cell)
      return nil
    }
    view.connect("activate") { [weak self] arguments in
      self?.onActivate?(arguments.uint(0))
      return nil
    }
  }
}
