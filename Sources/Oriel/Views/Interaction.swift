import OrielDocument

/// What an element's event calls. All run on the hub; only the last needs a task.
package enum ElementHandler {
  /// An author's action, which takes no value.
  case action(() throws -> Void)
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
  package var events: ElementEvents

  package func handler(for event: String) -> ElementHandler? { events.handler(for: event) }
}

/// The events that one element takes. Mostly it is one, and there is no list.
package struct ElementEvents {
  package private(set) var first: ElementEvent?
  package private(set) var others: [ElementEvent] = []

  package init() {}

  var isEmpty: Bool { first == nil }

  mutating func append(_ event: ElementEvent) {
    if first == nil { first = event } else { others.append(event) }
  }

  package func handler(for event: String) -> ElementHandler? {
    if let first, first.name == event { return first.handler }
    return others.first { $0.name == event }?.handler
  }
}

/// One event of an element, and what it calls. A type and no tuple: those are taken apart by the runtime, member by
/// member.
package struct ElementEvent {
  package let name: String
  package let handler: ElementHandler
}
