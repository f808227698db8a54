import OrielDocument

/// A type's name in the store: one to read, and the mangled one by which the running program finds the type again.
package struct TypeName: Equatable {
  package let readable: String
  package let mangled: String

  package init(of type: Any.Type) {
    readable = String(reflecting: type)
    mangled = _mangledTypeName(type) ?? readable
  }

  package var type: Any.Type? { _typeByName(mangled) }

  var saved: JSONValue { [.string(readable), .string(mangled)] }

  init(saved: JSONValue?) throws {
    guard let names = saved?.arrayValue, names.count == 2, let readable = names[0].stringValue,
      let mangled = names[1].stringValue
    else { throw SavedError.wrongType(property: "type") }
    self.readable = readable
    self.mangled = mangled
  }
}
