/// A piece of text.
public struct Text: _ElementView {
  let content: String
  var style = Style()

  public init(_ content: String) {
    self.content = content
  }

  public init(verbatim content: String) {
    self.content = content
  }

  public static func _render(_ view: borrowing Text, into renderer: inout ElementRenderer) {
    var element = renderer.open("text")
    element.set("text", view.content)
    element.style = view.style
    renderer.close(element)
  }
}

extension Text {
  public func font(_ font: Font) -> Text { overlaid(with: font.style) }
  public func bold(_ isActive: Bool = true) -> Text { overlaid(with: Style(.bold, isActive: isActive)) }
  public func italic(_ isActive: Bool = true) -> Text { overlaid(with: Style(.italic, isActive: isActive)) }
  public func monospaced(_ isActive: Bool = true) -> Text { overlaid(with: Style(.mono, isActive: isActive)) }
  public func foregroundStyle(_ style: ForegroundStyle) -> Text { overlaid(with: style.style) }

  /// What was said first, nearest to the text, stays.
  private func overlaid(with outer: Style) -> Text {
    var text = self
    text.style = outer.overlaid(with: style)
    return text
  }
}
