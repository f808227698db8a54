/// The screen that covers every window of a user while a condition holds.
package struct LockScreen: Sendable {
  let isShown: @Sendable (EnvironmentValues) -> Bool
  let make: @Sendable () -> any NavigationModel
}

extension Scene {
  /// Covers each window of these scenes with a model while a flag is set: an app lock.
  ///
  /// The flag is a property of an observed object returned by `environment(for:)`, so it affects all windows that have the
  /// object, including those opened meanwhile: all of a user, or of a tenant if the object is the tenant's. The models behind the lock keep their state and layers and go on working,
  /// but take no events until the flag is cleared. Nothing is animated. The lock itself can't present.
  ///
  /// - Parameters:
  ///   - flag: The flag, such as `\Session.isLocked`.
  ///   - model: Creates the covering model, each time a window is locked.
  public func lockScreen<Object: AnyObject>(
    when flag: any KeyPath<Object, Bool> & Sendable, model: @escaping @Sendable () -> any NavigationModel
  ) -> Self {
    let lock = LockScreen(isShown: { $0[Object.self]?[keyPath: flag] ?? false }, make: model)
    return changing { $0.lockScreen = lock }
  }
}
