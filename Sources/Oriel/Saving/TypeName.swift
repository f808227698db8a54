import OrielDocument
import Synchronization

/// A type's name in the store: one to read, and the mangled one by which the running program finds the type again.
package struct TypeName: Equatable {
  /// With the module and what it is nested in.
  package let readable: String
  package let mangled: String
  /// What documents and the log call it.
  package let short: String

  /// Whether another process finds the type by its name: a private one it does not.
  package let isLasting: Bool

  private init(naming type: Any.Type) {
    readable = String(reflecting: type)
    mangled = _mangledTypeName(type) ?? readable
    short = String(describing: type)
    isLasting = _typeByName(mangled) == type
  }

  /// Asked for at every rendering and saving, and slow to make: each type is named once.
  package static func of(_ type: Any.Type) -> TypeName {
    known.withLock { known in
      if let name = known[ObjectIdentifier(type)] { return name }
      let name = TypeName(naming: type)
      known[ObjectIdentifier(type)] = name
      if !name.isLasting { fleeting.withLock { $0[name.mangled] = type } }
      return name
    }
  }

  private static let known = Mutex<[ObjectIdentifier: TypeName]>([:])
  /// Private types that this process has named: a window that has only slept in it finds them again.
  private static let fleeting = Mutex<[String: Any.Type]>([:])

  package var type: Any.Type? { _typeByName(mangled) ?? Self.fleeting.withLock { $0[mangled] } }

  var saved: JSONValue { [.string(readable), .string(mangled)] }

  init(saved: JSONValue?) throws(SavedError) {
    guard let names = saved?.arrayValue, names.count == 2, let readable = names[0].stringValue,
      let mangled = names[1].stringValue
    else { throw .wrongType(property: "type") }
    self.readable = readable
    self.mangled = mangled
    short = readable
    isLasting = true
  }
}
