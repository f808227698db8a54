// The everyday commands as methods. Each answers what `execute` does.

extension NavigationModel {
  // MARK: Stack

  /// Pushes a model onto the nearest stack in this model's layer, or onto the stack of this name, wherever it is in the
  /// window (F25).
  ///
  /// - Returns: `notExecutable` where there is no such stack, or where the model is part of a window already (U26).
  @discardableResult
  public func push(_ model: any NavigationModel, on name: String? = nil) -> CommandResult {
    execute(.push(model, on: name))
  }
  /// Pushes several models at once, onto the nearest stack or the one of this name: only the last of them is ever seen
  /// (F25).
  @discardableResult
  public func push(_ models: [any NavigationModel], on name: String? = nil) -> CommandResult {
    execute(.push(models, on: name))
  }
  /// Pushes an entry, which can have a transition of its own, onto the nearest stack or the one of this name.
  @discardableResult
  public func push(_ entry: StackNavigationModel, on name: String? = nil) -> CommandResult {
    execute(.push(entry, on: name))
  }
  /// Removes up to so many entries from the end of the nearest stack (F26). Its root stays: where nothing else is left,
  /// the
  /// answer is `atRoot`; none or fewer change nothing (U5).
  @discardableResult
  public func pop(_ count: Int = 1) -> CommandResult { execute(.pop(count)) }
  /// Removes exactly so many entries from the end of the nearest stack, or, where there are not as many, none (U5).
  @discardableResult
  public func pop(exactly count: Int) -> CommandResult { execute(.pop(exactly: count)) }
  /// Removes what lies above the first `depth` entries that are pushed; 0 leaves the root alone (F27, U5).
  @discardableResult
  public func popTo(depth: Int) -> CommandResult { execute(.popTo(depth: depth)) }
  /// Brings the stack of this name back to its root, wherever it is in the window (F28).
  @discardableResult
  public func popTo(named name: String) -> CommandResult { execute(.popTo(named: name)) }
  /// Removes what lies above a model in the stack that it is an entry of, wherever that is in the window (F28).
  @discardableResult
  public func popTo(_ model: any NavigationModel) -> CommandResult { execute(.popTo(model)) }
  /// Brings the nearest stack back to its root; `atRoot` where it is there already (F29).
  @discardableResult
  public func popToRoot() -> CommandResult { execute(.popToRoot) }
  /// Removes this model's entry, and all above it, from the stack around it (F35).
  @discardableResult
  public func popSelf() -> CommandResult { execute(.popSelf) }
  /// Brings every stack of the window back to its root (F30). Refused while the window is locked (U18).
  @discardableResult
  public func popAll() -> CommandResult { execute(.popAll) }
  /// Brings the stack of this name back to its root (F30).
  @discardableResult
  public func popAll(in name: String) -> CommandResult { execute(.popAll(in: name)) }
  /// Puts a model in the place of the nearest stack's root (F31). What is pushed above it goes, unless `clear` is
  /// `false`. A
  /// model that stands in the path already becomes the root and stays alive.
  @discardableResult
  public func setRoot(_ model: any NavigationModel, clear: Bool = true) -> CommandResult {
    execute(.setRoot(model, clear: clear))
  }
  /// Puts a model in the place of the nearest stack's last entry, which is its root where nothing is pushed (F32).
  @discardableResult
  public func replaceTop(_ model: any NavigationModel) -> CommandResult { execute(.replaceTop(model)) }
  /// Rewrites the path of the nearest stack (F33). Models that are in the old and the new path stay alive.
  ///
  /// - Parameter transform: From the path, its root included, to the new one. It changes nothing itself, as
  ///   `canExecute` asks
  ///   it too.
  @discardableResult
  public func mapPath(
    _ transform: @escaping ([StackNavigationModel]) -> [StackNavigationModel]
  ) -> CommandResult { execute(.mapPath(transform)) }
  /// Turns the path of the nearest stack around: what shows becomes the root, and the root shows.
  @discardableResult
  public func reversePath() -> CommandResult { execute(.reversePath) }
  /// Goes back from where this model is: pops the nearest stack in its layer, else dismisses that layer (U3). What a
  /// page's
  /// back button does.
  @discardableResult
  public func back() -> CommandResult { execute(.back) }
  /// The same as ``back()``.
  @discardableResult
  public func hide() -> CommandResult { execute(.hide) }

