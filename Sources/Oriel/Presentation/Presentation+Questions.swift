extension Presentation {
  /// A question in the middle of the window. The model that asks hears the chosen action in `receive(_:from:)`, also
  /// after a restart; or ``NoChoiceNavigationMessage``.
  public static func alert(
    _ alert: AlertState<some NavigationMessage & Codable>, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Choice(alert) { ButtonAction(body: .message($0)) }, as: "alert", onDismiss)
  }

  /// A question whose buttons send messages or call closures. With a closure it is gone after a restart, closed as *no
  /// choice*.
  public static func alert(
    _ alert: AlertState<ButtonAction>, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Choice(alert) { $0 }, as: "alert", onDismiss)
  }

  /// A question whose answer a closure hears, exactly once: the action of the chosen button, or `nil` for a button that
  /// has none and for a question that was closed without a choice. After a restart it is gone.
  public static func alert<Action>(
    _ alert: AlertState<Action>, onDismiss: ((DismissReason) -> Void)? = nil,
    action handler: @escaping (Action?) throws -> Void
  ) -> Presentation {
    question(Choice(alert, handler), as: "alert", onDismiss)
  }

  /// A question whose answers can neither be saved nor called.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "make the action of its buttons a 'NavigationMessage & Codable', or hear it: .alert(question) { answer in … }"
  )
  public static func alert<Action>(
    _ alert: AlertState<Action>, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation { fatalError("unavailable") }

  /// A choice whose answers can neither be saved nor called.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "make the action of its buttons a 'NavigationMessage & Codable', or hear it: .confirmationDialog(choice) { answer in … }"
  )
  public static func confirmationDialog<Action>(
    _ dialog: ConfirmationDialogState<Action>, source: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation { fatalError("unavailable") }

  /// A choice of actions, at the element named `source` where there is room. The model that asks hears the chosen action
  /// in `receive(_:from:)`, also after a restart; or ``NoChoiceNavigationMessage``.
  public static func confirmationDialog(
    _ dialog: ConfirmationDialogState<some NavigationMessage & Codable>, source: String? = nil,
    onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Choice(dialog) { ButtonAction(body: .message($0)) }, as: "dialog", source: source, onDismiss)
  }

  /// A choice whose buttons send messages or call closures. With a closure it is gone after a restart, closed as *no
  /// choice*.
  public static func confirmationDialog(
    _ dialog: ConfirmationDialogState<ButtonAction>, source: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Choice(dialog) { $0 }, as: "dialog", source: source, onDismiss)
  }

  /// A choice whose answer a closure hears, exactly once: see ``alert(_:onDismiss:action:)``.
  public static func confirmationDialog<Action>(
    _ dialog: ConfirmationDialogState<Action>, source: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil,
    action handler: @escaping (Action?) throws -> Void
  ) -> Presentation {
    question(Choice(dialog, handler), as: "dialog", source: source, onDismiss)
  }

  private static func question(
    _ choice: Choice, as style: String, source: String? = nil, _ onDismiss: ((DismissReason) -> Void)?
  ) -> Presentation {
    var presentation = Presentation(content: .choice(choice, as: style), onDismiss: onDismiss)
    presentation.source = source
    return presentation
  }
}

/// Tells the model that asked a question that it was closed without a choice, and had no cancel button.
public struct NoChoiceNavigationMessage: NavigationMessage, Equatable {
  /// The library sends it; make one to compare with.
  public init() {}
}

extension Choice {
  fileprivate init<Action>(_ alert: AlertState<Action>, _ action: (Action) -> ButtonAction?) {
    self.init(alert.id, alert.title, alert.message, alert.buttons.map { Button($0, action) })
  }

  fileprivate init<Action>(_ dialog: ConfirmationDialogState<Action>, _ action: (Action) -> ButtonAction?) {
    self.init(dialog.id, dialog.title, dialog.message, dialog.buttons.map { Button($0, action) })
    titleVisibility = dialog.titleVisibility
  }

  fileprivate init<Action>(_ alert: AlertState<Action>, _ handler: @escaping (Action?) throws -> Void) {
    self.init(alert) { _ in nil }
    answer(with: handler, alert.buttons)
  }

  fileprivate init<Action>(_ dialog: ConfirmationDialogState<Action>, _ handler: @escaping (Action?) throws -> Void) {
    self.init(dialog) { _ in nil }
    answer(with: handler, dialog.buttons)
  }

  private mutating func answer<Action>(
    with handler: @escaping (Action?) throws -> Void, _ states: [ButtonState<Action>]
  ) {
    for index in buttons.indices {
      let action = states.indices.contains(index) ? states[index].action : nil
      buttons[index].action = ButtonAction(body: .sync { try handler(action) })
    }
    noChoice = { try handler(nil) }
  }
}
