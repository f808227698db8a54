import OrielDocument

/// Which transaction each change of a turn came with, until it is rendered.
struct GraphMotions {
  /// Of what a model shows: the first change's.
  private var models: [String: Transaction] = [:]
  /// Of a child that came to its place, or left it.
  private var children: [String: Transaction] = [:]
  /// Of what a model presents, or no longer presents.
  private var layers: [String: Transaction] = [:]

  var isEmpty: Bool { models.isEmpty && children.isEmpty && layers.isEmpty }

  /// Notes the change in progress, if anyone said how it moves.
  mutating func noteChange(of model: String) {
    guard let transaction = Transaction.ambient, models[model] == nil else { return }
    models[model] = taken(transaction)
  }

  /// - Parameter container: whose change brought or took it, where that happened before.
  mutating func noteChild(_ child: String, of container: String) {
    guard let transaction = Transaction.ambient ?? models[container] else { return }
    children[child] = taken(transaction)
  }

  mutating func noteLayer(of presenter: String) {
    layers[presenter] = Transaction.ambient.map(taken)
  }

  private func taken(_ transaction: Transaction) -> Transaction {
    transaction.completion?.isAwaited = true
    return transaction
  }

  /// All that wait to hear that their change has been shown, with the models they wait for.
  var completions: [(AnimationCompletion, length: Int64, models: [String])] {
    var found: [ObjectIdentifier: (AnimationCompletion, length: Int64, models: [String])] = [:]
    for (model, transaction) in models.merging(children, uniquingKeysWith: { $1 }).merging(
      layers, uniquingKeysWith: { $1 })
    {
      guard let completion = transaction.completion else { continue }
      found[ObjectIdentifier(completion), default: (completion, transaction.length, [])].models.append(model)
    }
    return Array(found.values)
  }

  // MARK: On operations

  /// Gives each operation on a model's own members, from that index on, the animation of the change it comes from.
  func animate(_ operations: inout [PatchOperation], from start: Int, model: String, was old: JSONObject) {
    var places = Places(of: old)
    for index in operations.indices[start...] {
      let child = places.child(movedBy: operations[index])
      let transaction = child.flatMap { children[$0] } ?? models[model]
      if let animation = transaction?.rendered { operations[index].animation = animation }
    }
  }

  /// The same for the operations on what a model presents.
  func animateLayer(_ operations: inout [PatchOperation], from start: Int, of presenter: String) {
    guard let animation = layers[presenter]?.rendered else { return }
    for index in operations.indices[start...] { operations[index].animation = animation }
  }

  /// Follows the places of a container's children through the operations on it.
  private struct Places {
    private let list: String
    private var children: [String?]

    init(of container: JSONObject) {
      list = container["tabs"] == nil ? "path" : "tabs"
      children = (container[list]?.arrayValue ?? []).map { $0["model"]?.stringValue }
      child = container["child"]?.stringValue
    }

    private var child: String?

    /// The child that an operation brings, takes or moves.
    mutating func child(movedBy operation: PatchOperation) -> String? {
      let tokens = operation.path.tokens
      // /models/ID/MEMBER/INDEX
      guard tokens.count > 2 else { return nil }
      if tokens[2] == "child" { return newChild(operation) }
      guard tokens.count == 4, tokens[2] == list, let index = Int(tokens[3]) else { return nil }
      switch operation.kind {
      case .add(_, let value):
        guard index <= children.count else { return nil }
        children.insert(value["model"]?.stringValue, at: index)
        return children[index]
      case .remove:
        return children.indices.contains(index) ? children.remove(at: index) : nil
      case .replace(_, let value):
        guard children.indices.contains(index) else { return nil }
        children[index] = value["model"]?.stringValue
        return children[index]
      case .move(let from, _):
        guard let source = Int(from.tokens.last ?? ""), children.indices.contains(source) else { return nil }
        let moved = children.remove(at: source)
        if index <= children.count { children.insert(moved, at: index) }
        return moved
      }
    }

    private mutating func newChild(_ operation: PatchOperation) -> String? {
      switch operation.kind {
      case .add(_, let value), .replace(_, let value): value.stringValue
      case .remove, .move: child
      }
    }
  }
}
