import SwiftDiagnostics
import SwiftSyntax

extension VariableDeclSyntax {
  /// The errors found before properties are examined.
  var patternDiagnostics: [Diagnostic] {
    guard isStoredInInstances else { return [] }
    let tuples = bindings.filter { !$0.pattern.is(IdentifierPatternSyntax.self) }
    if !tuples.isEmpty { return tuples.map { ModelDiagnostic.tuple.at($0.pattern) } }
    return isVariable && bindings.count > 1 ? [ModelDiagnostic.severalInOne.at(bindings)] : []
  }
}

extension StoredProperty {
  /// The first thing that is wrong with it: the others may go with it.
  ///
  /// - Parameter isOfModel: Whether its class is a model of a window.
  func diagnostic(isOfModel: Bool) -> Diagnostic? {
    wrongName ?? wrongIsolation ?? (isTransient ? wrongTransient : holdsRows ? wrongRows(isOfModel) : wrongSaved)
  }

  private func wrongRows(_ isOfModel: Bool) -> Diagnostic? {
    if isOfModel { return ModelDiagnostic.rowsInModel(key).at(name) }
    if isVariable { return ModelDiagnostic.variableRows(key).at(declaration.bindingSpecifier) }
    return initializer == nil ? ModelDiagnostic.rowsWithoutValue(key).at(name) : nil
  }

  /// The storage of an observed `var node`, or of a wrapped one, would be called `_node`.
  private var wrongName: Diagnostic? {
    guard key == "node", isVariable else { return nil }
    return ModelDiagnostic.nodeIsTaken(key).at(name)
  }

  private var wrongIsolation: Diagnostic? {
    declaration.attributes.globalActor.map { ModelDiagnostic.isolatedProperty(key, actor: $0.baseName).at($0) }
  }

  private var wrongTransient: Diagnostic? {
    guard !hasDefault else { return nil }
    return ModelDiagnostic.transientWithoutDefault(key, optional: isOptional).at(name)
  }

  private var wrongSaved: Diagnostic? {
    if isLazy { return ModelDiagnostic.lazy(key).at(name) }
    if let ownership { return ModelDiagnostic.reference(key, ownership: ownership.name.text).at(ownership) }
    if let wrapper, wrapper.baseName != "Environment", !wrapper.isForeign {
      if wrapper.baseName == "Binding" { return ModelDiagnostic.binding(key).at(wrapper) }
      return ModelDiagnostic.wrapper(key, wrapper: wrapper.baseName).at(wrapper)
    }
    if isClosure, let type = binding.sharedTypeAnnotation?.type { return ModelDiagnostic.closure(key).at(type) }
    if !isVariable, let initializer, initializer.makesSomething { return ModelDiagnostic.madeAnew(key).at(initializer) }
    return nil
  }
}

extension ExprSyntax {
  /// Whether evaluating it twice may give two different values: it calls something. A literal or `.constant` is the
  /// same after a restart.
  fileprivate var makesSomething: Bool {
    let search = CallSearch(viewMode: .sourceAccurate)
    search.walk(self)
    return search.found
  }
}

private final class CallSearch: SyntaxVisitor {
  var found = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
  /// A closure that is not called is the same code again.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
