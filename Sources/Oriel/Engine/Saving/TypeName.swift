import OrielDocument
import Synchronization

/// A type's name in the store: a readable one, and the mangled one by which the program finds the type again.
package struct TypeName: Equatable {
  /// The name with its module and the types it is nested in.
  package let readable: String
  package let mangled: String
  /// The name in documents and in the log.
  package let short: String

  /// Whether another process can find the type by its name, which is not so for a private type.
  package let isLasting: Bool

  private init(naming type: Any.Type) {
    readable = String(reflecting: type)
    mangled = _mangledTypeName(type) ?? readable
    short = String(describing: type)
    isLasting = _typeByName(mangled) == type
  }

  /// Used at every rendering and saving, and slow to compute, so each type's name is cached.
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
  /// Private types that this process has named, so that windows that only slept in this process can find them again.
  private static let fleeting = Mutex<[String: Any.Type]>([:])

  /// The name in the log of a type that the store knows by its mangled name; that name if this program has no such type.
  package static func short(ofMangled name: String) -> String {
    TypeName(mangled: name).type.map { of($0).short } ?? name
  }

  private init(mangled: String) {
    (readable, self.mangled, short, isLasting) = (mangled, mangled, mangled, true)
  }

  package var type: Any.Type? {
    (isMangled ? _typeByName(mangled) : nil) ?? Self.fleeting.withLock { $0[mangled] }
  }

  /// Whether it consists of what mangled names consist of. Swift's runtime crashes at some others, such as `$`, which an
  /// imported window may have.
  private var isMangled: Bool {
    mangled.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

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
