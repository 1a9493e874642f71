// SPDX-License-Identifier: MIT
import CAdwaita

/// A value that goes into a GObject property or comes back from a signal handler.
public enum Value {
  case bool(Bool)
  case int(Int)
  case uint(Int)
  case double(Double)
  case string(String)
  case object(Object)

  func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    var value = GValue()
    switch self {
    case .bool(let flag):
      g_value_init(&value, FundamentalType.boolean)
      g_value_set_boolean(&value, flag.gboolean)
    case .int(let number):
      g_value_init(&value, FundamentalType.int)
      g_value_set_int(&value, gint(clamping: number))
    case .uint(let number):
      g_value_init(&value, FundamentalType.uint)
      g_value_set_uint(&value, guint(clamping: number))
    case .double(let number):
      g_value_init(&value, FundamentalType.double)
      g_value_set_double(&value, number)
    case .string(let text):
      g_value_init(&value, FundamentalType.string)
      g_value_set_string(&value, text)
    case .object(let object):
      g_value_init(&value, FundamentalType.object)
      g_value_set_object(&value, object.pointer)
    }
    body(&value)
    g_value_unset(&value)
  }
}

extension Bool {
  /// C's idea of a truth value.
  var gboolean: gboolean { self ? 1 : 0 }
}
