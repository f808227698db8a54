import GRDB

/// The tables, and how older ones become these.
///
/// All text is stored as bytes, because SQLite's own text ends at a NUL, which a browser's or a token's text may
/// contain. `sum` is a checksum of the row, against bit errors on the disk.
enum Schema {
  /// Says whose file it is (`PRAGMA application_id`): "Orie".
  private static let applicationID = 0x4F72_6965

  static func prepare(_ writer: some DatabaseWriter, path: String) throws {
    try writer.writeWithoutTransaction { db in try claim(db, path) }
    if try writer.read(migrator.hasBeenSuperseded) { throw SQLiteStoreError.fromNewerVersion(path) }
    try migrator.migrate(writer)
  }

  private static func claim(_ db: Database, _ path: String) throws {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
    if id == applicationID { return }
    let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    guard id == 0, isEmpty else { throw SQLiteStoreError.notAStore(path) }
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
  }

  static func check(_ db: Database, path: String) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
      throw SQLiteStoreError.notAStore(path)
    }
    if try migrator.hasBeenSuperseded(db) { throw SQLiteStoreError.fromNewerVersion(path) }
  }

  /// A migration that was released is never changed; another follows it.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          CREATE TABLE windows (
            id BLOB PRIMARY KEY, user BLOB NOT NULL, scene BLOB NOT NULL, openedBy BLOB, origin BLOB NOT NULL,
            originSum INTEGER NOT NULL, title BLOB NOT NULL, usedAt INTEGER NOT NULL, position BLOB NOT NULL,
            positionSum INTEGER NOT NULL) WITHOUT ROWID;
          CREATE INDEX windowsOfUser ON windows (user);
          CREATE INDEX windowsOfScene ON windows (scene);
          CREATE TABLE models (
            window BLOB, id BLOB, value BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (window, id)) WITHOUT ROWID;
          CREATE TABLE objects (
            user BLOB, type BLOB, value BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (user, type)) WITHOUT ROWID;
          CREATE TABLE triggers (
            number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, kind BLOB NOT NULL, payload BLOB NOT NULL,
            deadline INTEGER NOT NULL, sum INTEGER NOT NULL);
          CREATE TABLE outcomes (
            trigger BLOB, window BLOB, place INTEGER NOT NULL, status TEXT NOT NULL, value BLOB, sum INTEGER NOT NULL,
            PRIMARY KEY (trigger, window)) WITHOUT ROWID;
          CREATE INDEX openOutcomes ON outcomes (window) WHERE status IN ('pending', 'blocked');
          CREATE TABLE keptAside (
            number INTEGER PRIMARY KEY, user BLOB NOT NULL, window BLOB, type BLOB, reason BLOB NOT NULL,
            time INTEGER NOT NULL, record BLOB NOT NULL);
          """)
    }
    migrator.registerMigration("2") { db in
      try db.execute(
        sql: """
          CREATE TABLE access (user BLOB PRIMARY KEY, bannedAt INTEGER, signedOutAt INTEGER) WITHOUT ROWID;
          CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL UNIQUE, time INTEGER NOT NULL, who BLOB NOT NULL,
            act BLOB NOT NULL, target BLOB NOT NULL, record BLOB NOT NULL, sum INTEGER NOT NULL);
          CREATE INDEX auditOfTarget ON audit (target);
          """)
    }
    // A page that opens a window is looked for among all that its user has.
    migrator.registerMigration("3") { db in
      try db.execute(sql: "DROP INDEX windowsOfUser; CREATE INDEX windowsOfUser ON windows (user, openedBy)")
    }
    return migrator
  }
}
