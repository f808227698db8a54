import GRDB

/// The reason why a store can't be opened, read or written. Each message says what to change, and none reveals its
/// content.
package enum SQLiteStoreError: Error, Equatable, CustomStringConvertible {
  case inUse(String)
  case cannotOpen(String, reason: String)
  case notAStore(String)
  case fromNewerVersion(String)
  case backupExists(String)
  case noBackup(String, reason: String)
  case notDurable
  case full
  case readOnly
  case corrupt
  case locked
  case failed(code: Int, String)

  init(_ error: any Error) {
    if let error = error as? SQLiteStoreError { self = error } else { self.init(database: error) }
  }

  private init(database error: any Error) {
    guard let error = error as? DatabaseError else {
      self = .failed(code: 0, String(describing: error))
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    default: self = .failed(code: Int(error.extendedResultCode.rawValue), error.message ?? "")
    }
  }

  init(opening path: String, _ error: any Error) {
    switch SQLiteStoreError(error) {
    case .corrupt: self = .notAStore(path)
    case .failed(_, let reason): self = .cannotOpen(path, reason: reason)
    case .full: self = .cannotOpen(path, reason: "the disk is full")
    case .readOnly: self = .cannotOpen(path, reason: "it can't be written")
    case .locked: self = .cannotOpen(path, reason: "another program has locked it")
    case let error: self = error
    }
  }

  init(backingUp path: String, _ error: any Error) {
    let reason = (error as? SQLiteStoreError) ?? SQLiteStoreError(error)
    switch reason {
    case .failed(_, let message) where !message.isEmpty: self = .noBackup(path, reason: message)
    default: self = .noBackup(path, reason: reason.description)
    }
  }

  package var description: String {
    switch self {
    case .inUse(let path):
      "Another server uses the store \(path). Stop it, or choose another path with --database."
    case .cannotOpen(let path, let reason):
      "The store \(path) can't be opened: \(reason). Make the file and its folder writable, or choose another path with --database."
    case .notAStore(let path):
      "\(path) is not an Oriel store, or it is damaged. Restore a backup, or move the file away to start with an empty store."
    case .fromNewerVersion(let path):
      "The store \(path) was written by a newer version of Oriel. Use that version, or choose another path with --database."
    case .backupExists(let path): "\(path) already exists. Choose another name for the backup."
    case .noBackup(let path, let reason): "\(path) was not written: \(reason)."
    case .notDurable:
      "The store can't be durable: its file system doesn't support a write-ahead log. Move it to a local disk."
    case .full: "the disk is full"
    case .readOnly: "the store can't be written"
    case .corrupt: "the store is damaged; see the program's command store check"
    case .locked: "another program has locked the store"
    case .failed(let code, let message): "SQLite error \(code): \(message)"
    }
  }
}
