import SwiftDiagnostics
import SwiftSyntax

/// The diagnostics for authors, which say what to write instead. All are errors, because each mistake would silently
/// lose state or leave the hub.
enum ModelDiagnostic: DiagnosticMessage, Equatable {
  case notAClass(String)
  case notFinal(String)
  case isolated(String)
  case sendable
  case observable(String)
  case languageMode(String)
  case feature(String)
  case nodeIsTaken(String)
  case nodeIsWritten
  case storedBody
  case noInitializer(String, property: String)
  case tuple
  case severalInOne
  case lazy(String)
  case reference(String, ownership: String)
  case closure(String)
  case wrapper(String, wrapper: String)
  case binding(String)
  case isolatedProperty(String, actor: String)
  case transientWithoutDefault(String, optional: Bool)
  case madeAnew(String)
  case variableRows(String)
  case rowsWithoutValue(String)
  case rowsInModel(String)
  case projection(String)
  case closureInDestination
  case detachedTask
  case leavingClosure(String)
  case presentation(String, label: String, property: String)

  var message: String {
    switch self {
    case .notAClass(let attribute): "@\(attribute) needs a class: write 'final class'"
    case .notFinal(let name): "a model must be final: write 'final class \(name)'"
    case .isolated(let attribute): "a model belongs to the hub of its window: remove '@\(attribute)'"
    case .sendable: "a model belongs to the hub of its window and never leaves it: remove 'Sendable'"
    case .observable(let attribute): "@\(attribute) observes the class already: remove '@Observable'"
    case .languageMode(let attribute):
      "@\(attribute) needs the Swift 6 language mode: add 'swiftLanguageModes: [.v6]' to the package; "
        + "in an earlier one nothing keeps a model on its hub"
    case .feature(let attribute):
      "@\(attribute) needs the upcoming feature \(Self.neededFeature): add "
        + ".enableUpcomingFeature(\"\(Self.neededFeature)\") to this target's swiftSettings; "
        + "without it an async handler would leave the hub"
    case .nodeIsTaken(let name):
      "'\(name)' would be stored as '_node', which is the framework's: choose another name"
    case .nodeIsWritten: "'_node' is written by the macro: choose another name"
    case .storedBody: "what a screen shows is computed from its state: write 'var body: some View { … }'"
    case .noInitializer(let name, let property):
      "'\(name)' has no initializer: write an 'init' that sets '\(property)', or give '\(property)' a default"
    case .tuple: "a pattern can't be observed or saved: declare each property by itself"
    case .severalInOne: "several properties in one 'var' can't be observed: declare each by itself"
    case .lazy(let name): "'lazy var \(name)' can't be saved: mark it @Transient, or compute it"
    case .reference(let name, let ownership):
      "'\(ownership) var \(name)' can't be saved: mark it @Transient, and 'start()' may set it again"
    case .closure(let name):
      "'\(name)' can't be saved, as code is not state: mark it @Transient and give it a default, or make it a method"
    case .wrapper(let name, let wrapper):
      "'\(name)' is kept by '@\(wrapper)' and can't be observed or saved: mark it @Transient, or remove '@\(wrapper)'"
    case .binding(let name):
      "'\(name)' is a binding, which can't be saved: store the model that has the property, as in 'let parent: ParentModel',"
        + " and write 'parent.bind(\\.\(name))'"
    case .isolatedProperty(let name, let actor):
      "'\(name)' belongs to the hub of its window as its model does: remove '@\(actor)'"
    case .transientWithoutDefault(let name, let optional):
      "'\(name)' is not saved, so a restart needs a default for it: \(optional ? "write '= nil'" : "give it one, or make it an optional 'var'")"
    case .madeAnew(let name):
      "'let \(name)' would be created again at each restart: set it in an 'init', make it a 'var', or mark it @Transient"
        + " if a new one will do"
    case .closureInDestination:
      "a destination is saved with its window, and code is not: declare the property as 'Callback<Value>' and write "
        + "'Callback { … }', or let the destination name what to do"
    case .variableRows(let name): "'\(name)' holds Rows, which change in place: make it a 'let'"
    case .rowsWithoutValue(let name):
      "'\(name)' holds Rows, which are restored in place: give it its value here, as in 'let \(name) = Rows<Element>()'"
    case .rowsInModel(let name):
      "'\(name)' holds Rows, which belong to users and not to a window: move it to a @SavedState class, and read that by "
        + "@Environment"
    case .detachedTask:
      "write 'task { … }' instead of 'Task { … }': it stays on the hub, and is cancelled when its object ends"
    case .leavingClosure(let captures):
      "write '{ … }' without '\(captures) in': a closure with a capture list leaves the hub at its first 'await', and then races "
        + "with it. There is no cycle to break: what an element or 'task' holds is released with its object. A value that must "
        + "stay what it is now is taken before the closure, as in 'let id = id'"
    case .presentation(let name, let label, let property):
      "call 'present(\(label): \\.\(property)) { .\(name)(…) }' in the model's start()"
    case .projection(let name): "write 'bind(\\.\(name))' instead of '$\(name)'"
    }
  }

  static let neededFeature = "NonisolatedNonsendingByDefault"

  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID {
    MessageID(domain: "Oriel", id: String("\(self)".prefix { $0 != "(" }))
  }

  func at(_ node: some SyntaxProtocol) -> Diagnostic { Diagnostic(node: node, message: self) }
}
