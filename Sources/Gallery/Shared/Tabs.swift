import Oriel

extension NavigationModel {
  /// Goes to a tab of these tabs, with nothing presented and nothing pushed.
  ///
  /// - Returns: The root screen of that tab's stack.
  @discardableResult
  func enter(tab: String) -> (any NavigationModel)? {
    dismissAll()
    selectTab(tab)
    let stack = (self as? any TabsRootNavigationModel)?.tabs.first { $0.id == tab }?.model
    let root = (stack as? any StackRootNavigationModel)?.path.first?.model
    root?.popToRoot()
    return root
  }
}
