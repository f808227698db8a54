private struct TitledView<Content: View>: _ElementView {
  let content: Content
  let title: String

  /// The content first, so that the outermost of several titles stays.
  static func _render(_ view: borrowing TitledView, into renderer: inout ElementRenderer) {
    Content._render(view.content, into: &renderer)
    renderer.title = view.title
  }
}

private struct ToolbarView<Content: View, Items: View>: _ElementView {
  let content: Content
  let items: Items

  static func _render(_ view: borrowing ToolbarView, into renderer: inout ElementRenderer) {
    let number = renderer.position.toolbars
    renderer.position.toolbars += 1
    Content._render(view.content, into: &renderer)
    renderer.position.toolbars = number
    renderer.renderToolbar(view.items, number: number)
  }
}

extension View {
  /// The title of the screen. Where several are given, the outermost and then the last one counts.
  public func navigationTitle(_ title: String) -> some View {
    TitledView(content: self, title: title)
  }

  /// Puts views into the toolbar of the screen, behind those that the view itself puts there.
  public func toolbar<Items: View>(@ViewBuilder content: () -> Items) -> some View {
    ToolbarView(content: self, items: content())
  }
}

extension ElementRenderer {
  fileprivate mutating func renderToolbar<Items: View>(_ items: borrowing Items, number: Int) {
    guard options == nil else { return }
    let outer = (position, context.attributes)
    position.namesElements = false
    context.attributes = ElementAttributes()
    path.append(.toolbar(number))
    toolbar += elements(of: items)
    path.removeLast()
    (position, context.attributes) = outer
  }
}
