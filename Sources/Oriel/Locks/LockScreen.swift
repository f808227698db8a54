/// The screen that covers every window of a user while a condition holds.
package struct LockScreen: Sendable {
  let isShown: @Sendable (EnvironmentValues) -> Bool
  let make: @Sendable () -> any NavigationModel
}

extension Scene {
  /// Shows a model of its own in front of everything in each window of these scenes while a flag is set: an app lock.
  ///
  /// The flag is a property of an observed object that `environment(for:)` gives the user, so that it reaches all windows
  /// of that user, and those that are opened meanwhile. The models behind the lock stay as they are, with all that is
  /// presented, and go on working; they take no events until the flag is cleared. Nothing is animated. The lock itself can
  /// present nothing.
  ///
  /// - Parameters:
  ///   - flag: `\Session.isLocked`, say.
  ///   - model: Makes what covers a window, for each window and each time.
  public func lockScreen<Object: AnyObject>(
    when flag: any KeyPath<Object, Bool> & Sendable, model: @escaping @Sendable () -> any NavigationModel
  ) -> Self {
    let lock = LockScreen(isShown: { $0[Object.self]?[keyPath: flag] ?? false }, make: model)
    return changing { $0.lockScreen = lock }
  }
}
