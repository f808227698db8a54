import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@NavigationModel`, its three containers and `@SavedState`. Which one it is, its own name says.
///
/// Everything wrong with a class is reported by the member role, which the compiler asks exactly once; the other roles
/// stay silent about it.
struct NavigationModelMacro {}

extension NavigationModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let model = ModelClass(declaration, attribute: node, in: context) else {
      context.diagnose(.init(node: declaration.introducer, message: ModelDiagnostic.notAClass(node.baseName)))
      return []
    }
    model.diagnostics.forEach(context.diagnose)
    return model.generatedMembers
  }
}

extension NavigationModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard
      let model = ModelClass(declaration, attribute: node, in: context),
      let variable = member.as(VariableDeclSyntax.self)
    else { return [] }
    if variable.isObserved { return ["@Oriel._Observed"] }
    if model.hasBody, variable.isBodyWithoutBuilder { return ["@Oriel.ViewBuilder"] }
    return []
  }
}

extension NavigationModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // `protocols` leaves out what the class states itself. `nonisolated` refuses a class that a target's default
    // isolation, or a global actor that we don't know by its name, has taken from its hub.
    let missing = ModelClass(declaration, attribute: node, in: context)?.conformances.filter { name in
      protocols.contains { $0.baseName == name }
    }
    guard let missing, !missing.isEmpty else { return [] }
    let availability = declaration.attributes.availability.map { $0.trimmedDescription + "\n" }.joined()
    let conformances = missing.map { "nonisolated Oriel.\($0)" }.joined(separator: ", ")
    let conformance: DeclSyntax = "\(raw: availability)extension \(type.trimmed): \(raw: conformances) {}"
    return [conformance.as(ExtensionDeclSyntax.self)].compactMap { $0 }
  }
}

extension DeclGroupSyntax {
  /// `struct`, `actor`, …: where to point when it isn't a class.
  fileprivate var introducer: Syntax {
    let keywords: [Keyword] = [.struct, .enum, .actor, .protocol, .extension]
    let token = children(viewMode: .sourceAccurate).compactMap { $0.as(TokenSyntax.self) }
      .first { token in keywords.contains { token.tokenKind == .keyword($0) } }
    return token.map { Syntax($0) } ?? Syntax(self)
  }
}
