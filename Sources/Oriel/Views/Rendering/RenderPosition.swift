/// Where the ids of the elements that come next start from.
struct RenderPosition {
  /// Where, in the renderer's `idText`, the id begins that the path goes on from: an author's, a row's, or nothing for the
  /// whole body. It ends where the text does.
  var scope = 0
  /// How many components of the path lead to the scope and are not repeated behind it.
  var base = 0
  /// Whether all elements here are named: those right under an explicit id, and those of a row.
  var namesElements = false
  /// The length of the path to the nearest element around that has an id; an element below needs a longer one.
  var identifiedDepth = 0
  /// The scope of the row around, in which an author's ids are unique; empty outside of rows.
  var row = 0..<0
  /// How many `toolbar` modifiers are around.
  var toolbars = 0
}

// Ids are written into one text that grows and shrinks with the path: mostly they are those of the last time, and no
// string is made of them.
extension ElementRenderer {
  /// Renders what the author gave an id. All below starts from it, wherever it moves.
  mutating func render<Content: View>(_ view: borrowing Content, withID id: String) {
    guard !id.isEmpty else {
      report("An element has an empty id and keeps the one of its place")
      return render(view)
    }
    let (outer, end) = (position, idText.count)
    for place in outer.row { idText.append(idText[place]) }
    if !outer.row.isEmpty { idText.append(UInt8(ascii: ".")) }
    write(id)
    enter(scope: end)
    render(view)
    position = outer
    idText.removeLast(idText.count - end)
  }

  mutating func renderRows(_ rows: (inout ElementRenderer) -> Void) {
    let (outer, tag, end) = (position, context.attributes.tag, idText.count)
    writePath()
    idText.append(UInt8(ascii: ":"))
    rows(&self)
    (position, context.attributes.tag) = (outer, tag)
    idText.removeLast(idText.count - end)
  }

  /// Called by what `renderRows` was given, for each row.
  ///
  /// - Parameters:
  ///   - id: What the row stands for as an option of a ``Picker``.
  ///   - text: What its elements' ids begin with.
  ///   - content: The row.
  @usableFromInline
  mutating func renderRow<ID: Hashable, Content: View>(_ id: ID, _ text: String, _ content: borrowing Content) {
    let (outer, end) = (position, idText.count)
    write(text)
    enter(scope: outer.scope)
    position.row = outer.scope..<idText.count
    if options != nil { context.attributes.tag = AnyHashable(id) }
    render(content)
    position = outer
    idText.removeLast(idText.count - end)
  }

  private mutating func enter(scope: Int) {
    position.scope = scope
    position.base = path.count
    position.namesElements = true
    position.identifiedDepth = -1
  }

  /// Claims an id for the element that stands here. The first of a row or below an explicit id has that very id,
  /// wherever in its block it stands.
  mutating func claimID() -> String {
    let end = idText.count
    let isFirst = position.namesElements && path[position.base...].allSatisfy { $0 == .index(0) }
    if !isFirst { writePath() }
    defer { idText.removeLast(idText.count - end) }
    switch ids.claim(idText[position.scope...]) {
    case .unique(let id): return id
    case .duplicate(let id, let isFirst):
      let text = String(decoding: idText[position.scope...], as: UTF8.self)
      if isFirst { report("More than one element has the id “\(text)”") }
      return id
    }
  }

  /// Writes the path behind the scope.
  private mutating func writePath() {
    for component in path[position.base...] {
      if idText.count > position.scope { idText.append(UInt8(ascii: ".")) }
      component.write(to: &idText)
    }
    if idText.count == position.scope { idText.append(UInt8(ascii: "0")) }
  }

  private mutating func write(_ text: String) {
    let written: Void? = text.utf8.withContiguousStorageIfAvailable { idText.append(contentsOf: $0) }
    if written == nil { idText.append(contentsOf: text.utf8) }
  }
}
