/// What a scene does with a trigger on its way to a page.
package typealias TriggerHandler =
  @Sendable (_ trigger: EnvironmentTrigger, _ root: any NavigationModel) -> EnvironmentTrigger?

extension Scene {
  /// Takes triggers on their way to the pages of these scenes' windows, whoever has sent them: code, or an operator.
  ///
  /// It is asked whenever a trigger is about to be sent to a page, which may be more than once; handlers that are said
  /// further out are asked with what those further in answer.
  ///
  /// - Parameter handler: Is given the trigger and the window's root model, and answers what the page is to do: the
  ///   trigger as it is, another in its place, or nothing, because it has been taken. A taken one counts as performed.
  public func onEnvironmentTrigger(
    _ handler:
      @escaping @Sendable (
        _ trigger: EnvironmentTrigger, _ root: any NavigationModel
      ) -> EnvironmentTrigger?
  ) -> some Scene {
    var declarations = _declarations
    for index in declarations.indices {
      let inner = declarations[index].triggerHandler
      declarations[index].triggerHandler = { trigger, root in
        guard let inner else { return handler(trigger, root) }
        return inner(trigger, root).flatMap { handler($0, root) }
      }
    }
    return SceneList(_declarations: declarations)
  }
}