  // MARK: Presentation

  /// Presents a layer on top of all that the window presents, whichever of its models asks (U1).
  ///
  /// What is presented in the same style already is changed, not presented twice (U4). A presentation with a source
  /// comes from
  /// this model, which must not be covered then (U22).
  @discardableResult
  public func present(_ presentation: Presentation) -> CommandResult { execute(.present(presentation)) }
  /// Presents a layer from a certain model (F59). That must be in the window's last layer, else the answer is
  /// `covered`; or it
  /// presents already: what it presents is replaced then, with all above it.
  @discardableResult
  public func present(_ presentation: Presentation, on presenter: any NavigationModel) -> CommandResult {
    execute(.present(presentation, on: presenter))
  }
  /// Presents a layer, and takes it away again after this time on the hub's clock, which begins anew after a restart (F77).
  @discardableResult
  public func present(_ presentation: Presentation, hidingAfter delay: Duration) -> CommandResult {
    execute(.present(presentation, hidingAfter: delay))
  }
  /// Presents in place of what this model's layer presents, or else in place of the layer it is in (U29).
  ///
  /// With a delay, on the hub's clock, the place stays empty so long; without one, both happen in one patch.
  @discardableResult
  public func replacePresented(_ presentation: Presentation, after delay: Duration? = nil) -> CommandResult {
    execute(.replacePresented(presentation, after: delay))
  }
  /// Dismisses what this model's layer presents, or else the layer it is in, and then executes the command as the model
  /// that
  /// had presented it (U29).
  ///
  /// With a delay, on the hub's clock, the command follows so much later, and is dropped with its model; without one,
  /// both happen
  /// in one patch.
  @discardableResult
  public func enqueue(_ command: some NavigationCommand, after delay: Duration? = nil) -> CommandResult {
    execute(.enqueue(command, after: delay))
  }
  /// Whether the user may close the layer this model is in; code always may (F70). `notPresented` where it is in none.
  @discardableResult
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> CommandResult {
    execute(.interactiveDismissDisabled(isDisabled))
  }

  // MARK: Dismissal

  /// Dismisses the window's top layer, whoever asks (F71). It never closes the window (U2).
  @discardableResult
  public func dismiss() -> CommandResult { execute(.dismiss) }
  /// Dismisses the layer this model is in, with all above it (F72); `notPresented` where it is in none.
  @discardableResult
  public func dismissSelf() -> CommandResult { execute(.dismissSelf) }
  /// Dismisses what this model's layer presents, with all above it (F73).
  @discardableResult
  public func dismissPresented() -> CommandResult { execute(.dismissPresented) }
  /// Dismisses all that is presented by this model, or by anything below it (F74).
  @discardableResult
  public func dismissDescendants() -> CommandResult { execute(.dismissDescendants) }
  /// Dismisses every layer of the window (F75). Refused while the window is locked (U18).
  @discardableResult
  public func dismissAll() -> CommandResult { execute(.dismissAll) }
  /// The same as ``dismissAll()``.
  @discardableResult
  public func dismissAny() -> CommandResult { execute(.dismissAny) }
  /// Dismisses every layer of the window, then brings every stack back to its root (F76). Refused while the window is
  /// locked
  /// (U18).
  @discardableResult
  public func reset() -> CommandResult { execute(.reset) }

  // MARK: Tabs, switched, split

  /// Selects a tab of the nearest tabs in this model's layer (F46). An unknown one is refused, as `unknownTab`.
  @discardableResult
  public func selectTab(_ id: String) -> CommandResult { execute(.selectTab(id)) }
  /// Shows another child in this switched container (U21).
  ///
  /// - Parameters:
  ///   - model: `nil` shows nothing.
  ///   - nearest: Whether a container around this model will do; otherwise this model itself must be one.
  @discardableResult
  public func switchModel(_ model: (any NavigationModel)?, nearest: Bool = false) -> CommandResult {
    execute(.switchModel(model, nearest: nearest))
  }
  /// Shows another detail in the nearest split view around this model (F51); `nil` shows the sidebar alone.
  @discardableResult
  public func showDetail(_ model: (any NavigationModel)?) -> CommandResult { execute(.showDetail(model)) }
}
