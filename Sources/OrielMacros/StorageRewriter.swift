import SwiftSyntax

extension AccessorBlockSyntax {
  /// The `willSet` and `didSet` of a property, to be moved to its storage.
  ///
  /// An observer that sets its own property (to clamp it) doesn't call itself. It would if it set the property from
  /// the storage's observer, and without end; so there its own property is the storage. The change is told anyway: an
  /// observer runs inside the change that it observes.
  func observing(_ property: StoredProperty) -> AccessorBlockSyntax {
    StorageRewriter(property, isShadowed: rebinds(property.key)).rewrite(self).cast(AccessorBlockSyntax.self)
  }

  private func rebinds(_ name: String) -> Bool {
    let search = BindingSearch(name)
    search.walk(self)
    return search.found
  }
}

/// Replaces `self.name`, and `name` where no local has it, by the storage. Closures and functions keep the property: they
/// may run later.
private final class StorageRewriter: SyntaxRewriter {
  private let property: StoredProperty
  private let isShadowed: Bool

  init(_ property: StoredProperty, isShadowed: Bool) {
    self.property = property
    self.isShadowed = isShadowed
    super.init()
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    ExprSyntax(isShadowed ? node : stored(node))
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard let base = node.base else { return ExprSyntax(node) }
    if base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) {
      return ExprSyntax(node.with(\.declName, stored(node.declName)))
    }
    return ExprSyntax(node.with(\.base, visit(base)))
  }

  override func visit(_ node: ClosureExprSyntax) -> ExprSyntax { ExprSyntax(node) }
  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: KeyPathExprSyntax) -> ExprSyntax { ExprSyntax(node) }

  private func stored(_ node: DeclReferenceExprSyntax) -> DeclReferenceExprSyntax {
    let name = node.baseName
    guard name.identifier?.name == property.key else { return node }
    return node.with(
      \.baseName,
      .identifier(property.storage, leadingTrivia: name.leadingTrivia, trailingTrivia: name.trailingTrivia))
  }
}

/// Finds a local of the same name, which makes the name mean something else.
private final class BindingSearch: SyntaxVisitor {
  private let name: String
  private(set) var found = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { match(node.identifier) }
  override func visit(_ node: AccessorParametersSyntax) -> SyntaxVisitorContinueKind { match(node.name) }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { match(node.name) }

  private func match(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    found = found || token.identifier?.name == name
    return .visitChildren
  }
}
