/// Finds the types that saved models name, also under the names they had once.
package struct SavedTypes: Sendable {
  /// From what a type was called, with or without its module, to the mangled name of what it is called now.
  private let renamed: [String: String]

  package init(renamed: [(old: String, new: String)] = []) {
    self.renamed = Dictionary(renamed.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 })
  }

  /// The type of this name; `nil` if the program has none.
  package func type(_ name: TypeName) -> Any.Type? {
    if let type = name.type { return type }
    let withoutModule = name.readable.split(separator: ".", maxSplits: 1).last.map(String.init)
    let new = renamed[name.readable] ?? withoutModule.flatMap { renamed[$0] }
    return new.flatMap(_typeByName)
  }
}

extension Scene {
  /// Says that a type of the app had another name once, so that what was saved under that name is restored as the type
  /// it is now. Any scene of the app may say it, for the whole app.
  ///
  /// - Parameters:
  ///   - name: What the type was called: `InboxModel`, within another type `Mail.InboxModel`, and with its module in
  ///     front, `Notes.InboxModel`, where two modules had one of that name.
  ///   - type: A model, a `SavedState` object, or a message of a question's button.
  public func renamed(_ name: String, to type: Any.Type) -> Self {
    changing { $0.renamed.append((name, TypeName.of(type).mangled)) }
  }

  /// Says under which key the windows of these scenes are saved. One that was saved under another key, or under none,
  /// begins anew: change the key where what was saved makes no sense any more.
  public func restorationKey(_ key: String) -> Self { changing { $0.restorationKey = key } }
}
