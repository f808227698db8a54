/// Rows, one below another. Write its changing part as a ``ForEach``.
public struct List: _ElementView {
  let content: ViewList

  /// Rows that are written out, ``Section``s, and a ``ForEach`` where they change.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing List, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("list", members: 2), children: view.content)
  }
}

extension List {
  private init(_ rows: ForEach) {
    content = ViewList(rows)
  }

  /// A list of one row for each element, known by the element's own identity.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  )
  where Data.Element: Identifiable, Data.Element.ID: CustomStringConvertible {
    self.init(ForEach(data, content: rowContent))
  }

  /// A list of one row for each element. The `id` leads to what makes an element different from all others of the
  /// collection.
  public init<Data: RandomAccessCollection, ID: Hashable & CustomStringConvertible, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) {
    self.init(ForEach(data, id: id, content: rowContent))
  }

  /// A list of one row for each element, known by the element's own identity.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  )
  where Data.Element: Identifiable {
    self.init(ForEach(data, content: rowContent))
  }

  /// A list of one row for each element. The `id` leads to what makes an element different from all others of the
  /// collection.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) {
    self.init(ForEach(data, id: id, content: rowContent))
  }
}
