import Foundation
import OrielHub
import OrielSQL
import Synchronization

/// How a program takes part.
package struct NodeIdentity: Sendable {
  /// How people know the program: its machine.
  package var name: String
  /// Where other nodes reach it, as `HOST:PORT`; `nil` of a program that serves alone.
  package var address: String?
  /// A hash of the program's file.
  package var build: [UInt8]
  /// The mark of the folder of uploads that the nodes share; `nil` if this one accepts none.
  package var uploads: String?
  /// Fingerprints of the key that signs cookies, and of the operators' token: nodes have the same.
  package var keys: Keys

  /// Fingerprints of what nodes share, which tell nothing of it.
  package struct Keys: Sendable, Equatable {
    package var secret: [UInt8]
    package var adminToken: [UInt8]

    package init(secret: [UInt8] = [], adminToken: [UInt8] = []) {
      (self.secret, self.adminToken) = (secret, adminToken)
    }
  }

  package init(
    name: String, address: String? = nil, build: [UInt8] = [], uploads: String? = nil, keys: Keys = Keys()
  ) {
    (self.name, self.address, self.build, self.uploads, self.keys) = (name, address, build, uploads, keys)
  }
}

/// Makes a program one of those that use the database: the one that serves alone, or a node among others.
///
/// Whether another program is dead is decided by one's own clock: see ``Watch``. After an outage of the database, which
/// others have come through too, they have 10 s to connect again.
final class PostgresMembership {
  private let address: PostgresAddress
  private let life: Life
  private let identity: NodeIdentity

  private let ask: @Sendable (NodeQuestion, ServerNode) async -> Bool?

  init(
    _ address: PostgresAddress, _ life: Life, _ identity: NodeIdentity,
    ask: @escaping @Sendable (NodeQuestion, ServerNode) async -> Bool? = { _, _ in nil }
  ) {
    (self.address, self.life, self.identity, self.ask) = (address, life, identity, ask)
  }

  /// The choice while another program uses the database.
  enum WhileUsed {
    /// - Parameter say: Called each 10 seconds with whom it waits for.
    case wait(say: @Sendable (String) -> Void)
    case refuse

    var say: @Sendable (String) -> Void { if case .wait(let say) = self { say } else { { _ in } } }
  }

  /// Keeps programs that it can't serve beside from writing, once none of them lives. Before that, makes the tables, or changes
  /// those of an older version.
  ///
  /// - Throws: `PostgresStoreError`: `inUse` if it is not to wait and another one lives, and others if the database can't be
  ///   used.
  func register(_ whileUsed: WhileUsed) throws {
    var waiting = Waiting(whileUsed)
    try whileAway(&waiting) { waiting in
      let connection = try PostgresConnection.open(address, name: life.sessions, idleTimeout: 10_000)
      try connection.check(address)
      try PostgresSchema.prepare(connection, address)
      waiting.wasConnected = true
      try register(connection, &waiting)
      if let warning = try connection.clockWarning() { whileUsed.say(warning) }
    }
  }

  /// Does it again while the database is away.
  func whileAway(_ whileUsed: WhileUsed, _ body: () throws -> Void) throws {
    var waiting = Waiting(whileUsed)
    waiting.wasConnected = true
    try whileAway(&waiting) { _ in try body() }
  }

