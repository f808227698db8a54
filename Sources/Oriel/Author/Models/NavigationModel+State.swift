// The state of the window as seen from a model, derived from the graph on each call. A `body` that reads it is
// evaluated again when the answer may have changed.

extension NavigationModel {
  /// Whether the model is in a presented layer.
  public var isPresented: Bool { graph?.layer(containing: self) != nil }

  /// Whether the model's layer presents another layer.
  public var isPresenting: Bool { graph?.layerAbove(self) != nil }

  /// The kind of layer that the model's layer presents: `sheet`, `cover`, `popover`, `alert`, `dialog`, or a custom
  /// kind.
  public var presentedKind: String? { graph?.layerAbove(self)?.presentation.kind }

  /// The model that this model itself presents; `nil` for an alert or dialog.
  public var presentedModel: (any NavigationModel)? {
    _ = graph
    return _node.layer?.presentation.model
  }

  /// The models presented in the window, lowest layer first, without alerts and dialogs.
  public var presentedModels: [any NavigationModel] { graph?.chain.compactMap(\.presentation.model) ?? [] }

  /// Finds a model of this type that is a layer or is inside one; the topmost if there are several.
  public func presented<Model: NavigationModel>(_ type: Model.Type) -> Model? {
    for bottom in presentedModels.reversed() {
      let contained = bottom.successorsIncludingSelf.filter { other in
        graph?.layer(containing: other)?.presentation.model === bottom
      }
      if let found = contained.lazy.compactMap({ $0 as? Model }).first { return found }
    }
    return nil
  }

  /// The number of entries pushed above the root of the model's stack; zero without a stack.
  public var depth: Int { stack?.entryCount ?? 0 }

  /// Whether nothing is pushed above the root of the model's stack.
  public var isEmpty: Bool { depth == 0 }

  /// Whether `back` would succeed.
  public var canGoBack: Bool { canExecute(.back) }

  /// Whether ``NavigationModel-protocol/dismissSelf(animated:transition:)`` would succeed.
  public var canDismissSelf: Bool { canExecute(.dismissSelf) }

  /// Whether the window has a stack or layer with this name.
  public func isShowing(_ name: String) -> Bool { find(named: name) != nil }

  /// Whether a lock prevents `dismissAll`, `popAll` and `reset`.
  public var isNavigationLocked: Bool { graph?.isLocked ?? false }

  /// The height of the sheet around this model: the user's last choice, or else the initial one.
  public var selectedDetent: PresentationDetent? {
    graph?.layer(containing: self)?.presentation.shownDetent
  }
}
