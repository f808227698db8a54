/// A list of views, as created by a block of a ``ViewBuilder``.
///
/// All blocks have this one type. A generic type for each combination of views would be built at run time, which takes
/// longer than rendering the views.
///
/// A view's position in its block is part of its identity, so the views after an `if` keep their identities when the
/// `if` shows nothing.
public struct ViewList: ElementView {
  @usableFromInline let views: [any View]

  @inlinable
  init(_ views: [any View]) {
    self.views = views
  }

  /// The views of a block, or any other view as a block of one.
  @inlinable
  init<Content: View>(_ content: Content) {
    self = Content.self == ViewList.self ? unsafeBitCast(content, to: ViewList.self) : ViewList([content])
  }

  static func render(_ view: borrowing ViewList, into renderer: inout ElementRenderer) {
    if view.views.count == 1 { return renderer.render(view.views[0]) }
    let depth = renderer.path.count
    renderer.path.append(.index(0))
    for place in view.views.indices {
      renderer.path[depth] = .index(place)
      renderer.render(view.views[place])
    }
    renderer.path.removeLast()
  }
}

/// One of two blocks, chosen by an `if … else` or a `switch`. The two have different identities even if both show the
/// same kind of element, so an event meant for one never reaches the other.
private struct BranchView: ElementView {
  let isFirst: Bool
  let content: ViewList

  static func render(_ view: borrowing BranchView, into renderer: inout ElementRenderer) {
    renderer.render(view.content, at: .branch(view.isFirst))
  }
}

extension ViewBuilder {
  @usableFromInline
  static func branch(isFirst: Bool, _ content: any View) -> any View {
    BranchView(isFirst: isFirst, content: ViewList(content))
  }
}

extension ElementRenderer {
  mutating func render<V: View>(_ view: borrowing V) {
    V._render(view, into: &self)
  }
}
