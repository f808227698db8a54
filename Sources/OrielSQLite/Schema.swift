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

  /// A store's tables without rows, from which stores in memory are copied, because making them takes longer.
  static let empty = Result { () throws -> DatabaseQueue in
    let queue = try DatabaseQueue()
    try prepare(queue, path: "memory")
    return queue
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
  static var migrator: DatabaseMigrator {
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
    // What was stored until now belongs to the tenant of an app whose users all share: its name is empty.
    migrator.registerMigration("4") { db in
      try db.execute(
        sql: """
          ALTER TABLE windows ADD COLUMN home BLOB NOT NULL DEFAULT x'';
          CREATE INDEX windowsOfHome ON windows (home, user, openedBy);
          ALTER TABLE objects RENAME TO formerObjects;
          CREATE TABLE objects (
            home BLOB, user BLOB, type BLOB, value BLOB NOT NULL, sum INTEGER NOT NULL,
            PRIMARY KEY (home, user, type)) WITHOUT ROWID;
          INSERT INTO objects SELECT x'', user, type, value, sum FROM formerObjects;
          DROP TABLE formerObjects;
          ALTER TABLE keptAside ADD COLUMN home BLOB NOT NULL DEFAULT x'';
          ALTER TABLE keptAside ADD COLUMN name BLOB;
          ALTER TABLE keptAside ADD COLUMN element BLOB;
          CREATE TABLE rows (
            home BLOB, user BLOB, type BLOB, name BLOB, id BLOB, position INTEGER NOT NULL, version INTEGER NOT NULL,
            value BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (home, user, type, name, id)) WITHOUT ROWID;
          CREATE TABLE timers (
            home BLOB, type BLOB, id BLOB, due INTEGER NOT NULL, message BLOB NOT NULL, sum INTEGER NOT NULL,
            PRIMARY KEY (home, type, id)) WITHOUT ROWID;
          CREATE INDEX timersByTime ON timers (due);
          CREATE TABLE posts (
            number INTEGER PRIMARY KEY AUTOINCREMENT, home BLOB NOT NULL, sender BLOB NOT NULL, type BLOB NOT NULL,
            message BLOB NOT NULL, sum INTEGER NOT NULL);
          CREATE INDEX postsByHome ON posts (home, number);
          CREATE TABLE owners (
            home BLOB PRIMARY KEY, awake INTEGER NOT NULL, state BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
          CREATE INDEX awakeOwners ON owners (home) WHERE awake;
          """)
    }
    migrator.registerMigration("5") { db in
      try db.execute(
        sql: """
          CREATE TABLE publications (
            home BLOB, type BLOB, number INTEGER NOT NULL, value BLOB NOT NULL, sum INTEGER NOT NULL,
            PRIMARY KEY (home, type)) WITHOUT ROWID;
          """)
    }
    // The tenant in which an act was done, for lists of one tenant. Earlier records have none.
    migrator.registerMigration("6") { db in
      try db.execute(sql: "ALTER TABLE audit ADD COLUMN home BLOB; CREATE INDEX auditOfHome ON audit (home, number)")
    }
    // Whether the app has acted, and not an operator: these have a limit of their own.
    migrator.registerMigration("7") { db in
      try db.execute(
        sql: """
          ALTER TABLE audit ADD COLUMN ofApp INTEGER NOT NULL DEFAULT 0;
          UPDATE audit SET ofApp = 1 WHERE instr(record, CAST('"way":"app"' AS BLOB)) > 0;
          CREATE INDEX auditByApp ON audit (ofApp, number);
          """)
    }
    // Where a row that was kept aside belongs. Earlier records have neither.
    migrator.registerMigration("8") { db in
      try db.execute(
        sql: """
          ALTER TABLE keptAside ADD COLUMN position INTEGER;
          ALTER TABLE keptAside ADD COLUMN version INTEGER;
          """)
    }
    // Closed windows are looked for by their ids, and counted for each user.
    migrator.registerMigration("9") { db in
      try db.execute(
        sql: """
          CREATE INDEX keptOfWindow ON keptAside (window);
          CREATE INDEX keptOfUser ON keptAside (user, home, reason);
          """)
    }
    // Whether an operator's act did nothing: these have a limit of their own.
    migrator.registerMigration("10") { db in
      try db.execute(
        sql: """
          ALTER TABLE audit ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
          DROP INDEX auditByApp;
          CREATE INDEX auditByKind ON audit (ofApp, refused, number);
          """)
    }
    // Rows that are not in memory. A key without a value is NULL only where there is no such key.
    migrator.registerMigration("11") { db in
      try db.execute(
        sql: """
          CREATE TABLE archive (
            home BLOB, user BLOB, type BLOB, name BLOB, id BLOB, position INTEGER NOT NULL, version INTEGER NOT NULL,
            key1 BLOB, key2 BLOB, key3 BLOB, key4 BLOB, value BLOB NOT NULL, sum INTEGER NOT NULL,
            PRIMARY KEY (home, user, type, name, id));
          CREATE INDEX archiveByPosition ON archive (home, user, type, name, position);
          CREATE INDEX archiveByKey1 ON archive (home, user, type, name, key1, position) WHERE key1 IS NOT NULL;
          CREATE INDEX archiveByKey2 ON archive (home, user, type, name, key2, position) WHERE key2 IS NOT NULL;
          CREATE INDEX archiveByKey3 ON archive (home, user, type, name, key3, position) WHERE key3 IS NOT NULL;
          CREATE INDEX archiveByKey4 ON archive (home, user, type, name, key4, position) WHERE key4 IS NOT NULL;
          """)
    }
    return migrator
  }

  /// Makes an older file look as it will when a server has opened it, for a reader that can't change it.
  static func viewOlder(_ db: Database) throws {
    let isStore = try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
    if try isStore && !db.tableExists("archive") {
      try db.execute(
        sql: """
          CREATE TEMP TABLE archive
            (home, user, type, name, id, position, version, key1, key2, key3, key4, value, sum)
          """)
    }
    guard try isStore && !db.tableExists("publications") else { return }
    try db.execute(sql: "CREATE TEMP TABLE publications (home, type, number, value, sum)")
    if try !db.tableExists("audit") { try db.execute(sql: "CREATE TEMP TABLE audit (number, record, sum)") }
    guard try !db.tableExists("rows") else { return }
    try db.execute(
      sql: """
        CREATE TEMP VIEW windows AS SELECT *, x'' AS home FROM main.windows;
        CREATE TEMP VIEW objects AS SELECT x'' AS home, * FROM main.objects;
        CREATE TEMP VIEW keptAside AS SELECT *, x'' AS home, NULL AS name, NULL AS element FROM main.keptAside;
        CREATE TEMP TABLE rows (home, user, type, name, id, position, version, value, sum);
        CREATE TEMP TABLE timers (home, type, id, due, message, sum);
        CREATE TEMP TABLE posts (number, home, sender, type, message, sum);
        CREATE TEMP TABLE owners (home, awake, state, sum);
        """)
  }
}
