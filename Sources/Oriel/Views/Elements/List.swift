/// Rows, one below another. Write its changing part as a ``ForEach``.
public struct List<Content: View>: _ElementView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public static func _render(_ view: borrowing List, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("list", members: 2), children: view.content)
  }
}

extension List {
  /// A list of one row for each element, known by the element's own identity.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  )
  where
    Data.Element: Identifiable, ID == Data.Element.ID, ID: CustomStringConvertible, Content == ForEach<Data, ID, Row>
  {
    content = ForEach(data, content: rowContent)
  }

  /// A list of one row for each element.
  ///
  /// - Parameter id: leads to what makes an element different from all others of the collection.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where ID: CustomStringConvertible, Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }

  /// A list of one row for each element, known by the element's own identity.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, ID == Data.Element.ID, Content == ForEach<Data, ID, Row> {
    content = ForEach(data, content: rowContent)
  }

  /// A list of one row for each element.
  ///
  /// - Parameter id: leads to what makes an element different from all others of the collection.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }
}
