import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors in the class.
extension ModelClass {
  var diagnostics: [Diagnostic] {
    targetDiagnostics + classDiagnostics + memberDiagnostics + variables.flatMap(\.patternDiagnostics)
      + properties.compactMap { $0.diagnostic(isOfModel: hasBody) }
  }

  /// An older compiler doesn't say how the target is built; then nothing is said here either.
  private var targetDiagnostics: [Diagnostic] {
    guard let target = context.buildConfiguration else { return [] }
    guard target.languageVersion.components.first ?? 0 >= 6 else {
      return [ModelDiagnostic.languageMode(conformance).at(attribute)]
    }
    let isEnabled = (try? target.hasFeature(name: ModelDiagnostic.neededFeature)) ?? true
    return isEnabled ? [] : [ModelDiagnostic.feature(conformance).at(attribute)]
  }

  private var classDiagnostics: [Diagnostic] {
    let attributes = declaration.attributes
    return [
      declaration.modifiers.named("final") == nil ? ModelDiagnostic.notFinal(name).at(declaration.name) : nil,
      attributes.globalActor.map { ModelDiagnostic.isolated($0.baseName).at($0) },
      attributes.named("Observable").map { ModelDiagnostic.observable(conformance).at($0) },
      declaration.sendable.map { ModelDiagnostic.sendable.at($0) },
    ].compactMap { $0 }
  }

  private var memberDiagnostics: [Diagnostic] {
    let nodes = members.flattened.flatMap(\.declaredNames).filter { $0.identifier?.name == "_node" }
    let bodies = hasBody ? variables.filter { $0.isBody && $0.isStoredInInstances } : []
    return nodes.map { ModelDiagnostic.nodeIsWritten.at($0) }
      + bodies.map { ModelDiagnostic.storedBody.at($0.bindings) }
      + [missingInitializer].compactMap { $0 } + projections + destinationClosures
      + detachedTasks + leavingClosures + (hasBody ? projectedPresentations : [])
  }

  /// `$name` of a property, as in SwiftUI's bindings.
  private var projections: [Diagnostic] {
    let names = properties.filter { $0.wrapper?.isForeign ?? true }.map { "$" + $0.key }
    let search = ProjectionSearch(Set(names))
    search.walk(members)
    return search.found.map { ModelDiagnostic.projection(String($0.text.dropFirst())).at($0) }
  }

  private var missingInitializer: Diagnostic? {
    guard !hasInitializer, let property = properties.first(where: { !$0.hasDefault && !$0.isTransient }) else {
      return nil
    }
    return ModelDiagnostic.noInitializer(name, property: property.key).at(property.name)
  }
}

extension ClassDeclSyntax {
  fileprivate var sendable: TypeSyntax? {
    inheritanceClause?.inheritedTypes.map(\.type).first { type in
      type.tokens(viewMode: .sourceAccurate).contains { $0.text == "Sendable" }
    }
  }
}

extension DeclSyntax {
  var declaredNames: [TokenSyntax] {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
    }
    return asProtocol((any NamedDeclSyntax).self).map { [$0.name] } ?? []
  }
}

/// Finds where a projection of these names is read, unless it is a closure's parameter.
private final class ProjectionSearch: SyntaxVisitor {
  private var names: Set<String>
  private var outer: [Set<String>] = []
  private(set) var found: [TokenSyntax] = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if names.contains(node.baseName.text) { found.append(node.baseName) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    outer.append(names)
    if let parameters = node.signature?.parameterClause {
      names.subtract(parameters.tokens(viewMode: .sourceAccurate).map(\.text))
    }
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { names = outer.removeLast() }
}
