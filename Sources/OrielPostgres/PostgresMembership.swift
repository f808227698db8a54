import Dispatch
import Foundation
import OrielHub
import OrielSQL

/// The program's place among those that use the database: one of them serves, and others wait for its end.
///
/// A program says with each beat that it lives, once a second. Whether another one is dead is decided by one's own clock: it
/// has had no connection for 1.5 s, or its beat has stood for 3. After an outage of the database, which others have come
/// through too, it has 10 s to connect again.
final class PostgresMembership: Sendable {
  private let address: PostgresAddress
  private let life: Life
  private let answers: DatabaseAnswers
  private let queue = DispatchQueue(label: "Oriel PostgreSQL beat")
  // Guard: used on the queue only.
  nonisolated(unsafe) private var connection: PostgresConnection?
  nonisolated(unsafe) private var timer: (any DispatchSourceTimer)?

  init(_ address: PostgresAddress, _ life: Life, _ answers: DatabaseAnswers) {
    (self.address, self.life, self.answers) = (address, life, answers)
  }

  // MARK: Registration

  /// The choice while another program uses the database.
  enum WhileUsed {
    /// - Parameter say: Called each 10 seconds with whom it waits for.
    case wait(say: @Sendable (String) -> Void)
    case refuse

    var say: @Sendable (String) -> Void { if case .wait(let say) = self { say } else { { _ in } } }
  }

