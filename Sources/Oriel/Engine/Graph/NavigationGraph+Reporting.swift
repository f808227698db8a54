extension NavigationGraph {
  /// - Parameter message: The rest of the sentence after the model's name, such as `"started"`.
  func report(
    _ kind: NavigationNotice.Kind, of model: any NavigationModel, _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> [String: String] = [:]
  ) {
    guard host.isObserved(at: kind.level) else { return }
    let (id, type) = (model._node.id, typeName(of: model))
    let sentence = "\(id.isEmpty ? type : "\(type) \(id)") \(message())"
    host.report(NavigationNotice(kind, model: id, type: type, message: sentence, details: details()))
  }
}
