/// The starting point of the ids of the next elements.
struct RenderPosition {
  /// The offset, in the renderer's `idText`, of the id that the path is appended to: an explicit one, a row's, or none
  /// for the whole body.
  var scope = 0
  /// The end of that id, and of the text.
  var end = 0
  /// How many components of the path lead to the scope, and so are not repeated after it.
  var base = 0
  /// Whether all elements here get ids: those directly under an explicit id, and those of a row.
  var namesElements = false
  /// The path length of the nearest surrounding element with an id; an element inside it needs a longer path.
  var identifiedDepth = 0
  /// The scope of the surrounding row, in which explicit ids must be unique; empty outside rows.
  var row = 0..<0
  /// The number of surrounding `toolbar` modifiers.
  var toolbars = 0
}

// Ids are written into one text that grows and shrinks with the path. Usually they are the same as before, and no
// string is created.
extension ElementRenderer {
  /// Renders a view with an explicit id, which is the starting point for everything inside, wherever it moves.
  mutating func render<Content: View>(_ view: borrowing Content, withID id: String) {
    guard !id.isEmpty else {
      report("An element has an empty id; it gets one from its position")
      return render(view)
    }
    let outer = position
    for place in outer.row { write(idText[place]) }
    if !outer.row.isEmpty { write(UInt8(ascii: ".")) }
    write(id)
    enter(scope: outer.end)
    render(view)
    position = outer
  }

  mutating func renderRows(_ rows: (inout ElementRenderer) -> Void) {
    let (outer, tag) = (position, context.attributes.tag)
    writePath()
    write(UInt8(ascii: ":"))
    rows(&self)
    (position, context.attributes.tag) = (outer, tag)
  }

  /// Renders one row; called by the closure of `renderRows`.
  ///
  /// - Parameters:
  ///   - id: The row's value as an option of a ``Picker``.
  ///   - text: The prefix of its elements' ids.
  ///   - content: The row.
  @usableFromInline
  mutating func renderRow<ID: Hashable, Content: View>(_ id: ID, _ text: String, _ content: borrowing Content) {
    let outer = position
    write(text)
    enter(scope: outer.scope)
    position.row = position.scope..<position.end
    if options != nil { context.attributes.tag = AnyHashable(id) }
    render(content)
    position = outer
  }

  private mutating func enter(scope: Int) {
    position.scope = scope
    position.base = path.count
    position.namesElements = true
    position.identifiedDepth = -1
  }

  /// Claims an id for the current element.
  mutating func claimID() -> String {
    let end = position.end
    defer { position.end = end }
    if !isFirst { writePath() }
    let place = position.scope..<position.end
    switch ids.claim(idText, place) {
    case .unique(let id): return id
    case .duplicate(let id, let isFirst):
      if isFirst { report("More than one element has the id “\(String(decoding: idText[place], as: UTF8.self))”") }
      return id
    }
  }

  /// Whether it is the first element of a row or inside an explicit id; it gets exactly that id, wherever in its block
  /// it is.
  private var isFirst: Bool {
    guard position.namesElements else { return false }
    for place in position.base..<path.count where path[place] != .index(0) { return false }
    return true
  }

  /// Writes the path after the scope.
  private mutating func writePath() {
    for place in position.base..<path.count {
      if position.end > position.scope { write(UInt8(ascii: ".")) }
      write(path[place])
    }
    if position.end == position.scope { write(UInt8(ascii: "0")) }
  }

  private mutating func write(_ component: PathComponent) {
    switch component {
    case .index(let place): write(place)
    case .branch(let isFirst): write(isFirst ? UInt8(ascii: "t") : UInt8(ascii: "f"))
    case .contextMenu: write("menu")
    case .toolbar(let number):
      write("bar")
      if number > 0 { write(number) }
    }
  }

  private mutating func write(_ number: Int) {
    if number > 9 { write(number / 10) }
    write(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { for byte in $0 { write(byte) } }
  }

  private mutating func write(_ byte: UInt8) {
    if position.end < idText.count { idText[position.end] = byte } else { idText.append(byte) }
    position.end += 1
  }
}