  private func whileAway(_ waiting: inout Waiting, _ body: (inout Waiting) throws -> Void) throws {
    while true {
      do {
        return try body(&waiting)
      } catch let error as PostgresStoreError {
        guard case .wait = waiting.choice, error.isOutage || waiting.expects(error, address) else { throw error }
        waiting.lastOutage = .now
        waiting.say("\(error) This server waits for it.")
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  private func register(_ connection: PostgresConnection, _ waiting: inout Waiting) throws {
    var watch = Watch()
    while true {
      guard let living = try look(&watch, waiting, connection) else {
        try connection.execute("BEGIN")
        // One program takes over at a time.
        try connection.send("SELECT version FROM meta FOR UPDATE", [])
        let others = try connection.others(of: life)
        if let other = others.first(where: { $0.role != connection.user && !$0.role.isEmpty }) {
          throw PostgresStoreError.otherRole(own: connection.user, of: other.node.name, other.role)
        }
        if watch.living(among: others.filter(mustEnd), at: .now) == nil {
          try refuseAddress(of: others.filter(isFormer))
          let nodes = others.filter { !mustEnd($0) && !isFormer($0) && $0.hasSession }
          try compareUploads(with: nodes, waiting.choice)
          try compareKeys(with: nodes, waiting.choice)
          let replaced = others.filter { mustEnd($0) || isFormer($0) }.map(\.life)
          if try connection.fence(replaced, { try insert(connection) }) { return }
        } else {
          try connection.execute("ROLLBACK")
        }
        continue
      }
      if case .refuse = waiting.choice, watch.hasBeaten(living) {
        throw PostgresStoreError.inUse(address.description, by: living.node.name)
      }
      waiting.say(
        "\(living.node.name) uses the database \(address.description)\(identity.address == nil ? "" : " alone"). "
          + "This server waits, and takes over when that ends.")
      Thread.sleep(forTimeInterval: 0.5)
    }
  }

  /// A window may be in the memory of any node, and its files have to be there.
  private func compareUploads(with nodes: [Other], _ choice: WhileUsed) throws(PostgresStoreError) {
    if let other = nodes.first(where: { $0.uploads != nil && $0.uploads != identity.uploads }) {
      throw .otherUploads(of: other.node.name, hasOwn: identity.uploads != nil)
    }
    for other in nodes where identity.uploads != other.uploads {
      choice.say(
        "The node \(other.node.name) accepts no uploads, and would not find the files of this one. Give it the same folder "
          + "with --uploads.")
    }
  }

  /// With another key, users of the other nodes would be strangers here.
  private func compareKeys(with nodes: [Other], _ choice: WhileUsed) throws(PostgresStoreError) {
    for other in nodes where identity.address != nil && !other.keys.secret.isEmpty {
      guard other.keys.secret == identity.keys.secret else { throw .otherSecret(of: other.node.name) }
      if other.keys.adminToken != identity.keys.adminToken {
        choice.say(
          "The node \(other.node.name) has another admin token: operators can use each of the two with one node only. Give all "
            + "nodes the same ORIEL_ADMIN_TOKEN.")
      }
    }
  }

  /// A node that answers at this one's address is on another machine, as this one does not listen yet.
  private func refuseAddress(of nodes: [Other]) throws(PostgresStoreError) {
    for other in nodes where other.hasSession {
      let answer = Answer()
      Task.detached { [ask] in answer.come(await ask(.areYou(other.life), other.node)) }
      if answer.wait() == true { throw .sameAddress(other.node.address, as: other.node.name) }
    }
  }

  /// The answer of a node to a program that can do nothing before it has it.
  private final class Answer: Sendable {
    private let answer = Mutex<Bool?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func come(_ answer: Bool?) {
      self.answer.withLock { $0 = answer }
      done.signal()
    }

    /// Longer than any question waits for its answer.
    func wait() -> Bool? {
      _ = done.wait(timeout: .now() + 30)
      return answer.withLock(\.self)
    }
  }

  /// Whether this program can't serve while the other one does.
  private func mustEnd(_ other: Other) -> Bool {
    (identity.address == nil || other.isAlone) && !isFormer(other)
  }

  /// Whether it was at this program's address, where it can't be any more.
  private func isFormer(_ other: Other) -> Bool { identity.address != nil && other.node.address == identity.address }

  private func look(_ watch: inout Watch, _ waiting: Waiting, _ connection: PostgresConnection) throws -> Other? {
    let others = try connection.others(of: life)
    // After an outage of the database others are about to connect again.
    watch.isAfterOutage =
      try connection.isNewDatabase() || waiting.lastOutage.map { $0.duration(to: .now) < .seconds(30) } ?? false
    return watch.living(among: others.filter(mustEnd), at: .now)
  }

  private func insert(_ connection: PostgresConnection) throws {
    for table in ["turns", "beats"] {
      try connection.send("DELETE FROM \(table) WHERE life NOT IN (SELECT life FROM nodes WHERE alive)", [])
    }
    try connection.send(
      """
      DELETE FROM news WHERE life NOT IN (
        SELECT life FROM nodes WHERE alive OR since > now() - interval '2 minutes')
      """, [])
    try connection.send(
      "DELETE FROM claims WHERE life = 0 OR life IN (SELECT life FROM nodes WHERE NOT alive)", [])
    try connection.send(
      """
      DELETE FROM nodes WHERE NOT alive AND since < now() - interval '1 hour'
        AND life NOT IN (SELECT life FROM claims)
      """, [])
    try connection.send("INSERT INTO builds (hash) VALUES (?) ON CONFLICT DO NOTHING", [Bytes(identity.build)])
    try stepBack(connection)
    try connection.send(
      """
      INSERT INTO nodes (life, name, address, role, uploads, secret, adminToken, build, alive)
      SELECT ?, ?, ?, ?, ?, ?, ?, number, true FROM builds WHERE hash = ? ON CONFLICT (life) DO NOTHING
      """,
      [
        life.number, Bytes(identity.name), identity.address.map { Bytes($0) }, Bytes(connection.user),
        identity.uploads.map { Bytes($0) }, Bytes(identity.keys.secret), Bytes(identity.keys.adminToken),
        Bytes(identity.build),
      ])
    // Of other builds, only what is still needed.
    try connection.send(
      """
      DELETE FROM crashes WHERE build NOT IN (SELECT build FROM nodes WHERE alive)
      """, [])
    try connection.send("INSERT INTO beats (life, beat) VALUES (?, 0) ON CONFLICT DO NOTHING", [life.number])
    try connection.send("INSERT INTO turns VALUES (?, 0) ON CONFLICT DO NOTHING", [life.number])
  }

  /// A node that is started when no newer one lives makes its build the newest again: an operator has gone back to it.
  private func stepBack(_ connection: PostgresConnection) throws {
    let former = try connection.queryFirst(
      """
      SELECT number FROM builds AS own WHERE hash = ?
        AND EXISTS (SELECT 1 FROM builds WHERE served AND number > own.number)
        AND NOT EXISTS (SELECT 1 FROM nodes WHERE alive AND build > own.number)
      """, [Bytes(identity.build)]
    ) { $0.number(0) ?? 0 }
    if let former { try connection.makeNewest(former) }
  }

  /// Says why a program waits, every 10 seconds.
  private struct Waiting {
    let choice: WhileUsed
    var wasConnected = false
    var lastOutage: ContinuousClock.Instant?
    private var last: (text: String, time: ContinuousClock.Instant)?

    init(_ choice: WhileUsed) { self.choice = choice }

    /// While a standby is made the primary, a database refuses what it has accepted and will accept again.
    func expects(_ error: PostgresStoreError, _ address: PostgresAddress) -> Bool {
      guard case .cannotConnect = error else { return false }
      return wasConnected || address.hasSeveralHosts
    }

    mutating func say(_ text: String) {
      if let last, last.text == text, last.time.duration(to: .now) < .seconds(10) { return }
      choice.say(text)
      last = (text, .now)
    }
  }
}

extension PostgresConnection {
  /// The other programs that were not replaced.
  func others(of life: Life) throws -> [Other] {
    try query(
      """
      SELECT life, name, address, beat, draining, build, role, pages, uploads,
        'oriel/' || life IN (SELECT application_name FROM pg_stat_activity), secret, adminToken
      FROM nodes JOIN beats USING (life) WHERE alive AND life <> ? ORDER BY life
      """, [life.number]
    ) {
      Other(
        node: ServerNode(
          life: Life(number: $0.number(0) ?? 0), name: $0.bytes(1).text, address: $0.bytesIfAny(2)?.text ?? "",
          beat: $0.number(3) ?? 0, pages: Int($0.number(7) ?? 0), isDraining: $0.number(4) == 1,
          build: $0.number(5) ?? 0),
        isAlone: $0.isNull(2), role: $0.bytes(6).text, uploads: $0.bytesIfAny(8)?.text, hasSession: $0.number(9) == 1,
        keys: NodeIdentity.Keys(secret: $0.bytesIfAny(10)?.bytes ?? [], adminToken: $0.bytesIfAny(11)?.bytes ?? []))
    }
  }

  /// Makes a build the newest again, as if it had been started for the first time now.
  func makeNewest(_ build: Int64) throws {
    try send(
      """
      WITH newest AS (UPDATE builds SET number = DEFAULT, served = true WHERE number = ?1 RETURNING number),
        moved AS (UPDATE nodes SET build = newest.number FROM newest WHERE build = ?1)
      UPDATE crashes SET build = newest.number FROM newest WHERE build = ?1
      """, [build])
  }

  /// Whether the database has been started a moment ago.
  func isNewDatabase() throws -> Bool {
    let start = try databaseStart ?? .now - .seconds(ageOfDatabase())
    databaseStart = start
    return start.duration(to: .now) < .seconds(10)
  }

  /// In seconds.
  private func ageOfDatabase() throws -> Int {
    try number("SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::bigint")
  }

  /// Keeps other programs from writing, in the running transaction, and commits it.
  ///
  /// - Parameter more: Done in the same transaction.
  /// - Returns: Whether that is done; `false` if one of them held its row, whose connections were ended.
  func fence(_ others: [Life], _ more: () throws -> Void = {}) throws -> Bool {
    do {
      try send("SET LOCAL lock_timeout = '300ms'", [])
      for other in others {
        try send("UPDATE nodes SET alive = false, since = now() WHERE life = ? AND alive", [other.number])
      }
      try more()
      try execute("COMMIT")
      // They can't commit any more, and may hold locks.
      for other in others { try? endSessions(of: other) }
      return true
    } catch PostgresStoreError.failed("55P03", _) {
      try execute("ROLLBACK")
      for other in others { try endSessions(of: other) }
      return false
    }
  }

  private func endSessions(of life: Life) throws {
    _ = try number(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = convert_from(?, 'UTF8')",
      [Bytes(life.sessions)])
  }
}
