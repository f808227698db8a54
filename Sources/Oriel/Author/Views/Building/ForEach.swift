/// A view for each element of a collection, identified by the element's own identity. A row that moves is moved rather
/// than written again, and an event meant for one row never reaches another.
///
/// Ids are converted to text for the client. Two ids with the same `description` are duplicates; they are changed, and
/// a warning is logged.
///
/// Each row is created, rendered and freed before the next one.
public struct ForEach: ElementView {
  let renderRows: (inout ElementRenderer) -> Void

  @usableFromInline
  init(_ renderRows: @escaping (inout ElementRenderer) -> Void) {
    self.renderRows = renderRows
  }

  /// Creates a view for each element, identified by the value at `id`, which must be unique in the collection.
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

  /// Creates a view for each element, identified by the value at `id`, which must be unique in the collection.
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable & CustomStringConvertible, Content: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @_implicitSelfCapture @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    // The key path is read here, where the compiler usually knows its target, because following it dynamically takes
    // longer than rendering a text.
    let ids = data.map { $0[keyPath: id] }
    self.init { renderer in
      for (element, id) in zip(data, ids) { renderer.renderRow(id, id.description, content(element)) }
    }
  }

  /// Creates a view for each `Identifiable` element whose id has no `description` of its own.
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

  /// Creates a view for each `Identifiable` element. A row keeps its id as long as its element does.
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

  /// Creates a view for each number, which is its own identity.
  @inlinable
  public init<Content: View>(_ data: Range<Int>, @_implicitSelfCapture @ViewBuilder content: @escaping (Int) -> Content)
  {
    self.init { renderer in
      for number in data { renderer.renderRow(number, number.description, content(number)) }
    }
  }

  static func render(_ view: borrowing ForEach, into renderer: inout ElementRenderer) {
    renderer.renderRows(view.renderRows)
  }
}
