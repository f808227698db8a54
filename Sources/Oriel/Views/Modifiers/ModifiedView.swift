/// Says something to the elements of a view before they are rendered.
protocol RenderModifier {
  func apply(to context: inout RenderContext)
}

/// A view with a modifier around it. The modifier nearest to an element is applied last and so has the last word.
struct ModifiedView<Content: View, Modifier: RenderModifier>: _ElementView {
  let content: Content
  let modifier: Modifier

  init(_ content: Content, _ modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }

  static func _render(_ view: borrowing ModifiedView, into renderer: inout ElementRenderer) {
    let outer = renderer.context
    view.modifier.apply(to: &renderer.context)
    Content._render(view.content, into: &renderer)
    renderer.context = outer
  }
}
