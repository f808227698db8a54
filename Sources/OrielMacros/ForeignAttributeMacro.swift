import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@State`, `@Published` and the like: property attributes of other frameworks. Without this macro the compiler would
/// report an unknown attribute; with it, the compiler says what to write instead.
struct ForeignAttributeMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let variable = declaration.as(VariableDeclSyntax.self)
    let binding = variable?.bindings.first
    let message = ForeignAttributeDiagnostic(
      attribute: node.baseName,
      property: binding?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name ?? "name",
      type: binding?.typeAnnotation?.type.trimmedDescription,
      isInModel: context.lexicalContext.first?.is(ClassDeclSyntax.self) ?? false)
    context.diagnose(Diagnostic(node: node, message: message))
    return []
  }

  /// The attributes' names.
  static let names: Set<String> = [
    "State", "StateObject", "ObservedObject", "Published", "EnvironmentObject", "Bindable", "AppStorage",
    "SceneStorage", "FocusState", "GestureState",
  ]
}

struct ForeignAttributeDiagnostic: DiagnosticMessage {
  let attribute: String
  let property: String
  let type: String?
  let isInModel: Bool

  var message: String {
    switch attribute {
    case "EnvironmentObject":
      "an object of the environment is found by its type: write '@Environment(\(type ?? "Service").self) var \(property)'"
    case "AppStorage":
      "what all windows of a user share is a property of a '@SavedState' class, which the app's environment(for:) gives"
    case "GestureState": "gestures are the page's: a Component of the app's own sends what comes of them"
    case "StateObject" where !isInModel, "ObservedObject" where !isInModel, "Bindable" where !isInModel: modelInView
    default: isInModel ? inModel : inView
    }
  }

  private var inModel: String {
    "remove '@\(attribute)': every 'var' of a model is observed and saved, and 'bind(\\.\(property))' binds to it"
  }

  private var modelInView: String {
    "a view is given the model it shows: write 'let \(property): \(type ?? "Model")'; what it reads is observed, and "
      + "'\(property).bind(\\.name)' binds to it"
  }

  private var inView: String {
    "a view only shows: make '\(property)' a property of the model that shows it, and give this view a binding, "
      + "'@Binding var \(property)', made by 'bind(\\.\(property))'"
  }

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "Oriel", id: "foreignAttribute") }
}
