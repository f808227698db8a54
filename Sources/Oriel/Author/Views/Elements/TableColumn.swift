import protocol FoundationEssentials.FormatStyle
import enum FoundationEssentials.SortOrder

/// A column of a ``Table``: its title and its content for a row.
///
/// ```swift
/// TableColumn("Symbol", value: \.symbol).width(min: 60, ideal: 90)
/// TableColumn("Price", value: \.price, format: .number.precision(.fractionLength(2))).flashesOnChange()
/// TableColumn("Filled", value: \.filled) { order in ProgressView(value: order.filled) }.priority(2)
/// TableColumn("") { order in Button("Cancel") { try self.desk.cancel(order.id) } }
/// ```
///
/// With a `value`, the table can be sorted by the column. The content of a cell has at most 8 elements and no text fields: see
/// ``onEdit(_:)``. Its reader may read the cells of all rows.
public struct TableColumn<Row> {
  /// By which sorts and the client name it.
  var id: String
  let title: String
  /// The content of a cell that has more than a text.
  let content: ((Row) -> ViewList)?
  /// The text of a cell.
  let text: ((Row) -> String)?
  var sort: ((SortOrder) -> RowSort<Row>)?
  var widths: (min: Double?, ideal: Double?, max: Double?)
  var textAlignment = TableColumnAlignment.automatic
  var priority = 0
  var isPinned = false
  var flashes = false
  var footer: String?
  var edit: ((TableEdit<Row>) throws -> Void)?

  @usableFromInline
  init(
    titled title: String, content: ((Row) -> ViewList)? = nil, text: ((Row) -> String)? = nil,
    sort: ((SortOrder) -> RowSort<Row>)? = nil
  ) {
    (id, self.title, self.content, self.text, self.sort) = (title, title, content, text, sort)
  }

  /// Creates a column of views.
  @inlinable
  public init<Content: View>(_ title: String, @ViewBuilder content: @escaping (Row) -> Content) {
    self.init(titled: title, content: { ViewList(content($0)) })
  }

  /// Creates a column of texts, by which the table can be sorted.
  @inlinable
  public init(_ title: String, value: any KeyPath<Row, String> & Sendable) {
    self.init(titled: title, text: { $0[keyPath: value] }, sort: { RowSort(value, $0) })
  }

  /// Creates a column of texts, by which the table can be sorted. Rows without one are the last in both directions.
  @inlinable
  public init(_ title: String, value: any KeyPath<Row, String?> & Sendable) {
    self.init(titled: title, text: { $0[keyPath: value] ?? "" }, sort: { RowSort(value, $0) })
  }

  /// Creates a column of views, by whose value the table can be sorted.
  @inlinable
  public init<Value: Comparable & SendableMetatype, Content: View>(
    _ title: String, value: any KeyPath<Row, Value> & Sendable, @ViewBuilder content: @escaping (Row) -> Content
  ) {
    self.init(titled: title, content: { ViewList(content($0)) }, sort: { RowSort(value, $0) })
  }

  /// Creates a column of views, by whose value the table can be sorted. Rows without one are the last in both directions.
  @inlinable
  public init<Value: Comparable & SendableMetatype, Content: View>(
    _ title: String, value: any KeyPath<Row, Value?> & Sendable, @ViewBuilder content: @escaping (Row) -> Content
  ) {
    self.init(titled: title, content: { ViewList(content($0)) }, sort: { RowSort(value, $0) })
  }

  /// Creates a column of values in a format, by which the table can be sorted.
  ///
  /// The texts are in the language of the window, unless the format has a locale of its own.
  @inlinable
  public init<Format: FormatStyle>(
    _ title: String, value: any KeyPath<Row, Format.FormatInput> & Sendable, format: Format
  ) where Format.FormatInput: Comparable & SendableMetatype, Format.FormatOutput == String {
    self.init(
      titled: title, content: { ViewList(Text($0[keyPath: value], format: format)) }, sort: { RowSort(value, $0) })
  }

  /// The width in CSS pixels, which its user can change.
  public func width(_ width: Double) -> TableColumn { self.width(min: nil, ideal: width, max: nil) }

  /// The width in CSS pixels. A column without an ideal one shares the room that the others leave.
  public func width(min: Double? = nil, ideal: Double? = nil, max: Double? = nil) -> TableColumn {
    changed { $0.widths = (min, ideal, max) }
  }

  /// On which side the cells have their content.
  public func alignment(_ alignment: TableColumnAlignment) -> TableColumn { changed { $0.textAlignment = alignment } }

  /// How soon it gives way where the page is narrow, as on a phone.
  ///
  /// - Parameter priority: 0 is always shown, in a row's first line; 1 with its title in the second; a higher one only where there is
  ///   room for columns, and elsewhere behind the button at the end of a row.
  public func priority(_ priority: Int) -> TableColumn { changed { $0.priority = min(Swift.max(priority, 0), 3) } }

  /// Keeps it in sight while the others scroll sideways.
  public func pinned() -> TableColumn { changed { $0.isPinned = true } }

  /// Shows by an arrow and a step of colour which way a value has changed.
  public func flashesOnChange() -> TableColumn { changed { $0.flashes = true } }

  /// A text below the column, such as a sum.
  public func footer(_ text: String) -> TableColumn { changed { $0.footer = text } }

  /// The name by which a ``TableSort`` names it; by default its title.
  public func customizationID(_ id: String) -> TableColumn { changed { $0.id = id } }

  /// Lets its user edit the text of a cell in place.
  ///
  /// ```swift
  /// TableColumn("Quantity", value: \.quantity, format: .number).onEdit { edit in
  ///   guard let quantity = Int(edit.text) else { throw Problem("A whole number.") }
  ///   try self.desk.resize(edit.row.id, to: quantity)
  /// }
  /// ```
  ///
  /// A ``Problem`` that it throws is shown at the editor, which keeps the text.
  ///
  /// - Parameter action: Called on the hub when the edit ends. A row that is gone by then is not edited, and one whose cell
  ///   shows another text than its user saw is refused with that text.
  public func onEdit(_ action: @escaping (TableEdit<Row>) throws -> Void) -> TableColumn {
    changed { $0.edit = action }
  }

  private func changed(_ change: (inout TableColumn) -> Void) -> TableColumn {
    var column = self
    change(&column)
    return column
  }
}

/// On which side the cells of a column have their content.
public enum TableColumnAlignment: Hashable, Sendable {
  /// That of a text's beginning.
  case automatic
  /// That of a text's beginning.
  case leading
  /// The middle.
  case center
  /// That of a text's end.
  case trailing
  /// That of numbers, whose digits stand below each other.
  case numeric
}

/// An edit of a cell: see ``TableColumn/onEdit(_:)``.
public struct TableEdit<Row> {
  /// The row as it is now.
  public let row: Row
  /// The new text.
  public let text: String
}

/// The collection of a table's columns.
public typealias TableColumnBuilder<Row> = ArrayBuilder<TableColumn<Row>>

/// A column by which a ``Table`` is sorted.
public struct TableSort: Codable, Hashable, Sendable {
  /// The column: its title, or its ``TableColumn/customizationID(_:)``.
  public var column: String
  /// The direction.
  public var order: SortOrder

  /// Sorts by a column.
  public init(_ column: String, order: SortOrder = .forward) { (self.column, self.order) = (column, order) }
}

extension SortOrder {
  /// Its word on the wire.
  var word: String { self == .forward ? "forward" : "reverse" }
}
