// SPDX-License-Identifier: MIT
import CAdwaita

/// A list of which only the length is held: its items are made when a view asks for them, so a list of 100,000 costs
/// what is on screen. An item is nothing but an identity; what it stands for is found by its position.
public final class ItemModel: Object {
  public private(set) var count: Int

  public init(count: Int) {
    self.count = count
    super.init(taking: makeObject(itemModelType))
    SwiftSide.attach(self)
  }

  isolated deinit { SwiftSide.detach(self) }

  /// Tells views that `removed` items at `position` are now `added` others.
  public func replace(at position: Int, removed: Int, added: Int) {
    count += added - removed
    g_list_model_items_changed(opaque, guint(position), guint(removed), guint(added))
  }
}

private let itemModelType: GType = {
  let type = registerType("AloftItemModel", parent: g_object_get_type())
  var interface = GInterfaceInfo()
  interface.interface_init = { interface, _ in
    let methods = interface?.assumingMemoryBound(to: GListModelInterface.self)
    methods?.pointee.get_item_type = { _ in g_object_get_type() }
    methods?.pointee.get_n_items = { model in
      MainActor.assertIsolated()
      return guint(itemModel(model)?.count ?? 0)
    }
    methods?.pointee.get_item = { model, position in
      MainActor.assertIsolated()
      guard let model = itemModel(model), position < model.count else { return nil }
      return g_object_new_with_properties(g_object_get_type(), 0, nil, nil)
        .map(UnsafeMutableRawPointer.init)
    }
  }
  g_type_add_interface_static(type, g_list_model_get_type(), &interface)
  return type
}()

private func itemModel(_ pointer: OpaquePointer?) -> ItemModel? {
  SwiftSide.find(pointer.map(UnsafeMutableRawPointer.init))
}
