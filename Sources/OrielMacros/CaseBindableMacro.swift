import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CaseBindable`: a way into each case of an enumeration, and an enumeration of bindings.
struct CaseBindableMacro {}

extension CaseBindableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(Diagnostic(node: node, message: CaseBindableDiagnostic.notAnEnum))
      return []
    }
    let cases = declaration.cases
    guard !cases.isEmpty else {
      context.diagnose(Diagnostic(node: declaration.name, message: CaseBindableDiagnostic.noCase))
      return []
    }
    let access = declaration.modifiers.access.map { $0.name.text == "private" ? "" : $0.name.text + " " } ?? ""
    let name = declaration.name.trimmedDescription
    return [
      """
      \(raw: access)struct Cases {
      \(raw: cases.map { $0.property(of: name, access) }.joined(separator: "\n"))
      }
      """,
      """
      \(raw: access)enum CaseBindings {
      \(raw: cases.map(\.bindingCase).joined(separator: "\n"))
      }
      """,
      "\(raw: access)static var cases: Cases { Cases() }",
      """
      \(raw: access)static func _bindings(to binding: Oriel.Binding<\(raw: name)>) -> CaseBindings {
        switch binding.wrappedValue {
      \(raw: cases.map(\.choice).joined(separator: "\n"))
        }
      }
      """,
    ]
  }
}

extension CaseBindableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): Oriel.CaseBindable {}"
    return [conformance.as(ExtensionDeclSyntax.self)].compactMap { $0 }
  }
}

enum CaseBindableDiagnostic: DiagnosticMessage {
  case notAnEnum, noCase

  var message: String {
    switch self {
    case .notAnEnum: "@CaseBindable needs an enumeration: write 'enum'"
    case .noCase: "there is no case to bind to: write one, or remove '@CaseBindable'"
    }
  }

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "Oriel", id: "\(self)") }
}

/// One case, and the ways to write it.
private struct EnumCaseSyntax {
  let name: String
  let values: [(label: String?, type: String)]

  init(_ element: EnumCaseElementSyntax) {
    name = element.name.trimmedDescription
    values = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName?.trimmedDescription
      return (label == "_" ? nil : label, parameter.type.trimmedDescription)
    }
  }

  /// The associated values of the case, as one type.
  private var type: String {
    switch values.count {
    case 0: "Void"
    case 1: values[0].type
    default: "(" + values.map { ($0.label.map { "\($0): " } ?? "") + $0.type }.joined(separator: ", ") + ")"
    }
  }

  private var places: [String] { values.indices.map { "v\($0)" } }
  private var pattern: String {
    values.isEmpty ? ".\(name)" : ".\(name)(" + places.map { "let \($0)" }.joined(separator: ", ") + ")"
  }
  /// The values bound by the pattern, as one value.
  private var value: String {
    guard values.count > 1 else { return places.first ?? "()" }
    return "(" + zip(values, places).map { ($0.label.map { "\($0): " } ?? "") + $1 }.joined(separator: ", ") + ")"
  }

  private var embedding: String {
    guard !values.isEmpty else { return "{ _ in .\(name) }" }
    let parts = values.enumerated().map { index, value in
      (value.label.map { "\($0): " } ?? "") + (values.count == 1 ? "value" : "value.\(value.label ?? String(index))")
    }
    return "{ value in .\(name)(\(parts.joined(separator: ", "))) }"
  }

  func property(of root: String, _ access: String) -> String {
    """
      \(access)var \(name): Oriel._EnumCase<\(root), \(type)> {
        Oriel._EnumCase(embed: \(embedding), extract: { if case \(pattern) = $0 { \(value) } else { nil } })
      }
    """
  }

  var bindingCase: String { values.isEmpty ? "  case \(name)" : "  case \(name)(Oriel.Binding<\(type)>)" }

  var choice: String {
    guard !values.isEmpty else { return "  case .\(name): return .\(name)" }
    return "  case \(pattern): return .\(name)(binding._case(cases.\(name), \(value)))"
  }
}

extension EnumDeclSyntax {
  fileprivate var cases: [EnumCaseSyntax] {
    memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap {
      $0.elements.map(EnumCaseSyntax.init)
    }
  }
}
