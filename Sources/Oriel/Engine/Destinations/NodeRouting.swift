import OrielDocument

/// A model's destination and its handlers for addresses and destinations. Most models have none.
final class NodeRouting {
  /// The destination that it was created for.
  var destination: (any NavigationDestination)?
  var map: NavigationMap?
  var pushedDecoration: NavigationDecoration?
  var presentedDecoration: NavigationDecoration?
  /// The handlers in the order of declaration.
  var handlers: [AddressHandler] = []

  /// Removes the declarations of `start()`, which the model makes again when it restarts.
  func forgetDeclarations() {
    map = nil
    pushedDecoration = nil
    presentedDecoration = nil
    handlers = []
  }

  /// The type's name including the types it is nested in, without its module.
  static func routeName(of type: Any.Type) -> String {
    let name = TypeName.of(type).readable
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension _ModelNode {
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

  /// If the destination can't be restored, the model has none.
  convenience init?(saved: JSONValue?, types: SavedTypes) {
    guard let saved, let value = saved["value"], let name = try? TypeName(saved: saved["type"]),
      let type = types.type(name) as? any NavigationDestination.Type,
      let destination = try? JSONValueDecoder.decode(type, from: value)
    else { return nil }
    self.init()
    self.destination = destination
  }
}
