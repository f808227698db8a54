import Oriel
import OrielDocument

/// A scene of the app, shared by all its windows.
@dynamicMemberLookup
package final class WindowScene: Sendable {
  package let declaration: SceneDeclaration
  /// Its own tenancy, or the app's. The console has none: the app's rules are not for operators.
  let tenancy: Tenancy

  init(_ declaration: SceneDeclaration, tenancy: Tenancy) {
    self.declaration = declaration
    self.tenancy = declaration.isConsole ? .single : declaration.tenancy ?? tenancy
  }

  // Read in every turn.
  package var id: String { declaration.id }
  package var title: String { declaration.title }
  var isConsole: Bool { declaration.isConsole }

  /// Whether a user with these roles may have its windows.
  func opens(to roles: Set<String>) -> Bool {
    let required = declaration.requiredRoles
    return required.isEmpty || required.contains { role in roles.contains { $0.hasSameScalars(as: role) } }
  }

  /// The size of a value as JSON. It is kept with each window, also in lists of windows.
  static let valueBytes = 4096

  /// Whether one of its windows may have this value, or none.
  func accepts(_ value: JSONValue?) -> Bool {
    declaration.accepts(value) && value.map { JSONBytes.encode($0).count <= Self.valueBytes } ?? true
  }

  /// The opening of one of its windows, the same for every user.
  func opening(of value: JSONValue?) -> String { value.map { "\(id) \(JSONBytes.text($0))" } ?? id }

  package subscript<Value>(dynamicMember member: KeyPath<SceneDeclaration, Value>) -> Value {
    declaration[keyPath: member]
  }
}

extension WindowApp {
  /// Every scene that a server of the app has: the app's own, then the operators' console where there is one.
  package func sceneDeclarations(with console: (any Scene)?) -> [SceneDeclaration] {
    body._declarations + (console?._declarations ?? [])
  }
}