  /// Keeps all others from writing, once no other program uses the database. Before that, makes the tables, or changes those of
  /// an older version.
  ///
  /// - Parameter name: How people know the program: its machine.
  /// - Throws: `PostgresStoreError`: `inUse` if it is not to wait and another one lives, and others if the database can't be used.
  func register(as name: String, _ whileUsed: WhileUsed) throws {
    var waiting = Waiting(whileUsed)
    while true {
      do {
        let connection = try PostgresConnection.open(address, name: life.sessions, idleTimeout: 10_000)
        try connection.check(address)
        try PostgresSchema.prepare(connection, address)
        waiting.wasConnected = true
        try register(connection, as: name, &waiting)
        if let warning = try connection.clockWarning() { whileUsed.say(warning) }
        return
      } catch let error as PostgresStoreError {
        guard case .wait = whileUsed, error.isOutage || waiting.expects(error, address) else { throw error }
        waiting.lastOutage = .now
        waiting.say("\(error) This server waits for it.")
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  private func register(_ connection: PostgresConnection, as name: String, _ waiting: inout Waiting) throws {
    var watch = Watch()
    while true {
      guard let living = try look(&watch, waiting, connection) else {
        try connection.execute("BEGIN")
        // One program takes over at a time.
        try connection.send("SELECT version FROM meta FOR UPDATE", [])
        let others = try Self.others(of: life, connection)
        if watch.living(among: others, at: .now) == nil, try takeOver(from: others, as: name, connection) { return }
        try connection.execute("ROLLBACK")
        continue
      }
      if case .refuse = waiting.choice, watch.hasBeaten(living) {
        throw PostgresStoreError.inUse(address.description, by: living.name)
      }
      waiting.say(
        "\(living.name) uses the database \(address.description). This server waits, and takes over when that ends.")
      Thread.sleep(forTimeInterval: 0.5)
    }
  }

  private func look(_ watch: inout Watch, _ waiting: Waiting, _ connection: PostgresConnection) throws -> Other? {
    let others = try Self.others(of: life, connection)
    // After an outage of the database others are about to connect again.
    let isNew =
      try connection.number(
        "SELECT count(*) FROM pg_postmaster_start_time() AS start WHERE start > clock_timestamp() - interval '10 s'")
      > 0
    watch.isAfterOutage = isNew || waiting.lastOutage.map { $0.duration(to: .now) < .seconds(30) } ?? false
    return watch.living(among: others, at: .now)
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

  /// - Returns: Whether that is done; `false` if one of them held its row, whose connections were ended.
  private func takeOver(from others: [Other], as name: String, _ connection: PostgresConnection) throws -> Bool {
    do {
      try connection.send("SET LOCAL lock_timeout = '300ms'", [])
      for other in others {
        try connection.send("UPDATE nodes SET alive = false, since = now() WHERE life = ?", [other.life.number])
      }
      for table in ["turns", "beats"] {
        try connection.send("DELETE FROM \(table) WHERE life NOT IN (SELECT life FROM nodes WHERE alive)", [])
      }
      try connection.send("DELETE FROM nodes WHERE NOT alive AND since < now() - interval '1 hour'", [])
      try connection.send(
        "INSERT INTO nodes (life, name, alive) VALUES (?, ?, true) ON CONFLICT (life) DO NOTHING",
        [life.number, Bytes(name)])
      try connection.send("INSERT INTO beats VALUES (?, 0) ON CONFLICT DO NOTHING", [life.number])
      try connection.send("INSERT INTO turns VALUES (?, 0) ON CONFLICT DO NOTHING", [life.number])
      try connection.execute("COMMIT")
      // They can't commit any more, and may hold locks.
      for other in others { try? Self.endSessions(of: other.life, connection) }
      return true
    } catch PostgresStoreError.failed("55P03", _) {
      try connection.execute("ROLLBACK")
      for other in others { try Self.endSessions(of: other.life, connection) }
      return false
    }
  }

  private static func endSessions(of life: Life, _ connection: PostgresConnection) throws {
    _ = try connection.number(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = convert_from(?, 'UTF8')",
      [Bytes(life.sessions)])
  }

  private static func others(of life: Life, _ connection: PostgresConnection) throws -> [Other] {
    try connection.query(
      """
      SELECT life, name, beat,
        EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = 'oriel/' || life)
      FROM nodes JOIN beats USING (life) WHERE alive AND life <> ? ORDER BY life
      """, [life.number]
    ) {
      Other(
        life: Life(number: $0.number(0) ?? 0), name: $0.bytes(1).text, beat: $0.number(2) ?? 0,
        hasSession: $0.number(3) == 1)
    }
  }

  // MARK: Beats

  /// - Parameters:
  ///   - lastTurn: The number of the last turn: all but the last 1,000 are forgotten.
  ///   - onFenced: Called when another program has taken over.
  func beat(lastTurn: @escaping @Sendable () -> Int64, onFenced: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: 1)
      timer.setEventHandler { [weak self] in
        if self?.isFenced(lastTurn: lastTurn()) == true { onFenced() }
      }
      timer.activate()
      self.timer = timer
    }
  }

  private func isFenced(lastTurn: Int64) -> Bool {
    answers.asked(.beat)
    // A connection that was cut is made again at once: without one, this program seems to be dead.
    for _ in 0..<2 {
      do {
        let isAlive = try beatOnce(lastTurn: lastTurn)
        answers.answered(.beat)
        return !isAlive
      } catch {
        answers.failed(error)
        connection = nil
      }
    }
    return false
  }

  /// - Returns: Whether the program still lives.
  func beatOnce(lastTurn: Int64) throws -> Bool {
    let connection = try self.connection ?? PostgresConnection.open(address, name: life.sessions, idleTimeout: 2000)
    if self.connection == nil { try connection.execute("SET synchronous_commit TO off", "SET lock_timeout TO 500") }
    self.connection = connection
    try connection.send("UPDATE beats SET beat = beat + 1 WHERE life = ?", [life.number])
    try connection.send("DELETE FROM turns WHERE life = ? AND turn < ?", [life.number, lastTurn - 1000])
    return try connection.number("SELECT count(*) FROM nodes WHERE life = ? AND alive", [life.number]) == 1
  }

  /// Lets another program serve at once. Called when the last turn is answered.
  func end() {
    queue.await(atMost: .seconds(2)) { [self] in
      timer?.cancel()
      timer = nil
      _ = try? connection?.run("UPDATE nodes SET alive = false, since = now() WHERE life = ?", [life.number])
      connection = nil
    }
  }
}

/// Another program, as the database shows it.
struct Other: Equatable {
  var life: Life
  var name: String
  var beat: Int64
  /// Whether the database has a connection of it.
  var hasSession: Bool
}

/// Judges by one's own clock which programs live.
struct Watch {
  /// Whether others may be about to connect again.
  var isAfterOutage = false
  private var lastLook: ContinuousClock.Instant?
  private var seen: [Life: Seen] = [:]

  private struct Seen {
    var beat: Int64
    var beatChanged: ContinuousClock.Instant
    var hasBeaten = false
    /// Since when it had no connection in any look.
    var left: ContinuousClock.Instant?
  }

  /// Whether it has shown that it lives.
  func hasBeaten(_ other: Other) -> Bool { seen[other.life]?.hasBeaten ?? false }

  /// - Returns: One that lives, as far as can be told by now.
  mutating func living(among others: [Other], at now: ContinuousClock.Instant) -> Other? {
    // Between two looks that are far apart, the database or this program has stood still, and not the others.
    if lastLook.map({ $0.duration(to: now) > .milliseconds(1500) }) ?? false { seen = [:] }
    lastLook = now
    seen = Dictionary(
      uniqueKeysWithValues: others.map { other in
        var seen = self.seen[other.life] ?? Seen(beat: other.beat, beatChanged: now)
        if seen.beat != other.beat { (seen.beat, seen.beatChanged, seen.hasBeaten) = (other.beat, now, true) }
        seen.left = other.hasSession ? nil : seen.left ?? now
        return (other.life, seen)
      })
    let (session, beat): (Duration, Duration) =
      isAfterOutage ? (.seconds(10), .seconds(10)) : (.milliseconds(1500), .seconds(3))
    return others.first { other in
      let seen = seen[other.life]!
      let isGone = seen.left.map { $0.duration(to: now) >= session } ?? false
      return !isGone && seen.beatChanged.duration(to: now) < beat
    }
  }
}
