/// The common commands as methods. Each returns the result of `execute`.
///
/// With `animated: false`, a command changes the page at once; with a transition, it moves in that way. Going back or
/// dismissing reverses the transition of the way there, unless that command names another.
extension NavigationModel {
  // MARK: Stack

  /// Pushes a model onto the nearest stack in this model's layer, or onto the stack with this name anywhere in the
  /// window.
  ///
  /// - Returns: `notExecutable` if there is no such stack or if the model is already part of a window.
  @discardableResult
  public func push(
    _ model: any NavigationModel, on name: String? = nil, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.push(model, on: name), animated, transition)
  }
  /// Pushes several models at once, onto the nearest stack or the one with this name. The user sees only the last of
  /// them.
  @discardableResult
  public func push(_ models: [any NavigationModel], on name: String? = nil) -> CommandResult {
    execute(.push(models, on: name))
  }
  /// Pushes an entry, which can have its own transition, onto the nearest stack or the one with this name.
  @discardableResult
  public func push(_ entry: StackNavigationModel, on name: String? = nil) -> CommandResult {
    execute(.push(entry, on: name))
  }
  /// Pops up to `count` entries from the nearest stack. The root stays: if nothing else is left, the result is
  /// `atRoot`. A count of zero or less changes nothing.
  @discardableResult
  public func pop(_ count: Int = 1, animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.pop(count), animated, transition)
  }
  /// Pops exactly `count` entries from the nearest stack, or none if there are fewer. See
  /// <doc:Rules#Popping-too-many-is-clamped-popping-exactly-is-not>.
  @discardableResult
  public func pop(exactly count: Int) -> CommandResult { execute(.pop(exactly: count)) }
  /// Pops the nearest stack to the first `depth` pushed entries; 0 leaves only the root.
  @discardableResult
  public func popTo(depth: Int, animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.popTo(depth: depth), animated, transition)
  }
  /// Pops the stack with this name, anywhere in the window, to its root.
  @discardableResult
  public func popTo(named name: String, animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.popTo(named: name), animated, transition)
  }
  /// Pops all entries above a model from the stack that contains it, anywhere in the window.
  @discardableResult
  public func popTo(
    _ model: any NavigationModel, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.popTo(model), animated, transition)
  }
  /// Pops the nearest stack to its root; the result is `atRoot` if it is there already.
  @discardableResult
  public func popToRoot(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.popToRoot, animated, transition)
  }
  /// Pops this model's entry and all entries above it.
  @discardableResult
  public func popSelf() -> CommandResult { execute(.popSelf) }
  /// Pops every stack of the window to its root. Refused while the window is locked.
  @discardableResult
  public func popAll() -> CommandResult { execute(.popAll) }
  /// Replaces the root of the nearest stack. The entries above it are removed unless `clear` is `false`. A model that
  /// is already in the path becomes the root and stays alive.
  @discardableResult
  public func setRoot(
    _ model: any NavigationModel, clear: Bool = true, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.setRoot(model, clear: clear), animated, transition)
  }
  /// Replaces the last entry of the nearest stack, or its root if nothing is pushed.
  @discardableResult
  public func replaceTop(
    _ model: any NavigationModel, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.replaceTop(model), animated, transition)
  }
  /// Rewrites the path of the nearest stack. Models that are in both the old and the new path stay alive.
  ///
  /// - Parameter transform: Maps the path, including its root, to the new path. It must not have side effects, because
  ///   `canExecute` calls it too.
  @discardableResult
  public func mapPath(
    _ transform: @escaping ([StackNavigationModel]) -> [StackNavigationModel]
  ) -> CommandResult { execute(.mapPath(transform)) }
  /// Reverses the path of the nearest stack: the visible model becomes the root, and the root becomes visible.
  @discardableResult
  public func reversePath() -> CommandResult { execute(.reversePath) }
  /// Goes back from this model: pops the nearest stack in its layer that has entries above its root, or else dismisses
  /// that layer. The page's back button does the same. See <doc:Rules#Going-back-pops-or-else-leaves-the-layer>.
  @discardableResult
  public func back(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.back, animated, transition)
  }

  // MARK: Presentation

  /// Presents a layer on top of all layers of the window, whichever model calls it. The layer belongs to the stack that
  /// contains the model, so popping the model leaves it open; a layer of a presenter, or of `present(isPresented:_:)`,
  /// closes with its model.
  ///
  /// If the same model is already presented in the same style, that layer is updated instead. A presentation with a
  /// source comes from this model, which must not be covered. See <doc:Rules#One-chain-of-layers-and-one-presenter>.
  ///
  /// - Parameters:
  ///   - presentation: The layer.
  ///   - presenter: The model that presents it, which must be in the window's last layer, or the result is `covered`.
  ///     If it already presents a layer, that layer is replaced, with all layers above it.
  ///   - delay: Dismisses the layer after this time on the hub's clock, which starts over after a restart.
  ///   - animated: Whether the page moves.
  ///   - transition: The motion, if it is not the usual one.
  @discardableResult
  public func present(
    _ presentation: Presentation, on presenter: (any NavigationModel)? = nil, hidingAfter delay: Duration? = nil,
    animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.present(presentation, on: presenter, hidingAfter: delay), animated, transition)
  }
  /// Replaces the layer that this model's layer presents, or else the layer that this model is in.
  ///
  /// With a delay, on the hub's clock, the new layer appears only after that time, and never if the server restarts in
  /// between; without one, both happen in one patch. See <doc:Rules#Replacing-takes-one-step>.
  @discardableResult
  public func replacePresented(_ presentation: Presentation, after delay: Duration? = nil) -> CommandResult {
    execute(.replacePresented(presentation, after: delay))
  }
  /// Dismisses the layer that this model's layer presents, or else the layer that this model is in, and then executes
  /// the command from the model that had presented it.
  ///
  /// With a delay, on the hub's clock, the command is executed after that time, unless its model is gone by then;
  /// without one, both happen in one patch. Like all waiting code, it does not survive a restart. If the command must
  /// be executed, record that in the model's state and check it in `start()`.
  @discardableResult
  public func enqueue(_ command: some NavigationCommand, after delay: Duration? = nil) -> CommandResult {
    execute(.enqueue(command, after: delay))
  }
  /// Sets whether the user may close the layer that this model is in; code always may. The result is `notPresented` if
  /// it is in none.
  @discardableResult
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> CommandResult {
    execute(.interactiveDismissDisabled(isDisabled))
  }

  // MARK: Dismissal

  /// Dismisses the window's top layer, whichever model calls it. It never closes the window. See
  /// <doc:Rules#Each-dismissal-has-its-own-verb>.
  @discardableResult
  public func dismiss(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.dismiss, animated, transition)
  }
  /// Dismisses the layer that this model is in, with all layers above it. The result is `notPresented` if it is in
  /// none.
  @discardableResult
  public func dismissSelf(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.dismissSelf, animated, transition)
  }
  /// Dismisses the layer that this model's layer presents, with all layers above it.
  @discardableResult
  public func dismissPresented() -> CommandResult { execute(.dismissPresented) }
  /// Dismisses every layer presented by this model or by a model below it.
  @discardableResult
  public func dismissDescendants() -> CommandResult { execute(.dismissDescendants) }
  /// Dismisses every layer of the window. Refused while the window is locked.
  @discardableResult
  public func dismissAll(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.dismissAll, animated, transition)
  }
  /// Dismisses every layer of the window, then pops every stack to its root. Refused while the window is locked.
  @discardableResult
  public func reset() -> CommandResult { execute(.reset) }

  // MARK: Tabs, switched, split

  /// Selects a tab of the nearest tabs in this model's layer. The result is `unknownTab` if no tab has this id.
  @discardableResult
  public func selectTab(_ id: String) -> CommandResult { execute(.selectTab(id)) }
  /// Replaces the child of this switched container.
  ///
  /// - Parameters:
  ///   - model: The new child; `nil` shows nothing.
  ///   - nearest: Whether to use the nearest switched container around this model. By default this model itself must be
  ///     one.
  ///   - transition: How the new child appears; without one, the change is not animated.
  @discardableResult
  public func switchModel(
    _ model: (any NavigationModel)?, nearest: Bool = false, transition: Transition? = nil
  ) -> CommandResult {
    execute(.switchModel(model, nearest: nearest), true, transition)
  }
  /// Replaces the detail of the nearest split view around this model; `nil` shows only the sidebar.
  @discardableResult
  public func showDetail(_ model: (any NavigationModel)?) -> CommandResult { execute(.showDetail(model)) }

  private func execute(
    _ command: AnyNavigationCommand, _ isAnimated: Bool, _ transition: Transition?
  ) -> CommandResult {
    execute(isAnimated && transition == nil ? command : command.moving(isAnimated, transition))
  }
}
