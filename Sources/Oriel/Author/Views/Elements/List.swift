/// A list of rows. Use ``ForEach`` for rows that change.
public struct List: ElementView {
  let content: ViewList

  /// Creates a list of views, ``Section``s and ``ForEach``s.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing List, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("list", members: 2), children: view.content)
  }
}

extension List {
  private init(_ rows: ForEach) {
    content = ViewList(rows)
  }

  /// Creates a list with a row for each element, identified by the element's own identity.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  )
  where Data.Element: Identifiable, Data.Element.ID: CustomStringConvertible {
    self.init(ForEach(data, content: rowContent))
  }

  /// Creates a list with a row for each element, identified by the value at `id`, which must be unique in the
  /// collection.
  public init<Data: RandomAccessCollection, ID: Hashable & CustomStringConvertible, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) {
    self.init(ForEach(data, id: id, content: rowContent))
  }

  /// Creates a list with a row for each element, identified by the element's own identity.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  )
  where Data.Element: Identifiable {
    self.init(ForEach(data, content: rowContent))
  }

  /// Creates a list with a row for each element, identified by the value at `id`, which must be unique in the
  /// collection.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) {
    self.init(ForEach(data, id: id, content: rowContent))
  }
}
