import SwiftDiagnostics
import SwiftSyntax

extension ModelClass {
  /// Closures given to a destination, as in `navigate(to: Editor(onSave: { … }))`.
  var destinationClosures: [Diagnostic] {
    let search = DestinationSearch(viewMode: .sourceAccurate)
    search.walk(members)
    return search.closures.map { ModelDiagnostic.closureInDestination.at($0) }
  }
}

/// Finds the destinations that are made where a model or link navigates to them, and their closures.
private final class DestinationSearch: SyntaxVisitor {
  private(set) var closures: [ClosureExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.name, Self.verbs.contains(name),
      let made = node.arguments.first(where: { $0.label?.text == "to" })?.expression.as(FunctionCallExprSyntax.self)
    else { return .visitChildren }
    closures += made.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
    closures += made.trailingClosures
    return .visitChildren
  }

  private static let verbs: Set<String> = ["navigate", "NavigationLink"]
}

extension FunctionCallExprSyntax {
  /// `navigate` of `navigate(…)` and `self.navigate(…)`.
  fileprivate var name: String? {
    let reference =
      calledExpression.as(DeclReferenceExprSyntax.self)
      ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName
    return reference?.baseName.text
  }

  /// A `Callback { … }` has one of its own, and is a value.
  fileprivate var trailingClosures: [ClosureExprSyntax] {
    guard name != "Callback", name != "AsyncCallback" else { return [] }
    return [trailingClosure].compactMap { $0 } + additionalTrailingClosures.map(\.closure)
  }
}
