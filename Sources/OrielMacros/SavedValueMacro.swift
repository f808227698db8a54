import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@SavedValue`: an `init(from:)` in which a property that was not saved has its default.
///
/// It is in an extension, so that the struct keeps the initializer that it gets for nothing.
struct SavedValueMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(Diagnostic(node: node, message: SavedValueDiagnostic.notAStruct))
      return []
    }
    let members = declaration.memberBlock.members
    let wrong = members.flattened.compactMap(\.wrongInSavedValue)
    wrong.forEach(context.diagnose)
    guard wrong.isEmpty else { return [] }
    let access = declaration.modifiers.access.map {
      ["public", "package"].contains($0.name.text) ? "\($0.name.text) " : ""
    }
    let keys = members.codingKeys
    let lines = members.lines { keys?.contains($0.key) == false ? nil : $0.decoding }
    let availability = declaration.attributes.availability.map { $0.trimmedDescription + "\n" }.joined()
    let initializer: DeclSyntax = """
      \(raw: availability)extension \(type.trimmed) {
        \(raw: access ?? "")init(from decoder: any Swift.Decoder) throws {
          let saved = try decoder.container(keyedBy: CodingKeys.self)
      \(raw: lines.map { "    \($0)" }.joined(separator: "\n"))
        }
      }
      """
    return [initializer.as(ExtensionDeclSyntax.self)].compactMap { $0 }
  }
}

enum SavedValueDiagnostic: DiagnosticMessage {
  case notAStruct
  case ownInitializer
  case wrapper(String, wrapper: String)

  var message: String {
    switch self {
    case .notAStruct: "@SavedValue needs a struct: write 'struct', or remove '@SavedValue'"
    case .ownInitializer:
      "@SavedValue writes 'init(from:)': remove this one, or remove '@SavedValue' and use 'decodeIfPresent' here"
    case .wrapper(let name, let wrapper):
      "'\(name)' is kept by '@\(wrapper)', which decodes it: write 'init(from:)' yourself, and remove '@SavedValue'"
    }
  }

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "Oriel", id: String("\(self)".prefix { $0 != "(" })) }
}

extension DeclSyntax {
  fileprivate var wrongInSavedValue: Diagnostic? {
    if let initializer = self.as(InitializerDeclSyntax.self), initializer.isDecoding {
      return Diagnostic(node: initializer.initKeyword, message: SavedValueDiagnostic.ownInitializer)
    }
    guard let variable = self.as(VariableDeclSyntax.self), let wrapper = variable.attributes.wrapper,
      let property = variable.storedProperties.first
    else { return nil }
    return Diagnostic(
      node: wrapper, message: SavedValueDiagnostic.wrapper(property.key, wrapper: wrapper.baseName))
  }
}

extension InitializerDeclSyntax {
  fileprivate var isDecoding: Bool {
    let parameters = signature.parameterClause.parameters
    return parameters.count == 1 && parameters.first?.firstName.text == "from"
      && parameters.first?.type.trimmedDescription.hasSuffix("Decoder") == true
  }
}

extension MemberBlockItemListSyntax {
  /// The cases of `CodingKeys`; `nil` if the compiler writes them.
  fileprivate var codingKeys: Set<String>? {
    let written = flattened.lazy.compactMap { $0.as(EnumDeclSyntax.self) }.first { $0.name.text == "CodingKeys" }
    guard let written else { return nil }
    let cases = written.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    return Set(cases.flatMap(\.elements).map { $0.name.identifier?.name ?? $0.name.text })
  }
}

extension StoredProperty {
  fileprivate var decoding: String {
    let (target, key) = ("self.\(name.trimmedDescription)", ".\(name.trimmedDescription)")
    // Synthesized code writes no key for `nil`, so a missing optional is `nil` and not its default.
    if isOptional { return "\(target) = try saved._optional(for: \(key))" }
    if isVariable && initializer != nil { return "try saved._restore(&\(target), for: \(key))" }
    return "\(target) = try saved._value(for: \(key))"
  }
}
