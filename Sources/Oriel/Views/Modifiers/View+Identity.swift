/// A view with an id of its own.
public struct IdentifiedView: _ElementView {
  let content: any View
  let id: String

  public static func _render(_ view: borrowing IdentifiedView, into renderer: inout ElementRenderer) {
    renderer.render(view.content, withID: view.id)
  }
}

extension View {
  /// Gives the view an id of its own, by which its events and those of what is in it are known wherever it moves.
  ///
  /// The id is unique in the model; in a row of a ``ForEach``, in the row. Ids of more than 64 Unicode scalars are made
  /// shorter.
  public func id<ID: Hashable & CustomStringConvertible>(_ id: ID) -> IdentifiedView {
    IdentifiedView(content: self, id: id.description)
  }

  /// Gives the view an id of its own, by which its events and those of what is in it are known wherever it moves.
  @_disfavoredOverload
  public func id<ID: Hashable>(_ id: ID) -> IdentifiedView {
    IdentifiedView(content: self, id: String(describing: id))
  }
}
