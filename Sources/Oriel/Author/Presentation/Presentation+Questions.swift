extension Presentation {
  /// An alert. The model that asks receives the chosen action in `receive(_:from:)`, also after a restart, or
  /// ``NoChoiceNavigationMessage``.
  public static func alert(
    _ alert: AlertState<some NavigationMessage & Codable>, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Question(alert) { ButtonAction(body: .message($0)) }, as: .alert, onDismiss)
  }

  /// An alert whose buttons send messages or call closures. With a closure, it does not survive a restart, and closes
  /// without a choice.
  public static func alert(
    _ alert: AlertState<ButtonAction>, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Question(alert) { $0 }, as: .alert, onDismiss)
  }

  /// An alert whose answer is passed to a closure, exactly once: the action of the chosen button, or `nil` if the
  /// button has none or the alert was closed without a choice. It does not survive a restart.
  public static func alert<Action>(
    _ alert: AlertState<Action>, onDismiss: ((DismissReason) -> Void)? = nil,
    action handler: @escaping (Action?) throws -> Void
  ) -> Presentation {
    question(Question(alert, handler), as: .alert, onDismiss)
  }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "make the action of its buttons a 'NavigationMessage & Codable', or hear it: .alert(question) { answer in … }"
  )
  public static func alert<Action>(
    _ alert: AlertState<Action>, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation { fatalError("unavailable") }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "make the action of its buttons a 'NavigationMessage & Codable', or hear it: .confirmationDialog(question) { answer in … }"
  )
  public static func confirmationDialog<Action>(
    _ dialog: ConfirmationDialogState<Action>, source: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation { fatalError("unavailable") }

  /// A confirmation dialog, at the element with the id `source` if there is room. The model that asks receives the
  /// chosen action in `receive(_:from:)`, also after a restart, or ``NoChoiceNavigationMessage``.
  public static func confirmationDialog(
    _ dialog: ConfirmationDialogState<some NavigationMessage & Codable>, source: String? = nil,
    onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Question(dialog) { ButtonAction(body: .message($0)) }, as: .dialog, source: source, onDismiss)
  }

  /// A confirmation dialog whose buttons send messages or call closures. With a closure, it does not survive a restart,
  /// and closes without a choice.
  public static func confirmationDialog(
    _ dialog: ConfirmationDialogState<ButtonAction>, source: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    question(Question(dialog) { $0 }, as: .dialog, source: source, onDismiss)
  }

  /// A confirmation dialog whose answer is passed to a closure, exactly once: see ``alert(_:onDismiss:action:)``.
  public static func confirmationDialog<Action>(
    _ dialog: ConfirmationDialogState<Action>, source: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil,
    action handler: @escaping (Action?) throws -> Void
  ) -> Presentation {
    question(Question(dialog, handler), as: .dialog, source: source, onDismiss)
  }

  private static func question(
    _ question: Question, as style: Style, source: String? = nil, _ onDismiss: ((DismissReason) -> Void)?
  ) -> Presentation {
    var presentation = Presentation(content: .question(question, as: style), onDismiss: onDismiss)
    presentation.source = source
    return presentation
  }
}

/// A message to the model that asked a question: it was closed without a choice and has no cancel button.
public struct NoChoiceNavigationMessage: NavigationMessage, Equatable {
  /// Creates a message to compare with; the library sends its own.
  public init() {}
}

extension Question {
  fileprivate init<Action>(_ alert: AlertState<Action>, _ action: (Action) -> ButtonAction?) {
    self.init(alert.id, title: alert.title, message: alert.message, buttons: alert.buttons.map { Button($0, action) })
  }

  fileprivate init<Action>(_ dialog: ConfirmationDialogState<Action>, _ action: (Action) -> ButtonAction?) {
    self.init(
      dialog.id, title: dialog.title, message: dialog.message, buttons: dialog.buttons.map { Button($0, action) })
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
