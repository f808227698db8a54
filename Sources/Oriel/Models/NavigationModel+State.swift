// What is so in the window, as seen from a model: derived from the graph whenever it is asked. A `body` that asks is
// evaluated again when the answer may have changed.

extension NavigationModel {
  /// Whether the model is in a presented layer.
  public var isPresented: Bool { graph?.layer(containing: self) != nil }

  /// Whether the model's layer presents something.
  public var isPresenting: Bool { graph?.layerAbove(self) != nil }

  /// What the model's layer presents: `sheet`, `cover`, `popover`, `alert`, `dialog`, or a kind of the app's own.
  public var presentedKind: String? { graph?.layerAbove(self)?.presentation.kind }

  /// What this very model presents; none for an alert or dialog.
  public var presentedModel: (any NavigationModel)? {
    _ = graph
    return _node.layer?.presentation.model
  }

  /// What is presented in the window, the lowest layer first; alerts and dialogs are not among it.
  public var presentedModels: [any NavigationModel] { graph?.chain.compactMap(\.presentation.model) ?? [] }

  /// The presented model of this type, itself a layer or somewhere in one; the topmost where there are several.
  public func presented<Model: NavigationModel>(_ type: Model.Type) -> Model? {
    for bottom in presentedModels.reversed() {
      let contained = bottom.successorsIncludingSelf.filter { other in
        graph?.layer(containing: other)?.presentation.model === bottom
      }
      if let found = contained.lazy.compactMap({ $0 as? Model }).first { return found }
    }
    return nil
  }

  /// How many entries are pushed above the root of the model's stack; none where there is no stack.
  public var depth: Int { stack?.entryCount ?? 0 }

  /// Whether nothing is pushed above the root of the model's stack.
  public var isEmpty: Bool { depth == 0 }

  /// Whether `back` would do something.
  public var canGoBack: Bool { canExecute(.back) }

  /// Whether ``NavigationModel-protocol/dismissSelf()`` would do something.
  public var canDismissSelf: Bool { canExecute(.dismissSelf) }

  /// Whether a stack or layer of this name is in the window.
  public func isShowing(_ name: String) -> Bool { find(named: name) != nil }

  /// Whether something keeps `dismissAll`, `popAll` and `reset` from happening.
  public var isNavigationLocked: Bool { graph?.isLocked ?? false }

  /// How tall the sheet is that this model is in: what its user last chose, else what was asked for.
  public var selectedDetent: PresentationDetent? {
    graph?.layer(containing: self)?.presentation.shownDetent
  }
}
