/// A view that adds a declaration about navigation to its content.
struct DeclaringView<Content: View>: ElementView {
  let content: Content
  let declare: (inout NavigationDeclarations) -> Void

  static func render(_ view: borrowing DeclaringView, into renderer: inout ElementRenderer) {
    Content._render(view.content, into: &renderer)
    view.declare(&renderer.declared)
  }
}
