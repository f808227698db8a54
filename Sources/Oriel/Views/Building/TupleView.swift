/// Several views, one after another. What a block of a ``ViewBuilder`` makes.
///
/// The place of a view in its block is part of its identity, so what stands behind an `if` keeps its own when the `if`
/// shows nothing.
public struct TupleView<each Content: View>: _ElementView {
  let content: (repeat each Content)

  init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }

  public static func _render(_ view: borrowing TupleView, into renderer: inout ElementRenderer) {
    var place = 0
    for child in repeat each view.content {
      renderer.render(child, at: .index(place))
      place += 1
    }
  }
}
