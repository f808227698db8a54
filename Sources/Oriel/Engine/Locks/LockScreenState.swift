/// A window's lock screen: the flag it follows, and its model while it is visible.
final class LockScreenState {
  private let screen: LockScreen
  private(set) var model: (any NavigationModel)?
  /// The model that presents the lock in the document.
  private(set) var presenter: (any NavigationModel)?
  /// Whether the flag has to be read again.
  private(set) var isStale = true
  /// Ends the tracking of the flag when the window ends.
  private let node = _ModelNode()

  init(_ screen: LockScreen) {
    self.screen = screen
  }

  /// Reads the flag. Returns whether the lock has come or gone.
  func update(in environment: EnvironmentValues, invalidated: @escaping @Sendable () -> Void) -> Bool {
    isStale = false
    let isShown = node.track(invalidated: invalidated) { screen.isShown(environment) }
    guard isShown != (model != nil) else { return false }
    model = isShown ? screen.make() : nil
    return true
  }

  /// The flag has changed. Returns whether that is news.
  func invalidate() -> Bool {
    defer { isStale = true }
    return !isStale
  }

  /// Lets the top model present the lock. Returns the models whose presentation has changed.
  func place(over top: any NavigationModel) -> [any NavigationModel] {
    let old = presenter
    presenter = model == nil ? nil : top
    return presenter === old ? [] : [old, presenter].compactMap(\.self)
  }

  /// Ends with the window.
  func end() {
    isStale = true
    node.endTracking()
    (model, presenter) = (nil, nil)
  }
}
