import OrielDocument

/// The transactions of the changes of a turn, until they are rendered.
struct GraphMotions {
  /// For a model's content: that of the first change.
  private var models: [String: Transaction] = [:]
  /// For a child that was added or removed.
  private var children: [String: Transaction] = [:]
  /// For a layer that a model presented or dismissed.
  private var layers: [String: Transaction] = [:]

  var isEmpty: Bool { models.isEmpty && children.isEmpty && layers.isEmpty }

  /// Records the current change, if it has a transaction.
  mutating func recordChange(of model: String) {
    guard let transaction = Transaction.ambient, models[model] == nil else { return }
    models[model] = taken(transaction)
  }

  /// - Parameter container: The container whose earlier change added or removed it.
  mutating func recordChild(_ child: String, of container: String) {
    guard let transaction = Transaction.ambient ?? models[container] else { return }
    children[child] = taken(transaction)
  }

  mutating func recordLayer(of presenter: String) {
    layers[presenter] = Transaction.ambient.map(taken)
  }

  private func taken(_ transaction: Transaction) -> Transaction {
    transaction.completion?.isAwaited = true
    return transaction
  }

  /// The waiting completions, with the models they wait for.
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

  /// Adds the animation of its change to each operation on a model's own members, from that index on.
  func animate(_ operations: inout [PatchOperation], from start: Int, model: String, was old: JSONObject) {
    var places = Places(of: old)
    for index in operations.indices[start...] {
      let child = places.child(movedBy: operations[index])
      let transaction = child.flatMap { children[$0] } ?? models[model]
      if let animation = transaction?.rendered { operations[index].animation = animation }
    }
  }

  /// Adds the animation of its change to the operations on a model's layer.
  func animateLayer(_ operations: inout [PatchOperation], from start: Int, of presenter: String) {
    guard let animation = layers[presenter]?.rendered else { return }
    for index in operations.indices[start...] { operations[index].animation = animation }
  }

  /// Tracks the positions of a container's children through the operations on it.
  private struct Places {
    private let list: String
    private var children: [String?]

    init(of container: JSONObject) {
      list = container["tabs"] == nil ? "path" : "tabs"
      children = (container[list]?.arrayValue ?? []).map { $0["model"]?.stringValue }
      child = container["child"]?.stringValue
    }

    private var child: String?

    /// The child that an operation adds, removes or moves.
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
