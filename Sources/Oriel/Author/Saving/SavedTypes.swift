/// Finds the types that saved models name, including former names.
package struct SavedTypes: Sendable {
  /// Maps former type names, with or without module, to the mangled names of the current types.
  private let renamed: [String: String]

  package init(renamed: [(old: String, new: String)] = []) {
    self.renamed = Dictionary(renamed.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 })
  }

  /// The type with this name; `nil` if the program has none.
  package func type(_ name: TypeName) -> Any.Type? {
    if let type = name.type { return type }
    let withoutModule = name.readable.split(separator: ".", maxSplits: 1).last.map(String.init)
    let new = renamed[name.readable] ?? withoutModule.flatMap { renamed[$0] }
    return new.flatMap(_typeByName)
  }
}

extension Scene {
  /// Declares the former name of a type, so that models saved under that name are restored as this type. Declare it on
  /// any scene; it applies to the whole app.
  ///
  /// - Parameters:
  ///   - name: The former name: `InboxModel`; for a nested type, `Mail.InboxModel`; with its module,
  ///     `Notes.InboxModel`, if two modules had a type with that name.
  ///   - type: A model, a `SavedState` object, or a message of a question's button.
  public func renamed(_ name: String, to type: Any.Type) -> Self {
    changing { $0.renamed.append((name, TypeName.of(type).mangled)) }
  }

  /// Sets the key under which the windows of these scenes are saved. A window saved under another key, or none, starts
  /// over. Change the key when the saved state no longer makes sense.
  public func restorationKey(_ key: String) -> Self { changing { $0.restorationKey = key } }
}
