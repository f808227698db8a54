import SwiftSyntax

extension TypeSyntax {
  /// Without the module: `Oriel.Transient` is `Transient`.
  var baseName: String {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}

extension AttributeSyntax {
  var baseName: String { attributeName.baseName }

  /// Whether the attribute belongs to another framework. Its macro says what to write instead.
  var isForeign: Bool { ForeignAttributeMacro.names.contains(baseName) }

  /// Only a declaration could tell, and a macro sees none: types that are global actors are named so by custom.
  var isGlobalActor: Bool { baseName.hasSuffix("Actor") }
}

extension AttributeListSyntax {
  var written: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  func named(_ name: String) -> AttributeSyntax? { written.first { $0.baseName == name } }

  var globalActor: AttributeSyntax? { written.first(where: \.isGlobalActor) }

  /// The property wrapper, or a macro that may be as opaque. The language's own attributes begin with a small letter.
  var wrapper: AttributeSyntax? {
    written.first { attribute in
      let name = attribute.baseName
      return name.first?.isUppercase == true && name != "Transient" && !attribute.isGlobalActor
    }
  }

  var resultBuilder: AttributeSyntax? { written.first { $0.baseName.hasSuffix("Builder") } }

  var availability: [AttributeSyntax] { written.filter { $0.baseName == "available" } }
}

extension DeclModifierListSyntax {
  func named(_ name: String) -> DeclModifierSyntax? { first { $0.name.text == name } }

  /// `public`, `package`, `private`…, not `private(set)`.
  var access: DeclModifierSyntax? {
    first { ["public", "package", "private", "fileprivate", "internal"].contains($0.name.text) && $0.detail == nil }
  }
}
