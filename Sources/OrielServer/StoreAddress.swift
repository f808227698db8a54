import Foundation
import OrielHub
import OrielSQL
import OrielSQLite
import OrielSystem
import OrielTransport

#if PostgreSQL
  import OrielPostgres
#endif

/// The place where windows are stored, as `--database` says it.
enum StoreAddress: Equatable, CustomStringConvertible {
  case memory
  case file(String)
  /// A URL of PostgreSQL.
  case database(String)

  init(_ database: String) {
    self =
      switch database {
      case "memory": .memory
      case _ where database.hasPrefix("postgres://") || database.hasPrefix("postgresql://"): .database(database)
      default: .file(database)
      }
  }

  /// For messages: without the password of a database.
  var description: String {
    switch self {
    case .memory: return "memory"
    case .file(let path): return path
    case .database(let url):
      #if PostgreSQL
        return (try? PostgresAddress(url).description) ?? "the database"
      #else
        return "the database"
      #endif
    }
  }

  /// Where the files of this machine are, without what their names end with; `nil` in memory.
  func localPath(state: String) -> String? {
    switch self {
    case .memory: nil
    case .file(let path): path
    case .database: state + "/oriel"
    }
  }

  /// Makes the folder for the files of this machine, which only a database has.
  func makeFolder(state: String) throws(ConfigurationError) {
    guard case .database = self else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unwritableState(state, reason: error.localizedDescription)
    }
  }

  /// Opens the store for a server.
  ///
  /// - Parameters:
  ///   - hubs: The number of hubs that use it.
  ///   - configuration: The server's, which says how it takes part.
  ///   - uploads: The mark of the folder of uploads that nodes share; `nil` if there is none.
  ///   - say: Called with what an operator should know.
  ///   - onFenced: Called when another server has taken over the store: the process has to end.
  func open(
    hubs: Int, for configuration: ServerConfiguration, uploads: String?, say: @escaping @Sendable (String) -> Void,
    onFenced: @escaping @Sendable () -> Void
  ) throws -> any WindowStore {
    switch self {
    case .memory: return try SQLiteWindowStore()
    case .file(let path):
      // A file that may not grow is reported as an error, like a full disk, and not by a signal that would end the
      // process.
      signal(SIGXFSZ, SIG_IGN)
      return try SQLiteWindowStore(path: path, hubs: hubs)
    case .database(let url):
      #if PostgreSQL
        return try PostgresWindowStore(
          PostgresAddress(url), hubs: hubs,
          as: NodeIdentity(
            name: configuration.nodeName ?? ProcessInfo.processInfo.hostName,
            address: try configuration.nodeAddress.map(Self.resolved),
            build: configuration.nodeAddress == nil ? [] : Self.build(), uploads: uploads,
            keys: try Self.fingerprints(configuration)),
          say: say, ask: NodeQuestions.ask, onFenced: onFenced)
      #else
        throw StoreAddressError.builtWithoutPostgres
      #endif
    }
  }

  #if PostgreSQL
    /// The address as other nodes dial it, without looking anything up.
    private static func resolved(_ address: String) throws(ConfigurationError) -> String {
      guard let found = NodeAddress(address, looksUpNames: true) else { throw .nodeAddress(address) }
      return found.text
    }

    private static func fingerprints(_ configuration: ServerConfiguration) throws -> NodeIdentity.Keys {
      let fingerprint = { (secret: [UInt8]) in Array(hmacSHA256(key: secret, message: "fingerprint".utf8).prefix(16)) }
      return NodeIdentity.Keys(
        secret: fingerprint(try Secret.load(configuration)),
        adminToken: configuration.adminToken.map { fingerprint(Array($0.utf8)) } ?? [])
    }

    /// A hash of the program's file, the same on all machines that run it.
    private static func build() -> [UInt8] {
      let file = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped)
      return hmacSHA256(key: [], message: file ?? Data())
    }
  #endif

  /// Opens the store for a command that changes it, while no server uses it.
  func openOffline() throws -> any OfflineStore {
    switch self {
    case .memory: throw StoreAddressError.memory
    case .file(let path): return try SQLiteWindowStore(path: path)
    case .database(let url):
      #if PostgreSQL
        return try PostgresWindowStore(offline: PostgresAddress(url))
      #else
        throw StoreAddressError.builtWithoutPostgres
      #endif
    }
  }

  /// Opens the store for a command that only reads it.
  func inspect() throws -> any StoreInspection {
    switch self {
    case .memory: throw StoreAddressError.memory
    case .file(let path): return try SQLiteInspection(path: path)
    case .database(let url):
      #if PostgreSQL
        return try PostgresInspection(PostgresAddress(url))
      #else
        throw StoreAddressError.builtWithoutPostgres
      #endif
    }
  }
}

/// The reason why a store can't be used.
enum StoreAddressError: Error, Equatable, CustomStringConvertible {
  case memory
  case builtWithoutPostgres
  case backup

  var description: String {
    switch self {
    case .memory: "A store in memory is gone with its server. Give --database a file or the address of a database."
    case .builtWithoutPostgres:
      """
      This program was built without PostgreSQL. Add traits: ["PostgreSQL"] to the dependency on oriel in Package.swift, \
      install libpq-dev, and build it again.
      """
    case .backup: "Only a file is backed up by this command. Use pg_dump, with --schema oriel, for a database."
    }
  }
}
