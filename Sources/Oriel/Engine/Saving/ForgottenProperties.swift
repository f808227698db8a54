import Synchronization

/// Properties that a type has saved but no longer reads, and properties that it reads but has not saved.
package struct ForgottenProperties: Equatable, CustomStringConvertible {
  var saved: [String]
  var missing: [String]

  package var description: String {
    """
    what was saved as \(Self.list(saved)) is no longer read, and nothing was saved as \(Self.list(missing)): if these are \
    the new names, say so in migrations before the values are lost
    """
  }

  private static func list(_ names: [String]) -> String { names.map { "“\($0)”" }.joined(separator: ", ") }

  private static let told = Mutex<Set<String>>([])

  /// Whether this has not been reported for the type in this process yet, since there may be many windows.
  package func isNews(of type: String) -> Bool {
    Self.told.withLock { $0.insert("\(type): \(saved)").inserted }
  }
}

/// The names that the code written by macros has asked for.
final class AskedProperties {
  private(set) var names: Set<String> = []
  private(set) var last: String?

  func record(_ name: String) {
    names.insert(name)
    last = name
  }
}
