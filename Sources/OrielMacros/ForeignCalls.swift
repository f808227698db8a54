import SwiftDiagnostics
import SwiftSyntax

// Calls of other frameworks whose mistake the type checker doesn't see: it comes later, or something else hides it.

extension ModelClass {
  /// `Task { … }` around the model itself. The compiler says only that it is sent away.
  var detachedTasks: [Diagnostic] {
    search(TaskSearch.init) { search in search.found.map { ModelDiagnostic.detachedTask.at($0) } }
  }

  private func search<Search: MemberSearch>(
    _ make: (Set<String>) -> Search, _ diagnostics: (Search) -> [Diagnostic]
  ) -> [Diagnostic] {
    let names = Set(members.flattened.flatMap(\.declaredNames).map(\.text))
    return members.flattened.flatMap { member in
      let locals = LocalNames(viewMode: .sourceAccurate)
      locals.walk(member)
      let search = make(names.subtracting(locals.found))
      search.walk(member)
      return diagnostics(search)
    }
  }

  /// `{ [weak self] in … await … }`: with Swift 6.3, a closure that has a capture list goes on elsewhere after its first `await`,
  /// and no compiler says that this is a race.
  var leavingClosures: [Diagnostic] {
    let shared = Set(
      members.flattened.compactMap { $0.as(VariableDeclSyntax.self) }
        .filter {
          $0.attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Environment" }
        }
        .flatMap { $0.bindings.map(\.pattern.trimmedDescription) })
    return search {
      LeavingSearch($0, shared: shared)
    } _: { search in
      search.found.map { ModelDiagnostic.leavingClosure($0.trimmedDescription).at($0) }
    }
  }

  /// `.sheet(isPresented: $isShown)`: with an unknown `$isShown`, the compiler says nothing of the sheet.
  var projectedPresentations: [Diagnostic] {
    let search = PresentationSearch(Set(properties.map { "$" + $0.key }))
    search.walk(members)
    return search.found.map { call in
      ModelDiagnostic.presentation(call.name, label: call.label, property: call.property).at(call.place)
    }
  }
}

/// Searches the code of a member for what mentions the model.
private class MemberSearch: SyntaxVisitor {
  fileprivate let members: Set<String>

  /// - Parameter members: The names that mean the model's own members there.
  init(_ members: Set<String>) {
    self.members = members
    super.init(viewMode: .sourceAccurate)
  }

  /// A type of the model's own is not searched: its `self` is another.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Finds unstructured tasks whose closure mentions the model.
private final class TaskSearch: MemberSearch {
  private(set) var found: [ExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard Self.tasks.contains(node.calledExpression.trimmedDescription), let closure = node.trailingClosure else {
      return .visitChildren
    }
    let captured = closure.signature?.capture?.items.map(\.name.text) ?? []
    let search = MentionSearch(members.subtracting(captured))
    search.walk(closure)
    if search.found { found.append(node.calledExpression) }
    return .visitChildren
  }

  fileprivate static let tasks: Set<String> = [
    "Task", "Task.detached", "Task.immediate", "_Concurrency.Task", "_Concurrency.Task.detached",
  ]
}

/// Finds closures with a capture list that await and mention the model.
private final class LeavingSearch: MemberSearch {
  private(set) var found: [ClosureCaptureClauseSyntax] = []
  /// The names of properties that are objects of the environment.
  private let shared: Set<String>

  init(_ members: Set<String>, shared: Set<String>) {
    self.shared = shared
    super.init(members)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    guard let capture = node.signature?.capture, !capture.items.isEmpty, !Self.isOfTask(node) else {
      return .visitChildren
    }
    let awaits = AwaitSearch(viewMode: .sourceAccurate)
    awaits.walk(node.statements)
    let captured = Set(capture.items.map(\.name.text))
    let mentions = MentionSearch(members.subtracting(captured))
    mentions.walk(node.statements)
    // `[count] in` takes a value with it, but `[basket] in` an object that others use.
    let changes = ChangeSearch(captured)
    changes.walk(node.statements)
    let takesShared = !shared.isDisjoint(with: captured)
    if awaits.found, mentions.found || changes.found || takesShared { found.append(capture) }
    return .visitChildren
  }

  /// Another diagnostic is about these, or the compiler's.
  private static func isOfTask(_ closure: ClosureExprSyntax) -> Bool {
    guard let call = closure.parent?.as(FunctionCallExprSyntax.self) else { return false }
    let name = call.calledExpression.trimmedDescription
    return TaskSearch.tasks.contains(name) || name.hasSuffix(".addTask")
  }
}

/// Whether something is assigned to a part of one of these names.
private final class ChangeSearch: SyntaxVisitor {
  private let names: Set<String>
  private(set) var found = false

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let sign = node.operator.trimmedDescription
    if sign == "=" || sign.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(sign) {
      change(node.leftOperand)
    }
    return .visitChildren
  }

  /// Macros see expressions before their operators are resolved.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for (target, sign) in zip(parts, parts.dropFirst()) {
      let text = sign.trimmedDescription
      let isAssignment =
        sign.is(AssignmentExprSyntax.self)
        || sign.is(BinaryOperatorExprSyntax.self) && text.hasSuffix("=")
          && !["==", "!=", "<=", ">=", "===", "!=="].contains(text)
      if isAssignment { change(target) }
    }
    return .visitChildren
  }

  private func change(_ target: ExprSyntax) {
    var base = target
    while let access = base.as(MemberAccessExprSyntax.self)?.base ?? base.as(OptionalChainingExprSyntax.self)?
      .expression
      ?? base.as(SubscriptCallExprSyntax.self)?.calledExpression
    { base = access }
    guard base.id != target.id, let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text else { return }
    if names.contains(name) { found = true }
  }
}

/// Whether a closure itself awaits, and not only one within it.
private final class AwaitSearch: SyntaxVisitor {
  private(set) var found = false

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.awaitKeyword != nil { found = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// The names of parameters and of constants and variables in a member, which may hide those of other members.
private final class LocalNames: SyntaxVisitor {
  private(set) var found: Set<String> = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    found.insert(node.identifier.text)
    return .skipChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    found.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    found.insert((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    found.insert(node.name.text)
    return .visitChildren
  }
}

/// Whether `self`, or a member without it, is mentioned.
private final class MentionSearch: SyntaxVisitor {
  private let members: Set<String>
  private(set) var found = false

  init(_ members: Set<String>) {
    self.members = members
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName == node
    if !isMember, node.baseName.text == "self" || members.contains(node.baseName.text) { found = true }
    return .visitChildren
  }

  /// `[items] in` takes the value before the task begins, and inside it means that value.
  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Finds presentations that are bound by a projection of these names.
private final class PresentationSearch: SyntaxVisitor {
  struct Call {
    let name: String
    let label: String
    let property: String
    let place: DeclReferenceExprSyntax
  }

  private let names: Set<String>
  private(set) var found: [Call] = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let called = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName,
      Self.presentations.contains(called.baseName.text)
    else { return .visitChildren }
    for argument in node.arguments {
      guard let label = argument.label?.text, label == "isPresented" || label == "item",
        let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text, names.contains(name)
      else { continue }
      found.append(
        Call(name: called.baseName.text, label: label, property: String(name.dropFirst()), place: called))
    }
    return .visitChildren
  }

  private static let presentations: Set<String> = [
    "sheet", "fullScreenCover", "popover", "alert", "confirmationDialog",
  ]
}
