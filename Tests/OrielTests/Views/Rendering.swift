import Oriel
import OrielDocument
import Testing

/// The one element that a view renders.
func element(_ view: some View) throws -> JSONValue {
  let body = ElementRenderer.render(view).body
  try #require(body.count == 1)
  return body[0]
}

/// A value and a binding to it, which counts what is written.
final class Box<Value> {
  private(set) var writes: [Value] = []
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  var binding: Binding<Value> {
    Binding(
      get: { self.value },
      set: {
        self.value = $0
        self.writes.append($0)
      })
  }
}

extension RenderedBody {
  /// The ids of all elements that take events, in order.
  var interactive: [String] { interactions.map(\.id) }

  /// The events that an element takes.
  func events(of id: String) -> [String] {
    guard let events = interactions.first(where: { $0.id == id })?.events else { return [] }
    return ([events.first].compactMap(\.self) + events.others).map(\.name)
  }

  /// Does what an event of an element does.
  func send(_ event: String, _ value: JSONValue? = nil, to id: String) throws {
    switch try handler(event, of: id) {
    case .action(let action): try action()
    case .sync(let handler): try handler(EventValue(value))
    case .async, .exclusive, .nested: throw EventRefusal.invalid("\(event) of \(id) is asynchronous")
    }
  }

  /// Does what an event of an element does, and waits for it.
  func sendAndWait(_ event: String, _ value: JSONValue? = nil, to id: String) async throws {
    switch try handler(event, of: id) {
    case .action(let action): try action()
    case .sync(let handler): try handler(EventValue(value))
    case .async(let handler), .exclusive(let handler): try await handler(EventValue(value))
    case .nested: throw EventRefusal.invalid("\(event) of \(id) is of an element inside")
    }
  }

  private func handler(_ event: String, of id: String) throws -> ElementHandler {
    let interaction = try #require(interactions.first { $0.id == id })
    return try #require(interaction.handler(for: event))
  }
}

/// Something to show in a row.
struct Fruit: Identifiable {
  let id: String

  static func named(_ ids: String...) -> [Fruit] { ids.map(Fruit.init) }
}
