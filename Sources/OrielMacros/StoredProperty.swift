import SwiftSyntax

/// A stored instance property of a model, and what becomes of it.
struct StoredProperty {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// As it is written, perhaps in backticks.
  let name: TokenSyntax

  /// The name under which it is saved.
  var key: String { name.identifier?.name ?? name.text }
  /// The backing storage of the value, which is not observed.
  var storage: String { isObserved ? "_\(key)" : name.trimmedDescription }

  var isVariable: Bool { declaration.isVariable }
  var isTransient: Bool { declaration.attributes.named("Transient") != nil }
  var isLazy: Bool { declaration.modifiers.named("lazy") != nil }
  /// `weak` or `unowned`.
  var ownership: DeclModifierSyntax? {
    declaration.modifiers.named("weak") ?? declaration.modifiers.named("unowned")
  }
  var wrapper: AttributeSyntax? { declaration.attributes.wrapper }

  var isObserved: Bool { declaration.isObserved }
  /// A `let` that has its value already can't be given another, so there is nothing to save it for, except for `Rows`,
  /// which change in place.
  var isSaved: Bool {
    !isTransient && !isLazy && !isClosure && wrapper == nil && ownership == nil
      && (isVariable || initializer == nil || holdsRows)
  }

  var initializer: ExprSyntax? { binding.initializer?.value }
  /// Behind a `typealias`, `_SavedReader` refuses a `var` instead.
  var holdsRows: Bool { typeName == "Rows" || holdsArchive }
  var holdsArchive: Bool { typeName == "ArchivedRows" }
  private var typeName: String? {
    if let annotation = binding.sharedTypeAnnotation { annotation.type.lastName } else { initializer?.madeType }
  }
  var isClosure: Bool { binding.sharedTypeAnnotation?.type.isFunction ?? false }
  var isOptional: Bool { binding.sharedTypeAnnotation?.type.isOptional ?? false }
  /// A wrapper may bring a default of its own; if it has none, the compiler says so.
  var hasDefault: Bool {
    initializer != nil || isLazy || wrapper != nil || (isVariable && isOptional)
  }
}

extension VariableDeclSyntax {
  var isVariable: Bool { bindingSpecifier.tokenKind == .keyword(.var) }

  var isStoredInInstances: Bool {
    modifiers.named("static") == nil && modifiers.named("class") == nil && bindings.contains { $0.isStored }
  }

  var storedProperties: [StoredProperty] {
    guard isStoredInInstances else { return [] }
    return bindings.compactMap { binding in
      guard binding.isStored, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
      return StoredProperty(declaration: self, binding: binding, name: pattern.identifier)
    }
  }

  /// A wrapper keeps the value elsewhere, and a `lazy` one is written by being read.
  var isObserved: Bool {
    isVariable && bindings.count == 1 && !storedProperties.isEmpty && modifiers.named("lazy") == nil
      && attributes.wrapper == nil
  }
}

extension PatternBindingSyntax {
  /// A property that only has `willSet` or `didSet` is stored.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors): accessors.allSatisfy { $0.isObserver }
    }
  }

  /// In `let a, b: Int` the last one's annotation is everyone's.
  var sharedTypeAnnotation: TypeAnnotationSyntax? {
    if let typeAnnotation { return typeAnnotation }
    guard initializer == nil, let list = parent?.as(PatternBindingListSyntax.self) else { return nil }
    return list.first { $0.position > position && $0.typeAnnotation != nil }?.typeAnnotation
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet) || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension ExprSyntax {
  /// The name of the type in `Rows<Element>()`, with or without its module.
  var madeType: String? {
    guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
    let type = called.as(GenericSpecializationExprSyntax.self)?.expression ?? called
    return type.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? type.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}

extension TypeSyntax {
  /// The name of the type, without its module.
  var lastName: String? { self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text }
  var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
  /// A function or an optional one. Behind a `typealias` or without annotation, `_SavedWriter` refuses it instead.
  var isFunction: Bool {
    if self.is(FunctionTypeSyntax.self) { return true }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isFunction }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.isFunction }
    guard let elements = self.as(TupleTypeSyntax.self)?.elements, elements.count == 1 else { return false }
    return elements.first?.type.isFunction ?? false
  }
}
