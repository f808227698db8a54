/// A view for each element of a collection, known by the element's own identity: a row that moves is moved, not written
/// anew, and an event that was meant for one row never reaches another.
///
/// Ids become text on their way to the client: two that have the same `description` count as duplicates, which get other
/// ids and are reported.
///
/// A row is made, rendered and forgotten before the next: nothing keeps all of them.
public struct ForEach: _ElementView {
  let renderRows: (inout ElementRenderer) -> Void

  @usableFromInline
  init(_ renderRows: @escaping (inout ElementRenderer) -> Void) {
    self.renderRows = renderRows
  }

  /// Elements by their `id`, which leads to what makes one different from all others of the collection.
  @_disfavoredOverload
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    let ids = data.map { $0[keyPath: id] }
    self.init { renderer in
      for (element, id) in zip(data, ids) { renderer.renderRow(id, String(describing: id), content(element)) }
    }
  }

  /// Elements by their `id`, which leads to what makes one different from all others of the collection.
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable & CustomStringConvertible, Content: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    // Here, where the compiler mostly knows where the path leads: to follow it takes longer than to render a text.
    let ids = data.map { $0[keyPath: id] }
    self.init { renderer in
      for (element, id) in zip(data, ids) { renderer.renderRow(id, id.description, content(element)) }
    }
  }

  /// Elements that are `Identifiable`, by an identity that has no text of its own.
  @_disfavoredOverload
  @inlinable
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, @_implicitSelfCapture @ViewBuilder content: @escaping (Data.Element) -> Content
  )
  where Data.Element: Identifiable {
    self.init { renderer in
      for element in data {
        let id = element.id
        renderer.renderRow(id, String(describing: id), content(element))
      }
    }
  }

  /// Elements that are `Identifiable`. A row keeps its id while its element does.
  @inlinable
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, @_implicitSelfCapture @ViewBuilder content: @escaping (Data.Element) -> Content
  )
  where Data.Element: Identifiable, Data.Element.ID: CustomStringConvertible {
    self.init { renderer in
      for element in data {
        let id = element.id
        renderer.renderRow(id, id.description, content(element))
      }
    }
  }

  /// Numbers; each is its own identity.
  @inlinable
  public init<Content: View>(_ data: Range<Int>, @_implicitSelfCapture @ViewBuilder content: @escaping (Int) -> Content)
  {
    self.init { renderer in
      for number in data { renderer.renderRow(number, number.description, content(number)) }
    }
  }

  public static func _render(_ view: borrowing ForEach, into renderer: inout ElementRenderer) {
    renderer.renderRows(view.renderRows)
  }
}
