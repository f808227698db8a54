import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that the macro adds to the class.
extension ModelClass {
  var generatedMembers: [DeclSyntax] {
    [node, plainInitializer, restoringInitializer, save].compactMap { $0 }
  }

  private var node: DeclSyntax { "\(raw: access)let _node = Oriel._ModelNode()" }

  /// `init(_restoring:)` takes away the initializer that a class whose properties all have defaults gets for nothing.
  private var plainInitializer: DeclSyntax? {
    guard !hasInitializer, properties.allSatisfy(\.hasDefault) else { return nil }
    return "init() {}"
  }

  private var restoringInitializer: DeclSyntax {
    """
    \(raw: access)init(_restoring saved: Oriel._SavedReader) throws {
    \(raw: members.statements { $0.restoring })}
    """
  }

  private var save: DeclSyntax {
    """
    \(raw: access)func _save(to saved: inout Oriel._SavedWriter) {
    \(raw: members.statements { $0.saving })}
    """
  }
}

extension StoredProperty {
  /// Rows are restored in place, when the object is there.
  fileprivate var restoring: String? {
    if holdsArchive { return "try saved.restore(self.\(storage), for: \"\(key)\")" }
    if holdsRows { return nil }
    let restored = "self.\(storage) = try saved.value(for: \"\(key)\")"
    guard hasDefault || isOptional else { return restored }
    // A variable has its default already.
    return "if saved.has(\"\(key)\") { \(restored) }" + (isVariable ? "" : " else { self.\(storage) = nil }")
  }

  fileprivate var saving: String? { "saved.save(self.\(storage), for: \"\(key)\")" }
}

extension MemberBlockItemListSyntax {
  /// A statement for each saved property, under the same `#if` as the property.
  fileprivate func statements(_ statement: (StoredProperty) -> String?) -> String {
    lines(for: statement).map { "  \($0)\n" }.joined()
  }

  func lines(for statement: (StoredProperty) -> String?) -> [String] {
    flatMap { item -> [String] in
      if let conditional = item.decl.as(IfConfigDeclSyntax.self) { return conditional.lines(for: statement) }
      let properties = item.decl.as(VariableDeclSyntax.self)?.storedProperties ?? []
      return properties.filter(\.isSaved).compactMap(statement)
    }
  }
}

extension IfConfigDeclSyntax {
  fileprivate func lines(for statement: (StoredProperty) -> String?) -> [String] {
    let inner = clauses.map { $0.members?.lines(for: statement) ?? [] }
    guard inner.contains(where: { !$0.isEmpty }) else { return [] }
    return zip(clauses, inner).flatMap { [$0.opening] + $1 } + ["#endif"]
  }
}

extension IfConfigClauseSyntax {
  fileprivate var opening: String {
    [poundKeyword.trimmedDescription, condition?.trimmedDescription].compactMap { $0 }.joined(separator: " ")
  }
}
