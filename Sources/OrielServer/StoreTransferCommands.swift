import ArgumentParser
import Foundation
import Oriel
import OrielDocument
import OrielHub
import OrielSQLite

/// `store export`: one JSON document per window, and one for the objects of each user.
struct StoreExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print every window as a JSON document, one per line.",
    discussion: """
      The saved objects of each user follow, one line per user. While a server uses the store, the output is a \
      consistent snapshot.
      """)

  @OptionGroup var store: StoreOptions
  @Option(help: "Export only this window.") var window: String?

  func run() throws {
    try store.telling {
      let inspection = try StoreInspection(path: store.path)
      try inspection.forEachWindow { id, stored in
        if window == nil || window == id.rawValue { print(JSONValue.object(stored.exported(id))) }
      }
      guard window == nil else { return }
      try inspection.forEachUser { user, objects in print(JSONValue.object(StoredObject.exported(objects, of: user))) }
    }
  }
}

/// `store import`: stores the output of `export`, replacing the same windows and users.
struct StoreImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Store windows that were exported.",
    discussion: "Stop the server first. Either every line is imported or none is; what has the same ID is replaced.")

  @OptionGroup var store: StoreOptions
  @Argument(help: "A file with one JSON document per line, or - for standard input.") var file: String

  func run() async throws {
    let lines = try store.telling { try Self.lines(of: file) }
    let path = store.path
    do {
      let store = try SQLiteWindowStore(path: path)
      var turns: [StoredTurn] = []
      for line in lines { turns.append(try await store.turn(importing: line)) }
      try await store.commit(turns)
      try store.close()
      print("\(lines.count) documents stored in \(path)")
    } catch {
      try self.store.telling { throw error }
    }
  }

  private static func lines(of file: String) throws(ImportError) -> [ArraySlice<UInt8>] {
    let data = file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
    guard let data else { throw .unreadable(file) }
    return [UInt8](data).split(separator: UInt8(ascii: "\n"))
  }
}

/// The reason why nothing is imported.
enum ImportError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case noJSON(String)
  case noDocument

  var description: String {
    switch self {
    case .unreadable(let file): "\(file) can't be read."
    case .noJSON(let line): "This line is not JSON: \(line)"
    case .noDocument: "A line is neither an exported window nor the objects of a user."
    }
  }
}

extension SQLiteWindowStore {
  fileprivate func turn(importing line: ArraySlice<UInt8>) async throws -> StoredTurn {
    guard let json = try? JSONBytes.decode(Array(line)) else {
      throw ImportError.noJSON(String(decoding: line.prefix(80), as: UTF8.self))
    }
    if let id = json["window"]?.stringValue {
      let id = WindowID(id)
      return try StoredWindow(exported: json).turn(id, replacing: try await window(id))
    }
    var turn = StoredTurn()
    turn.objects = try StoredObject.imported(json)
    return turn
  }
}

extension StoredObject {
  static func exported(_ objects: [String: [UInt8]], of user: String) -> JSONObject {
    let values = objects.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { json, object in
      json.append(object.key, (try? JSONBytes.decode(object.value)) ?? [:])
    }
    return ["user": .string(user), "objects": .object(values)]
  }

  static func imported(_ json: JSONValue) throws(ImportError) -> [StoredObject] {
    guard let user = json["user"]?.stringValue, case .object(let objects) = json["objects"] else { throw .noDocument }
    return objects.map { StoredObject(user: user, type: $0.key, value: JSONBytes.encode($0.value)) }
  }
}
