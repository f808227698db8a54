/// A scene's handler for triggers on their way to a page.
package typealias TriggerHandler =
  @Sendable (_ trigger: EnvironmentTrigger, _ root: any NavigationModel) -> EnvironmentTrigger?

extension Scene {
  /// Handles triggers on their way to the pages of these scenes' windows, whether sent by code or by an operator.
  ///
  /// The handler is called each time a trigger is about to be sent to a page, which can be more than once. An outer
  /// handler gets the result of the inner ones.
  ///
  /// - Parameter handler: Takes the trigger and the window's root model, and returns the trigger to perform: the same
  ///   one, another one, or `nil` if the handler has dealt with it, which counts as performed.
  public func onEnvironmentTrigger(
    _ handler:
      @escaping @Sendable (
        _ trigger: EnvironmentTrigger, _ root: any NavigationModel
      ) -> EnvironmentTrigger?
  ) -> Self {
    changing { scene in
      let inner = scene.triggerHandler
      scene.triggerHandler = { trigger, root in
        guard let inner else { return handler(trigger, root) }
        return inner(trigger, root).flatMap { handler($0, root) }
      }
    }
  }
}
