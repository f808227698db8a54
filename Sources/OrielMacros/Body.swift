import SwiftSyntax

extension VariableDeclSyntax {
  var isBody: Bool {
    modifiers.named("static") == nil
      && bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name == "body"
  }

  /// A conformance that an extension macro states infers no builder from its requirement, so `body` is given one
  /// unless the author chose: a `return` turns builders off, another builder wins, and a written type is meant.
  var isBodyWithoutBuilder: Bool {
    guard
      isBody, attributes.resultBuilder == nil, let binding = bindings.first, !binding.isStored,
      let type = binding.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self), let block = binding.accessorBlock
    else { return false }
    return type.someOrAnySpecifier.tokenKind == .keyword(.some) && !block.returns
  }
}

extension AccessorBlockSyntax {
  fileprivate var returns: Bool {
    let search = ReturnSearch(viewMode: .sourceAccurate)
    search.walk(self)
    return search.found
  }
}

/// Finds a `return` of the getter itself, not one of a closure or function in it.
private final class ReturnSearch: SyntaxVisitor {
  var found = false

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
