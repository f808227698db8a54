/// A table of a store's contents, as it can be copied to another store.
package struct StoreTable: Sendable {
  package let name: String
  let columns: [(name: String, kind: Kind)]

  enum Kind: Sendable {
    case number, flag, text, bytes
  }

  /// - Parameter columns: Their names, each with a letter for its kind before it: `n`, `f`, `t` or `b`.
  private init(_ name: String, _ columns: String) {
    self.name = name
    self.columns = columns.split(separator: " ").map { column in
      let kind: Kind =
        switch column.first {
        case "n": .number
        case "f": .flag
        case "t": .text
        default: .bytes
        }
      return (String(column.dropFirst(2)), kind)
    }
  }

  package static let all = [
    StoreTable(
      "windows",
      #"b:id b:"user" b:scene b:openedBy b:origin n:originSum b:title n:usedAt b:position n:positionSum b:home"#),
    StoreTable("models", #"b:"window" b:id b:value n:sum"#),
    StoreTable("objects", #"b:home b:"user" b:type b:value n:sum"#),
    StoreTable("rows", #"b:home b:"user" b:type b:name b:id n:position n:version b:value n:sum"#),
    StoreTable(
      "archive",
      #"b:home b:"user" b:type b:name b:id n:position n:version b:key1 b:key2 b:key3 b:key4 b:value n:sum"#),
    StoreTable("timers", "b:home b:type b:id n:due b:message n:sum"),
    StoreTable("posts", "n:number b:home b:sender b:type b:message n:sum"),
    StoreTable("owners", "b:home f:awake b:state n:sum"),
    StoreTable("publications", "b:home b:type n:number b:value n:sum"),
    StoreTable("triggers", "n:number b:id b:kind b:payload n:deadline n:sum"),
    StoreTable("outcomes", #"b:trigger b:"window" n:place t:status b:value n:sum"#),
    StoreTable(
      "keptAside",
      #"n:number b:"user" b:"window" b:type b:reason n:time b:record b:home b:name b:element n:position n:version"#),
    StoreTable("access", #"b:"user" n:bannedAt n:signedOutAt"#),
    StoreTable("audit", "n:number b:id n:time b:who b:act b:target b:record n:sum b:home f:ofApp f:refused"),
  ]
}

/// The reason why a store is not filled.
package struct StoreNotEmpty: Error, CustomStringConvertible {
  package var description: String { "The store to copy to is not empty. Give a new one." }
}

extension SQLConnection {
  /// Copies everything in another store, as it is, damaged or not.
  ///
  /// - Returns: The number of records.
  /// - Throws: `StoreNotEmpty` if there is anything in this one.
  package func fill(from source: any SQLConnection) throws -> Int {
    var count = 0
    for table in StoreTable.all {
      guard try number("SELECT count(*) FROM \(table.name)") == 0 else { throw StoreNotEmpty() }
      let names = table.columns.map(\.name).joined(separator: ", ")
      let places = table.columns.map { _ in "?" }.joined(separator: ", ")
      try source.scan("SELECT \(names) FROM \(table.name)") { row in
        let values = table.columns.enumerated().map { row.value($0, $1.kind) }
        try send("INSERT INTO \(table.name) (\(names)) VALUES (\(places))", values)
        count += 1
      }
    }
    return count
  }
}

extension SQLRow {
  fileprivate func value(_ index: Int, _ kind: StoreTable.Kind) -> (any SQLArgument)? {
    switch kind {
    case .number: number(index)
    case .flag: number(index).map { $0 != 0 }
    case .text: bytesIfAny(index)?.text
    case .bytes: bytesIfAny(index)
    }
  }
}
