// SPDX-License-Identifier: MIT

/// Whether two values of one type show the same: by `==` where the type has it, by identity where it is a class, else
/// member by member. State and environment fields do not count, since they are observed; closures always differ.
func isSame<Value>(_ a: Value, _ b: Value) -> Bool {
  if let a = a as? any Equatable { return isEqual(a, b) }
  if Value.self is AnyObject.Type { return (a as AnyObject) === (b as AnyObject) }
  return areMembersSame(a, b)
}

private func isEqual<Value: Equatable>(_ a: Value, _ b: Any) -> Bool { (b as? Value) == a }

private func areMembersSame(_ a: Any, _ b: Any) -> Bool {
  if a is any DynamicProperty { return true }
  if let a = a as? any Equatable { return isEqual(a, b) }
  let mirrorA = Mirror(reflecting: a)
  let mirrorB = Mirror(reflecting: b)
  switch mirrorA.displayStyle {
  case .class:
    return (a as AnyObject) === (b as AnyObject)
  case .struct, .tuple, .optional, .collection, .dictionary, .set:
    guard mirrorA.subjectType == mirrorB.subjectType, mirrorA.children.count == mirrorB.children.count else {
      return false
    }
    return zip(mirrorA.children, mirrorB.children).allSatisfy { areMembersSame($0.value, $1.value) }
  case .enum:
    guard mirrorA.subjectType == mirrorB.subjectType, let caseA = mirrorA.children.first,
      let caseB = mirrorB.children.first
    else {
      // Cases without values have no members to tell them apart by.
      return mirrorA.children.isEmpty && mirrorB.children.isEmpty && "\(a)" == "\(b)"
    }
    return caseA.label == caseB.label && areMembersSame(caseA.value, caseB.value)
  default:
    return false
  }
}
