/// A text with a symbol before it.
public struct Label: ElementView {
  let title: String
  let symbol: String

  /// Creates a label from a title and the name of a symbol, as for `Image(systemName:)`.
  public init(_ title: String, systemImage symbol: String) {
    self.title = title
    self.symbol = symbol
  }

  static func render(_ view: borrowing Label, into renderer: inout ElementRenderer) {
    guard renderer.options == nil else { return Text.render(Text(view.title), into: &renderer) }
    let (title, symbol) = (view.title, view.symbol)
    let row = HStack {
      Image(systemName: symbol)
      Text(title)
    }
    HStack.render(row, into: &renderer)
  }
}
