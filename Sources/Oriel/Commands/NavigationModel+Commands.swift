// The everyday commands as methods. Each answers what `execute` does.

extension NavigationModel {
  // MARK: Stack

  @discardableResult
  public func push(_ model: any NavigationModel, on name: String? = nil) -> CommandResult {
    execute(.push(model, on: name))
  }
  @discardableResult
  public func push(_ models: [any NavigationModel], on name: String? = nil) -> CommandResult {
    execute(.push(models, on: name))
  }
  @discardableResult
  public func push(_ entry: StackNavigationModel, on name: String? = nil) -> CommandResult {
    execute(.push(entry, on: name))
  }
  @discardableResult
  public func pop(_ count: Int = 1) -> CommandResult { execute(.pop(count)) }
  @discardableResult
  public func pop(exactly count: Int) -> CommandResult { execute(.pop(exactly: count)) }
  @discardableResult
  public func popTo(depth: Int) -> CommandResult { execute(.popTo(depth: depth)) }
  @discardableResult
  public func popTo(named name: String) -> CommandResult { execute(.popTo(named: name)) }
  @discardableResult
  public func popTo(_ model: any NavigationModel) -> CommandResult { execute(.popTo(model)) }
  @discardableResult
  public func popToRoot() -> CommandResult { execute(.popToRoot) }
  @discardableResult
  public func popSelf() -> CommandResult { execute(.popSelf) }
  @discardableResult
  public func popAll() -> CommandResult { execute(.popAll) }
  @discardableResult
  public func popAll(in name: String) -> CommandResult { execute(.popAll(in: name)) }
  @discardableResult
  public func setRoot(_ model: any NavigationModel, clear: Bool = true) -> CommandResult {
    execute(.setRoot(model, clear: clear))
  }
  @discardableResult
  public func replaceTop(_ model: any NavigationModel) -> CommandResult { execute(.replaceTop(model)) }
  @discardableResult
  public func mapPath(
    _ transform: @escaping ([StackNavigationModel]) -> [StackNavigationModel]
  ) -> CommandResult { execute(.mapPath(transform)) }
  @discardableResult
  public func reversePath() -> CommandResult { execute(.reversePath) }
  @discardableResult
  public func back() -> CommandResult { execute(.back) }
  @discardableResult
  public func hide() -> CommandResult { execute(.hide) }

  // MARK: Presentation

  @discardableResult
  public func present(_ presentation: Presentation) -> CommandResult { execute(.present(presentation)) }
  @discardableResult
  public func present(_ presentation: Presentation, on presenter: any NavigationModel) -> CommandResult {
    execute(.present(presentation, on: presenter))
  }
  @discardableResult
  public func present(_ presentation: Presentation, hidingAfter delay: Duration) -> CommandResult {
    execute(.present(presentation, hidingAfter: delay))
  }
  @discardableResult
  public func replacePresented(_ presentation: Presentation, after delay: Duration? = nil) -> CommandResult {
    execute(.replacePresented(presentation, after: delay))
  }
  @discardableResult
  public func enqueue(_ command: some NavigationCommand, after delay: Duration? = nil) -> CommandResult {
    execute(.enqueue(command, after: delay))
  }
  @discardableResult
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> CommandResult {
    execute(.interactiveDismissDisabled(isDisabled))
  }

  // MARK: Dismissal

  @discardableResult
  public func dismiss() -> CommandResult { execute(.dismiss) }
  @discardableResult
  public func dismissSelf() -> CommandResult { execute(.dismissSelf) }
  @discardableResult
  public func dismissPresented() -> CommandResult { execute(.dismissPresented) }
  @discardableResult
  public func dismissDescendants() -> CommandResult { execute(.dismissDescendants) }
  @discardableResult
  public func dismissAll() -> CommandResult { execute(.dismissAll) }
  @discardableResult
  public func dismissAny() -> CommandResult { execute(.dismissAny) }
  @discardableResult
  public func reset() -> CommandResult { execute(.reset) }

  // MARK: Tabs, switched, split

  @discardableResult
  public func selectTab(_ id: String) -> CommandResult { execute(.selectTab(id)) }
  @discardableResult
  public func switchModel(_ model: (any NavigationModel)?, nearest: Bool = false) -> CommandResult {
    execute(.switchModel(model, nearest: nearest))
  }
  @discardableResult
  public func showDetail(_ model: (any NavigationModel)?) -> CommandResult { execute(.showDetail(model)) }
}
