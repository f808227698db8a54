import Oriel

/// A scene of the app: one object for all its windows, which are many.
@dynamicMemberLookup
package final class WindowScene: Sendable {
  package let declaration: SceneDeclaration

  init(_ declaration: SceneDeclaration) {
    self.declaration = declaration
  }

  // Read in every turn.
  package var id: String { declaration.id }
  package var title: String { declaration.title }

  package subscript<Value>(dynamicMember member: KeyPath<SceneDeclaration, Value>) -> Value {
    declaration[keyPath: member]
  }
}
