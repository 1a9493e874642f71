// SPDX-License-Identifier: MIT
import CAdwaita
import Glibc

/// A Swift owner of one reference to a GObject.
///
/// The Swift object keeps the C object alive, never the other way round, so there are no cycles through C: what C calls
/// back into (signal handlers, the methods of custom widgets) finds its Swift object through a plain pointer that is
/// cleared before that object goes away.
@MainActor
open class Object {
  /// The C object, for calling functions that this library has no name for. Valid as long as this Swift object lives.
  public let pointer: UnsafeMutableRawPointer

  /// How many Swift owners exist at this moment; tests compare it before and after to find leaks.
  public private(set) static var liveCount = 0

  /// Takes over a reference that the caller owns, or sinks a floating one.
  public init(taking pointer: UnsafeMutableRawPointer) {
    self.pointer = g_object_take_ref(pointer)
    Object.liveCount += 1
  }

  /// Adds a reference of its own.
  public init(retaining pointer: UnsafeMutableRawPointer) {
    self.pointer = g_object_ref(pointer)
    Object.liveCount += 1
  }

  isolated deinit {
    g_object_unref(pointer)
    Object.liveCount -= 1
  }

  /// For functions whose parameter is a type that C keeps private.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
    pointer.assumingMemoryBound(to: type)
  }

  /// Whether both own the same C object.
  public func isSame(as other: Object) -> Bool { pointer == other.pointer }

  /// Sets a property by its GObject name; for properties that have no setter of their own.
  public func setProperty(_ name: String, to value: Value) {
    value.withGValue { g_object_set_property(cast(), name, $0) }
  }
}

/// Finds the Swift object that a C object was made by.
///
/// Custom widgets, paintables and models store themselves under one key; the entry goes when the Swift object does.
enum SwiftSide {
  private static let key = g_quark_from_static_string("aloft-swift-object")

  static func attach(_ object: Object) {
    g_object_set_qdata(object.cast(), key, Unmanaged.passUnretained(object).toOpaque())
  }

  static func detach(_ object: Object) {
    g_object_set_qdata(object.cast(), key, nil)
  }

  static func find<Found>(_ pointer: UnsafeMutableRawPointer?, as type: Found.Type = Found.self) -> Found? {
    guard let pointer, let stored = g_object_get_qdata(pointer.assumingMemoryBound(to: GObject.self), key) else {
      return nil
    }
    return Unmanaged<Object>.fromOpaque(stored).takeUnretainedValue() as? Found
  }
}

/// Makes a GObject with properties that can only be given at construction. The caller owns it, or it floats.
func makeObject(_ type: GType, _ properties: [(name: String, value: Value)] = []) -> UnsafeMutableRawPointer {
  let names = properties.map { UnsafePointer<CChar>(strdup($0.name)) as UnsafePointer<CChar>? }
  var values = properties.map { property in
    var copy = GValue()
    property.value.withGValue {
      g_value_init(&copy, $0.pointee.g_type)
      g_value_copy($0, &copy)
    }
    return copy
  }
  defer {
    for name in names { free(UnsafeMutableRawPointer(mutating: name)) }
    for index in values.indices { g_value_unset(&values[index]) }
  }
  var nameList = names
  return UnsafeMutableRawPointer(g_object_new_with_properties(type, guint(properties.count), &nameList, &values))
}

/// GLib's fundamental types, which C defines by macros that Swift cannot import.
enum FundamentalType {
  static let boolean = GType(5 << 2)
  static let int = GType(6 << 2)
  static let uint = GType(7 << 2)
  static let double = GType(15 << 2)
  static let string = GType(16 << 2)
  static let object = GType(20 << 2)
}
