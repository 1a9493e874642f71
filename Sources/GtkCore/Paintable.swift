// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// Anything that draws itself at whatever size it is asked for.
open class Paintable: Object {
  /// The size it would have by itself, in logical pixels; zero where it has none.
  open var intrinsicSize: Size {
    Size(
      Double(gdk_paintable_get_intrinsic_width(opaque)), Double(gdk_paintable_get_intrinsic_height(opaque)))
  }
}

/// Pixels that can be drawn; immutable.
public final class Texture: Paintable {
  public enum Format: Sendable {
    case rgb
    case rgba

    var memoryFormat: GdkMemoryFormat {
      switch self {
      case .rgb: GDK_MEMORY_R8G8B8
      case .rgba: GDK_MEMORY_R8G8B8A8
      }
    }

    var bytesPerPixel: Int {
      switch self {
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  public let width: Int
  public let height: Int
  public let byteCount: Int
  private let stride: Int
  private let format: Format
  private let bytes: UnsafeRawBufferPointer
  private let owner: any AnyObject & Sendable

  /// Wraps 8-bit pixels without a copy; `owner` keeps `bytes` valid and is released when the last user is done,
  /// on whichever thread that happens.
  public init(
    width: Int, height: Int, stride: Int, format: Format, bytes: UnsafeRawBufferPointer,
    owner: any AnyObject & Sendable
  ) {
    self.width = width
    self.height = height
    self.stride = stride
    self.format = format
    self.bytes = bytes
    self.owner = owner
    byteCount = bytes.count
    let held = Unmanaged.passRetained(owner as AnyObject)
    let shared = g_bytes_new_with_free_func(
      bytes.baseAddress, gsize(bytes.count),
      { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }, held.toOpaque())
    let texture = gdk_memory_texture_new(
      gint(width), gint(height), format.memoryFormat, shared, gsize(stride))
    g_bytes_unref(shared)
    super.init(taking: UnsafeMutableRawPointer(texture!))
  }

  /// Whether nothing can be seen through it.
  public var isOpaque: Bool { format == .rgb }

  /// A part of it, which shares its memory.
  ///
  /// - Parameters:
  ///   - columns: in pixels from the left, within its width; not empty
  ///   - rows: in pixels from the top, within its height; not empty
  public func part(columns: Range<Int>, rows: Range<Int>) -> Texture {
    let start = rows.lowerBound * stride + columns.lowerBound * format.bytesPerPixel
    let end = (rows.upperBound - 1) * stride + columns.upperBound * format.bytesPerPixel
    return Texture(
      width: columns.count, height: rows.count, stride: stride, format: format,
      bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), owner: owner)
  }
}

/// A paintable written in Swift: override `intrinsicSize` and `draw`.
open class CustomPaintable: Paintable {
  public init() {
    super.init(taking: makeObject(customPaintableType))
    SwiftSide.attach(self)
  }

  isolated deinit { SwiftSide.detach(self) }

  open override var intrinsicSize: Size { .zero }

  /// Draws into a rectangle at the origin of that size.
  open func draw(into snapshot: Snapshot, size: Size) {}

  /// Tells everything that shows it to draw again.
  public final func contentsChanged() { gdk_paintable_invalidate_contents(opaque) }

  /// Tells everything that shows it that `intrinsicSize` is another now.
  public final func sizeChanged() { gdk_paintable_invalidate_size(opaque) }
}

private let customPaintableType: GType = {
  let type = registerType("AloftPaintable", parent: g_object_get_type())
  var interface = GInterfaceInfo()
  interface.interface_init = { interface, _ in
    let methods = interface?.assumingMemoryBound(to: GdkPaintableInterface.self)
    methods?.pointee.snapshot = { paintable, snapshot, width, height in
      MainActor.assertIsolated()
      guard let snapshot else { return }
      customPaintable(paintable)?.draw(into: Snapshot(snapshot), size: Size(width, height))
    }
    methods?.pointee.get_intrinsic_width = { paintable in
      MainActor.assertIsolated()
      return gint(customPaintable(paintable)?.intrinsicSize.width ?? 0)
    }
    methods?.pointee.get_intrinsic_height = { paintable in
      MainActor.assertIsolated()
      return gint(customPaintable(paintable)?.intrinsicSize.height ?? 0)
    }
  }
  g_type_add_interface_static(type, gdk_paintable_get_type(), &interface)
  return type
}()

private func customPaintable(_ pointer: OpaquePointer?) -> CustomPaintable? {
  SwiftSide.find(pointer.map(UnsafeMutableRawPointer.init))
}

/// Registers a GObject class that adds nothing to its parent's instance: its state lives on the Swift side.
func registerType(
  _ name: String, parent: GType, classInit: GClassInitFunc? = nil
) -> GType {
  var query = GTypeQuery()
  g_type_query(parent, &query)
  var info = GTypeInfo()
  info.class_size = guint16(query.class_size)
  info.instance_size = guint16(query.instance_size)
  info.class_init = classInit
  return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
}
