/// A view with an explicit id.
public struct _IdentifiedView: ElementView {
  let content: any View
  let id: String

  static func render(_ view: borrowing _IdentifiedView, into renderer: inout ElementRenderer) {
    renderer.render(view.content, withID: view.id)
  }
}

extension View {
  /// Gives the view an explicit id, which identifies its events and those of the views inside it wherever it moves.
  ///
  /// The id must be unique in the model or, in a ``ForEach``, in the row. Ids of more than 64 Unicode scalars are
  /// shortened.
  public func id<ID: Hashable & CustomStringConvertible>(_ id: ID) -> _IdentifiedView {
    _IdentifiedView(content: self, id: id.description)
  }

  /// Gives the view an explicit id, which identifies its events and those of the views inside it wherever it moves.
  @_disfavoredOverload
  public func id<ID: Hashable>(_ id: ID) -> _IdentifiedView {
    _IdentifiedView(content: self, id: String(describing: id))
  }
}
