import OrielDocument
import Synchronization

/// A type's name in the store: one to read, and the mangled one by which the running program finds the type again.
package struct TypeName: Equatable {
  /// With the module and what it is nested in.
  package let readable: String
  package let mangled: String
  /// What documents and the log call it.
  package let short: String

  private init(naming type: Any.Type) {
    readable = String(reflecting: type)
    mangled = _mangledTypeName(type) ?? readable
    short = String(describing: type)
  }

  /// Asked for at every rendering and saving, and slow to make: each type is named once.
  package static func of(_ type: Any.Type) -> TypeName {
    known.withLock { known in
      if let name = known[ObjectIdentifier(type)] { return name }
      let name = TypeName(naming: type)
      known[ObjectIdentifier(type)] = name
      return name
    }
  }

  private static let known = Mutex<[ObjectIdentifier: TypeName]>([:])

  package var type: Any.Type? { _typeByName(mangled) }

  var saved: JSONValue { [.string(readable), .string(mangled)] }

  init(saved: JSONValue?) throws(SavedError) {
    guard let names = saved?.arrayValue, names.count == 2, let readable = names[0].stringValue,
      let mangled = names[1].stringValue
    else { throw .wrongType(property: "type") }
    self.readable = readable
    self.mangled = mangled
    short = readable
  }
}
