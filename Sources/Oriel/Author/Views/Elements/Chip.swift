/// A word that says what kind of thing something is, such as the queue of a call.
///
/// ```swift
/// HStack {
///   Text(call.name)
///   Chip("Billing")
///   Chip("P1").foregroundStyle(.danger)
/// }
/// ```
public struct Chip: ElementView {
  let text: String

  /// Creates a chip with one or two words.
  public init(_ text: String) { self.text = text }

  static func render(_ view: borrowing Chip, into renderer: inout ElementRenderer) {
    renderer.render(Text(view.text).style(.chip))
  }
}

/// A figure with its name above it, and perhaps how it has changed.
///
/// ```swift
/// Grid(columns: 3) {
///   Tile("Waiting", value: "12", change: "+3", style: .danger)
/// }
/// ```
public struct Tile: ElementView {
  let title: String
  let value: String
  let change: String?
  let style: ForegroundStyle

  /// - Parameters:
  ///   - title: The name of the figure.
  ///   - value: The figure.
  ///   - change: How it has changed, with a sign; `nil` if that says nothing.
  ///   - style: Whether the change is good or bad, or the figure, if there is no change.
  public init(_ title: String, value: String, change: String? = nil, style: ForegroundStyle = .primary) {
    (self.title, self.value, self.change, self.style) = (title, value, change, style)
  }

  static func render(_ view: borrowing Tile, into renderer: inout ElementRenderer) {
    let (title, value, change, style) = (view.title, view.value, view.change, view.style)
    let tile = VStack(spacing: 2) {
      Text(title).font(.caption).foregroundStyle(.secondary)
      HStack(alignment: .firstTextBaseline, spacing: 8) {
        Figure(text: value).foregroundStyle(change == nil ? style : .primary)
        if let change { Text(change).font(.caption).foregroundStyle(style) }
      }
    }
    renderer.render(tile.style(.card))
  }
}

/// A number as large as a title, which is no heading.
private struct Figure: ElementView {
  let text: String

  static func render(_ view: borrowing Figure, into renderer: inout ElementRenderer) {
    var element = renderer.open("text")
    element.set("text", view.text)
    element.set("heading", 0)
    element.style = Style(.title2)
    renderer.close(element)
  }
}
