/// Modifies the elements of a view before they are rendered.
protocol RenderModifier {
  func apply(to context: inout RenderContext)
}

/// A view with a modifier. The modifier nearest to an element is applied last and so wins.
public struct _ModifiedView: ElementView {
  let content: any View
  let modifier: any RenderModifier

  init(_ content: some View, _ modifier: some RenderModifier) {
    self.content = content
    self.modifier = modifier
  }

  static func render(_ view: borrowing _ModifiedView, into renderer: inout ElementRenderer) {
    let outer = renderer.context
    view.modifier.apply(to: &renderer.context)
    renderer.render(view.content)
    renderer.context = outer
  }
}
