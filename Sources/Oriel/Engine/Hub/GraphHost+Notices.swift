extension GraphHost {
  /// Reports a notice if a listener wants its level; otherwise the message is not even built.
  package func note(
    _ kind: NavigationNotice.Kind, model: String = "", type: String = "", _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> [String: String] = [:]
  ) {
    guard isObserved(at: kind.level) else { return }
    tell(NavigationNotice(kind, model: model, type: type, message: message(), details: details()))
  }
}
