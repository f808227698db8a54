import OrielDocument

/// The handler of an element's event. All of them run on the hub; the asynchronous ones need a task.
package enum ElementHandler {
  /// An author's action, which takes no value.
  case action(() throws -> Void)
  case sync((EventValue) throws -> Void)
  case async(_: nonisolated(nonsending) (EventValue) async throws -> Void)
  /// The asynchronous action of a button, which is not called again while it runs.
  case exclusive(_: nonisolated(nonsending) (EventValue) async throws -> Void)
  /// That of an element inside, which the value names, and the value for it.
  case nested((EventValue) throws(EventRefusal) -> (ElementHandler, JSONValue?))
}

extension ElementHandler {
  /// The handler itself, or the one inside that a value names.
  func resolved(for value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard case .nested(let find) = self else { return self }
    let (inner, value) = try find(EventValue(value))
    switch inner {
    case .action, .nested: return inner
    case .sync(let body): return .sync { _ in try body(EventValue(value)) }
    case .async(let body): return .async { _ in try await body(EventValue(value)) }
    case .exclusive(let body): return .exclusive { _ in try await body(EventValue(value)) }
    }
  }

  package var isExclusive: Bool { if case .exclusive = self { true } else { false } }
}

/// The reason why an event didn't reach its handler, or why the handler refused it.
package enum EventRefusal: Error, Equatable {
  /// The model or element is gone, or covered.
  case stale
  /// The element doesn't take this event or this value.
  case invalid(String)
  case notExecutable(String)
  case forbidden

  /// A limit of the window was met.
  package static let exceeded = EventRefusal.notExecutable("This window is full. Close something in it first")
}

/// The events of one rendered element.
package struct Interaction {
  package var id: String
  package var isDisabled: Bool
  package var events: ElementEvents

  package func handler(for event: String) -> ElementHandler? { events.handler(for: event) }
}

/// The events of one element. Usually it is a single one, stored without an array.
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

/// One event of an element and its handler. It is a type and not a tuple, because the runtime takes tuples apart member
/// by member.
package struct ElementEvent {
  package let name: String
  package let handler: ElementHandler
}
