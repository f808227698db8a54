/// A view for each element of a collection, known by the element's own identity: a row that moves is moved, not written
/// anew, and an event that was meant for one row never reaches another.
///
/// Ids become text on their way to the client: two that have the same `description` count as duplicates, which get other
/// ids and are reported.
public struct ForEach: _ElementView {
  @usableFromInline
  struct Row {
    /// What a row stands for as an option of a ``Picker``.
    let id: any Hashable
    let idText: String
    let content: ViewList

    @usableFromInline
    init(id: any Hashable, idText: String, content: ViewList) {
      self.id = id
      self.idText = idText
      self.content = content
    }
  }

  let rows: [Row]

  @usableFromInline
  init(rows: [Row]) {
    self.rows = rows
  }

  /// Elements by their `id`, which leads to what makes one different from all others of the collection.
  @_disfavoredOverload
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: (Data.Element) -> Content
  ) {
    self.init(
      rows: data.map { element in
        let id = element[keyPath: id]
        return Row(id: id, idText: String(describing: id), content: ViewList(content(element)))
      })
  }

  /// Elements by their `id`, which leads to what makes one different from all others of the collection.
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable & CustomStringConvertible, Content: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: (Data.Element) -> Content
  ) {
    self.init(
      rows: data.map { element in
        let id = element[keyPath: id]
        return Row(id: id, idText: id.description, content: ViewList(content(element)))
      })
  }

  /// Elements that are `Identifiable`, by an identity that has no text of its own.
  @_disfavoredOverload
  @inlinable
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, @ViewBuilder content: (Data.Element) -> Content
  )
  where Data.Element: Identifiable {
    self.init(
      rows: data.map { element in
        let id = element.id
        return Row(id: id, idText: String(describing: id), content: ViewList(content(element)))
      })
  }

  /// Elements that are `Identifiable`. A row keeps its id while its element does.
  @inlinable
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, @ViewBuilder content: (Data.Element) -> Content
  )
  where Data.Element: Identifiable, Data.Element.ID: CustomStringConvertible {
    self.init(
      rows: data.map { element in
        let id = element.id
        return Row(id: id, idText: id.description, content: ViewList(content(element)))
      })
  }

  /// Numbers; each is its own identity.
  @inlinable
  public init<Content: View>(_ data: Range<Int>, @ViewBuilder content: (Int) -> Content) {
    self.init(rows: data.map { Row(id: $0, idText: $0.description, content: ViewList(content($0))) })
  }

  public static func _render(_ view: borrowing ForEach, into renderer: inout ElementRenderer) {
    renderer.renderRows(view.rows)
  }
}
