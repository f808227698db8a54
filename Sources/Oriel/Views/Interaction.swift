import OrielDocument

/// What an element's event calls. Both run on the hub; only the second needs a task.
package enum ElementHandler {
  case sync((JSONValue?) throws -> Void)
  case async(_: nonisolated(nonsending) (JSONValue?) async throws -> Void)
}

/// Why an event was not handed to its handler, or what its handler found wrong with it.
package enum EventRefusal: Error, Equatable {
  /// The model or element is gone, or covered.
  case stale
  /// Not a name or a value that the element takes.
  case invalid(String)
  case notExecutable(String)
  case forbidden
}

/// The events one rendered element takes.
package struct Interaction {
  package var id: String
  package var isDisabled: Bool
  package var handlers: [(event: String, handler: ElementHandler)]

  package func handler(for event: String) -> ElementHandler? {
    handlers.first { $0.event == event }?.handler
  }
}
