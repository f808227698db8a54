/// Where the ids of the elements that come next start from.
struct RenderPosition {
  /// The id that the path goes on from: an author's, a row's, or nothing for the whole body.
  var scope = ""
  /// How many components of the path lead to the scope and are not repeated behind it.
  var base = 0
  /// Whether all elements here are named: those right under an explicit id, and those of a row.
  var namesElements = false
  /// The length of the path to the nearest element around that has an id; an element below needs a longer one.
  var identifiedDepth = 0
  /// The scope of the row around, in which an author's ids are unique.
  var row: String?
  /// How many `toolbar` modifiers are around.
  var toolbars = 0
}

extension RenderPosition {
  /// The scope and the path behind it.
  func text(at path: [PathComponent]) -> String {
    var text = scope
    for component in path[base...] {
      if !text.isEmpty { text += "." }
      text += component.text
    }
    return text.isEmpty ? "0" : text
  }

  /// The id text of an element that stands there. The first of a row or below an explicit id has that very id, wherever
  /// in its block it stands.
  func elementText(at path: [PathComponent]) -> String {
    let isFirst = namesElements && path[base...].allSatisfy { $0 == .index(0) }
    return isFirst ? scope : text(at: path)
  }
}

extension ElementRenderer {
  /// Renders what the author gave an id. All below starts from it, wherever it moves.
  mutating func render(_ view: any View, withID id: String) {
    guard !id.isEmpty else {
      report("An element has an empty id and keeps the one of its place")
      return render(view)
    }
    let outer = position
    enter(scope: outer.row.map { $0 + "." + id } ?? id)
    render(view)
    position = outer
  }

  mutating func renderRows(_ rows: [ForEach.Row]) {
    let outer = (position, context.attributes.tag)
    let prefix = position.text(at: path) + ":"
    for place in rows.indices {
      enter(scope: prefix + rows[place].idText)
      position.row = position.scope
      if options != nil { context.attributes.tag = AnyHashable(rows[place].id) }
      ViewList._render(rows[place].content, into: &self)
    }
    (position, context.attributes.tag) = outer
  }

  private mutating func enter(scope: String) {
    position.scope = scope
    position.base = path.count
    position.namesElements = true
    position.identifiedDepth = -1
  }
}
