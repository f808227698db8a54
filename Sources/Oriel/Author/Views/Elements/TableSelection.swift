/// A selection of rows of a table, which may be of all.
///
/// ```swift
/// var selected = TableSelection<Letter.ID>.ids([])
///
/// Table(letters, matching: filter, selection: bind(\.selected)) { … }
///   .contextMenu(forSelectionType: TableSelection<Letter.ID>.self) { selection in
///     Button("Delete") { try await self.delete(selection) }
///   }
/// ```
///
/// With Control and A, or Command and A, a user selects ``all(except:)``: all rows that the table has, whether or not a page has loaded
/// them. It names the rows that are not selected, so that a selection of a million rows is as small as one of ten. Rows that were
/// filtered out are not selected: act on those that match the filter of the moment, without these ids.
public enum TableSelection<ID: Hashable>: Hashable {
  /// These rows, at most 10,000.
  case ids(Set<ID>)
  /// All rows of the table but these, at most 10,000.
  case all(except: Set<ID>)

  /// Whether a row of the table is selected.
  public func contains(_ id: ID) -> Bool {
    switch self {
    case .ids(let ids): ids.contains(id)
    case .all(let except): !except.contains(id)
    }
  }

  /// The rows by their ids; empty if they are not listed.
  var listed: Set<ID> { if case .ids(let ids) = self { ids } else { [] } }

  /// `nil` if too many ids would have to be kept.
  func toggling(_ id: ID) -> TableSelection? {
    switch self {
    case .ids(let ids):
      let new = ids.symmetricDifference([id])
      return new.count <= TableLimits.selectedRows ? .ids(new) : nil
    case .all(let except):
      let new = except.symmetricDifference([id])
      return new.count <= TableLimits.selectedRows ? .all(except: new) : nil
    }
  }
}

extension TableSelection: Sendable where ID: Sendable {}

extension TableSelection: Codable where ID: Codable {
  private enum CodingKeys: String, CodingKey { case ids, except }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let except = try container.decodeIfPresent(Set<ID>.self, forKey: .except) {
      self = .all(except: except)
    } else {
      self = .ids(try container.decode(Set<ID>.self, forKey: .ids))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .ids(let ids): try container.encode(ids, forKey: .ids)
    case .all(let except): try container.encode(except, forKey: .except)
    }
  }
}

/// Where a table keeps which rows are selected.
enum RowSelection<ID: Hashable> {
  case none
  case one(Binding<ID?>)
  case many(Binding<Set<ID>>)
  case all(Binding<TableSelection<ID>>)

  var value: TableSelection<ID> {
    switch self {
    case .none: .ids([])
    case .one(let selection): .ids(Set(selection.wrappedValue.map { [$0] } ?? []))
    case .many(let selection): .ids(selection.wrappedValue)
    case .all(let selection): selection.wrappedValue
    }
  }
}

extension Table {
  /// Creates a table of which several or all rows can be selected.
  public init<Data: RandomAccessCollection>(
    _ data: Data, selection: Binding<TableSelection<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row {
    self.init(ListedData(rows: Array(data)), .all(selection), sortOrder, columnCustomization, columns())
  }

  /// Creates a table of the rows of a source, of which several or all can be selected.
  public init<Source: TableSource<Row>>(
    _ source: Source, matching filter: Source.Filter, selection: Binding<TableSelection<Row.ID>>,
    sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) {
    let data = SourcedData(source: source, filter: filter)
    self.init(data, .all(selection), sortOrder, columnCustomization, data.sortable(columns()))
  }
}

extension Table where Row: Codable & Sendable, Row.ID: Codable & Sendable {
  /// Creates a table of the elements of a query, of which several or all can be selected.
  public init(
    _ query: RowQuery<Row>, selection: Binding<TableSelection<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(query, .all(selection), sortOrder, columnCustomization, columns()) }

  /// Creates a table of all elements, of which several or all can be selected.
  public init(
    _ rows: Rows<Row>, selection: Binding<TableSelection<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(RowQuery(rows), .all(selection), sortOrder, columnCustomization, columns()) }
}
