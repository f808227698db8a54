/// The order, widths and visibility of a ``Table``'s columns, as its user has chosen them.
///
/// ```swift
/// var columns = TableColumnCustomization<Order>()
///
/// var body: some View {
///   Table(desk.orders, columnCustomization: bind(\.columns)) { … }
///   Button("Reset columns") { self.columns = .init() }
/// }
/// ```
///
/// It is a value that a model saves: with its window, or for several windows in what they share. It names a column by its
/// ``TableColumn/customizationID(_:)``, by default the title, and has no effect for columns that the table doesn't have.
public struct TableColumnCustomization<Row: Identifiable>: Codable, Equatable, Sendable {
  /// The columns from the first one on. Those that it doesn't name follow as the table has them; empty if all are as the table
  /// has them.
  public var order: [String] = []
  private var widths: [String: Double] = [:]
  private var visibilities: [String: Visibility] = [:]

  /// Leaves the columns as the table has them.
  public init() {}

  /// The width of a column in CSS pixels; `nil` for its own. A width that is not finite is ignored.
  public subscript(width id: String) -> Double? {
    get { widths[id] }
    set { widths[id] = newValue.flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Whether a column is visible. The cells of hidden columns are not sent. If all columns are hidden, all are shown.
  public subscript(visibility id: String) -> Visibility {
    get { visibilities[id] ?? .automatic }
    set { visibilities[id] = newValue == .automatic ? nil : newValue }
  }

  /// Puts the columns into the order of the table.
  public mutating func resetOrder() { order = [] }

  /// The columns in their order.
  func arranged(_ columns: [TableColumn<Row>]) -> [TableColumn<Row>] {
    guard !order.isEmpty else { return columns }
    var places: [String: Int] = [:]
    for (place, id) in order.enumerated() where places[id] == nil { places[id] = place }
    let named = columns.filter { places[$0.id] != nil }.sorted { places[$0.id]! < places[$1.id]! }
    return named + columns.filter { places[$0.id] == nil }
  }

  /// Those of the columns that are visible.
  func visible(of columns: [TableColumn<Row>]) -> [TableColumn<Row>] {
    let visible = columns.filter { self[visibility: $0.id] != .hidden }
    return visible.isEmpty ? columns : visible
  }

  /// Takes over what it says of columns that the table doesn't have now, such as those of an `if`.
  mutating func keep(_ former: Self, besides columns: [TableColumn<Row>]) {
    let ids = Set(columns.map(\.id))
    let limit = TableLimits.columns
    order += former.order.filter { !ids.contains($0) }.prefix(max(0, limit - order.count))
    for (id, width) in former.widths where !ids.contains(id) && widths.count < limit { widths[id] = width }
    for (id, visibility) in former.visibilities where !ids.contains(id) && visibilities.count < limit {
      visibilities[id] = visibility
    }
  }
}
