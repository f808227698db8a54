import Synchronization

/// What a type has saved under names that it does not read any more, and reads without having saved it.
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

  /// Whether nobody in this process has been told that a type has forgotten these: there may be many windows.
  package func isNews(of type: String) -> Bool {
    Self.told.withLock { $0.insert("\(type): \(saved)").inserted }
  }
}

/// The names that the code which macros write has asked for.
final class AskedProperties {
  var names: Set<String> = []
}
