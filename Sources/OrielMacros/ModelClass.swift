import SwiftSyntax
import SwiftSyntaxMacros

/// A class with one of the model attributes.
struct ModelClass {
  let declaration: ClassDeclSyntax
  let attribute: AttributeSyntax
  let context: any MacroExpansionContext

  init?(_ declaration: some SyntaxProtocol, attribute: AttributeSyntax, in context: some MacroExpansionContext) {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else { return nil }
    self.declaration = declaration
    self.attribute = attribute
    self.context = context
  }

  var name: String { declaration.name.text }
  /// Each attribute gives the conformance of its own name.
  var conformance: String { attribute.baseName }
  /// A container also states that it is a model: in other files the compiler overlooks a conformance that another one
  /// implies, until something has expanded the extension.
  var conformances: [String] {
    hasBody && conformance != "NavigationModel" ? ["NavigationModel", conformance] : [conformance]
  }
  /// An environment object shows nothing, so its `body` would be a property like others.
  var hasBody: Bool { conformance != "SavedState" }

  /// `public ` or `package `, as a public protocol's witnesses need it. A type in `public extension` is public.
  var access: String {
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
    guard let written = (declaration.modifiers.access ?? enclosing)?.name.text else { return "" }
    return written == "public" || written == "package" ? written + " " : ""
  }

  var members: MemberBlockItemListSyntax { declaration.memberBlock.members }
  var variables: [VariableDeclSyntax] { members.flattened.compactMap { $0.as(VariableDeclSyntax.self) } }
  var properties: [StoredProperty] { variables.flatMap(\.storedProperties) }
  var hasInitializer: Bool { members.flattened.contains { $0.is(InitializerDeclSyntax.self) } }
}

extension MemberBlockItemListSyntax {
  /// The members with those inside `#if`, whichever clause is active.
  var flattened: [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      return conditional.clauses.flatMap { $0.members?.flattened ?? [] }
    }
  }
}

extension IfConfigClauseSyntax {
  var members: MemberBlockItemListSyntax? {
    if case .decls(let members) = elements { members } else { nil }
  }
}
