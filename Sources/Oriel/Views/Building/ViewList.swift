/// Several views, one after another: what a block of a ``ViewBuilder`` makes.
///
/// One type for all blocks, whatever stands in them: types that are made of the types of their content would be put
/// together at run time, which takes longer than rendering what they hold.
///
/// The place of a view in its block is part of its identity, so what stands behind an `if` keeps its own when the `if`
/// shows nothing.
public struct ViewList: _ElementView {
  /// What one statement of a block makes.
  public enum Part {
    /// One view.
    case view(any View)
    /// Views that a function has listed.
    case list(ViewList)
    /// One of two blocks, as an `if … else` or a `switch` chooses. They have different identities, also where both show
    /// the same kind of element: an event that was meant for the one never reaches the other.
    case branch(isFirst: Bool, ViewList)
    /// What an `if` without `else` shows when its condition is not met.
    case nothing
  }

  @usableFromInline let parts: [Part]

  @inlinable
  init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The views of a block, or any other view as a block of one.
  @inlinable
  init<Content: View>(_ content: Content) {
    self = Content.self == ViewList.self ? unsafeBitCast(content, to: ViewList.self) : ViewList([.view(content)])
  }

  public static func _render(_ view: borrowing ViewList, into renderer: inout ElementRenderer) {
    if view.parts.count == 1 { return renderer.render(view.parts[0]) }
    let depth = renderer.path.count
    renderer.path.append(.index(0))
    for place in view.parts.indices {
      renderer.path[depth] = .index(place)
      renderer.render(view.parts[place])
    }
    renderer.path.removeLast()
  }
}

extension ElementRenderer {
  fileprivate mutating func render(_ part: consuming ViewList.Part) {
    switch consume part {
    case .view(let view): render(view)
    case .list(let list): ViewList._render(list, into: &self)
    case .branch(let isFirst, let list): render(list, at: .branch(isFirst))
    case .nothing: break
    }
  }

  mutating func render<V: View>(_ view: V) {
    V._render(view, into: &self)
  }
}
