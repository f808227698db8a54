import OrielDocument

/// A user who has just changed a text that others see too.
package struct TextWriter {
  package let id: String
  package let name: String?

  package init(id: String, name: String?) {
    (self.id, self.name) = (id, name)
  }
}

/// Those who have just changed the text of a field that shows it.
struct TextWriters {
  struct Entry {
    let model: String
    let element: String
    let writer: TextWriter
    var until: Int64

    func isOf(_ place: TextPlace) -> Bool {
      model.hasSameScalars(as: place.node.id) && element.hasSameScalars(as: place.element)
    }
  }

  private(set) var entries: [Entry] = []
  var timer: GraphTimer?

  mutating func add(_ entry: Entry, at place: TextPlace) {
    entries.removeAll { $0.isOf(place) && $0.writer.id.hasSameScalars(as: entry.writer.id) }
    if entries.count == Self.most { entries.removeFirst() }
    entries.append(entry)
  }

  /// - Returns: The models whose fields showed a user who writes no more.
  mutating func expire(at now: Int64) -> [String] {
    defer { entries.removeAll { $0.until <= now } }
    return entries.filter { $0.until <= now }.map(\.model)
  }

  /// More are not shown.
  private static let most = 16
}

extension NavigationGraph {
  /// For how long a user counts as writing after the last change, in milliseconds.
  private static let timeOfWriting: Int64 = 3000

  /// Those who write in a field now, other than the user of the window.
  ///
  /// - Parameter former: The text that the field showed before.
  func writers(in place: TextPlace, showing text: String, after former: String?) -> [TextWriter] {
    if let former, !former.hasSameScalars(as: text), let writer = host.typist, !isOwn(writer) {
      let until = host.now + Self.timeOfWriting
      let entry = TextWriters.Entry(model: place.node.id, element: place.element, writer: writer, until: until)
      textWriters.add(entry, at: place)
      if textWriters.timer == nil { expireWriters(after: Self.timeOfWriting) }
    }
    return textWriters.entries.filter { $0.isOf(place) }.map(\.writer)
  }

  private func isOwn(_ writer: TextWriter) -> Bool { host.environment.user.id.hasSameScalars(as: writer.id) }

  private func expireWriters(after time: Int64) {
    textWriters.timer = host.schedule(after: time) { [weak self] in
      guard let self else { return }
      textWriters.timer = nil
      for id in textWriters.expire(at: host.now) {
        if let model = model(id) { renderingInvalidated(model._node) }
      }
      if let next = textWriters.entries.map(\.until).min() { expireWriters(after: max(next - host.now, 1)) }
    }
  }
}

extension OpenElement {
  /// Shows who else changes the text.
  mutating func set(writersIn place: TextPlace?, showing text: String) {
    guard let place else { return }
    let former = members.formerText("text", of: place.element)
    let writers = place.graph.writers(in: place, showing: text, after: former)
    guard !writers.isEmpty else { return }
    set(
      "writers",
      writers.map { writer in
        var json: JSONObject = ["user": .string(writer.id)]
        json["name"] = writer.name.map(JSONValue.string)
        return .object(json)
      })
  }
}
