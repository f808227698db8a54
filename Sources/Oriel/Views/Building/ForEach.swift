/// A view for each element of a collection, known by the element's own identity: a row that moves is moved, not written
/// anew, and an event that was meant for one row never reaches another.
///
/// Ids become text on their way to the client: two that have the same `description` count as duplicates, which get other
/// ids and are reported.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: _ElementView {
  let data: Data
  let id: (Data.Element) -> ID
  let idText: (ID) -> String
  let content: (Data.Element) -> Content

  /// - Parameter id: leads to what makes an element different from all others of the collection.
  @_disfavoredOverload
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
    self.id = { $0[keyPath: id] }
    idText = { String(describing: $0) }
  }

  /// - Parameter id: leads to what makes an element different from all others of the collection.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where ID: CustomStringConvertible {
    self.data = data
    self.content = content
    self.id = { $0[keyPath: id] }
    idText = { $0.description }
  }

  @_disfavoredOverload
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.data = data
    self.content = content
    id = { $0.id }
    idText = { String(describing: $0) }
  }

  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID, ID: CustomStringConvertible {
    self.data = data
    self.content = content
    id = { $0.id }
    idText = { $0.description }
  }

  public static func _render(_ view: borrowing ForEach, into renderer: inout ElementRenderer) {
    renderer.renderRows(view.data, id: view.id, idText: view.idText, content: view.content)
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// - Parameter data: the numbers to show; each is its own identity.
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.data = data
    self.content = content
    id = { $0 }
    idText = { $0.description }
  }
}
