/// What a model has declared about the navigation around it, in `start()` or in its `body`.
struct NavigationDeclarations {
  private(set) var checkpoints: [CheckpointDeclaration] = []
  private(set) var receivers: [Receiver] = []
  var isLocked = false
  var tags: Set<String> = []

  /// The same checkpoint declared again only takes the new handler (B41).
  mutating func add(_ checkpoint: CheckpointDeclaration) {
    checkpoints.removeAll { $0.key == checkpoint.key }
    checkpoints.append(checkpoint)
  }

  mutating func add(_ receiver: Receiver) { receivers.append(receiver) }
}

extension GraphEntry {
  /// What is declared in `start()` comes before what the `body` declares.
  var declarations: [NavigationDeclarations] {
    [declared] + (rendered.map { [$0.declared] } ?? [])
  }
}

/// A view that says something about navigation and shows what it always shows.
struct DeclaringView<Content: View>: _ElementView {
  let content: Content
  let declare: (inout NavigationDeclarations) -> Void

  static func _render(_ view: borrowing DeclaringView, into renderer: inout ElementRenderer) {
    Content._render(view.content, into: &renderer)
    view.declare(&renderer.declared)
  }
}
