/// The declarations of a model about the navigation around it, made in `start()` or in its `body`.
///
/// Most models declare nothing and need no memory for it.
struct NavigationDeclarations {
  private struct All {
    var checkpoints: [CheckpointDeclaration] = []
    var receivers: [Receiver] = []
    var isLocked = false
    var tags: Set<String> = []
  }

  /// None, or one.
  private var all: [All] = []

  var isEmpty: Bool { all.isEmpty }

  var checkpoints: [CheckpointDeclaration] { all.first?.checkpoints ?? [] }
  var receivers: [Receiver] { all.first?.receivers ?? [] }

  var isLocked: Bool {
    get { all.first?.isLocked ?? false }
    set { if newValue != isLocked { change { $0.isLocked = newValue } } }
  }

  var tags: Set<String> {
    get { all.first?.tags ?? [] }
    set { if newValue != tags { change { $0.tags = newValue } } }
  }

  private mutating func change(_ change: (inout All) -> Void) {
    if all.isEmpty { all = [All()] }
    change(&all[0])
  }

  /// Declaring a checkpoint again only replaces its handler.
  mutating func add(_ checkpoint: CheckpointDeclaration) {
    change {
      $0.checkpoints.removeAll { $0.key == checkpoint.key }
      $0.checkpoints.append(checkpoint)
    }
  }

  mutating func add(_ receiver: Receiver) { change { $0.receivers.append(receiver) } }
}
