extension NavigationModel {
  /// Asks a question and waits for the answer.
  ///
  /// The call always returns: with `nil` if the question was closed without a choice for any reason, or could not be
  /// asked. A restart ends the wait, like all running code; present a question that must survive one.
  ///
  /// - Returns: The action of the chosen button, or of the cancel button if there is one and nothing was chosen.
  public func ask<Action>(_ alert: AlertState<Action>) async -> Action? {
    await answer { .alert(alert, action: $0) }
  }

  /// Asks a question and waits for the answer. See ``ask(_:)-(AlertState<Action>)``.
  public func ask<Action>(_ dialog: ConfirmationDialogState<Action>, source: String? = nil) async -> Action? {
    await answer { .confirmationDialog(dialog, source: source, action: $0) }
  }

  /// Asks a yes-or-no question. Closing it without a choice returns `false`.
  public func ask(_ alert: AlertState<Bool>) async -> Bool {
    await answer { .alert(alert, action: $0) } ?? false
  }

  /// Asks a yes-or-no question. Closing it without a choice returns `false`.
  public func ask(_ dialog: ConfirmationDialogState<Bool>, source: String? = nil) async -> Bool {
    await answer { .confirmationDialog(dialog, source: source, action: $0) } ?? false
  }

  private func answer<Action>(_ question: (@escaping (Action?) throws -> Void) -> Presentation) async -> Action? {
    let pending = PendingAnswer<Action>()
    await withCheckedContinuation { continuation in
      pending.continuation = continuation
      var presentation = question { pending.resolve($0) }
      presentation.abandoned = { pending.resolve(nil) }
      if present(presentation) != .executed { pending.resolve(nil) }
    }
    return pending.answer
  }
}

/// An answer that a task is waiting for; only the first one counts. Confined to the hub.
private final class PendingAnswer<Action> {
  var continuation: CheckedContinuation<Void, Never>?
  private(set) var answer: Action?

  func resolve(_ answer: Action?) {
    guard let continuation else { return }
    self.continuation = nil
    self.answer = answer
    continuation.resume()
  }
}
