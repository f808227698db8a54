extension GraphHost {
  /// Reports an event if a listener wants its level; otherwise the message is not even built.
  package func note(
    _ kind: NavigationEvent.Kind, model: String = "", type: String = "", _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> [String: String] = [:]
  ) {
    guard hears(kind.level) else { return }
    tell(NavigationEvent(kind, model: model, type: type, message: message(), details: details()))
  }
}

extension NavigationGraph {
  /// - Parameter message: The rest of the sentence after the model's name, such as `"started"`.
  func note(
    _ kind: NavigationEvent.Kind, _ model: any NavigationModel, _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> [String: String] = [:]
  ) {
    guard host.hears(kind.level) else { return }
    let (id, type) = (model._node.id, typeName(of: model))
    let sentence = "\(id.isEmpty ? type : "\(type) \(id)") \(message())"
    host.tell(NavigationEvent(kind, model: id, type: type, message: sentence, details: details()))
  }
}
