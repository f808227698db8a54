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
  package var events: [ElementEvent]

  package func handler(for event: String) -> ElementHandler? {
    events.first { $0.name == event }?.handler
  }
}

/// One event of an element, and what it calls. A type and no tuple: those are taken apart by the runtime, member by
/// member.
package struct ElementEvent {
  package let name: String
  package let handler: ElementHandler
}
