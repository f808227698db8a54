import OrielDocument

/// What a model has to do with destinations and addresses: which one it stands for, and what it has said it handles.
/// Most models have none.
final class NodeRouting {
  /// The destination it was made for.
  var destination: (any NavigationDestination)?
  var map: NavigationMap?
  var pushedDecoration: NavigationDecoration?
  var presentedDecoration: NavigationDecoration?
  /// In the order in which they were declared.
  var handlers: [AddressHandler] = []

  /// What `start()` has declared. The model declares it again when it starts again.
  func forgetDeclarations() {
    map = nil
    pushedDecoration = nil
    presentedDecoration = nil
    handlers = []
  }

  /// The type's name with what it is nested in, without its module.
  static func routeName(of type: Any.Type) -> String {
    let name = TypeName.of(type).readable
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension ModelNode {
  var routed: NodeRouting {
    if let routing { return routing }
    let new = NodeRouting()
    routing = new
    return new
  }
}

// MARK: In the store

extension NodeRouting {
  var saved: JSONValue? { destination.flatMap { Self.saved($0) } }

  private static func saved(_ destination: some NavigationDestination) -> JSONValue? {
    guard let value = try? JSONValueEncoder.encode(destination) else { return nil }
    return ["type": TypeName.of(type(of: destination)).saved, "value": value]
  }

  /// One that can't be restored is forgotten: the model does without.
  convenience init?(saved: JSONValue?, types: SavedTypes) {
    guard let saved, let value = saved["value"], let name = try? TypeName(saved: saved["type"]),
      let type = types.type(name) as? any NavigationDestination.Type,
      let destination = try? JSONValueDecoder.decode(type, from: value)
    else { return nil }
    self.init()
    self.destination = destination
  }
}
