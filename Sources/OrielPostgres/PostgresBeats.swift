import CLibPQ
import Dispatch
import Foundation
import OrielHub
import OrielSQL
import Synchronization

/// Says once a second that this program lives, and looks at the others: which of them live, and what they have changed.
///
/// Its connection also listens: a hint of another node (`NOTIFY`) makes it look at once. Hints may be lost; the next beat
/// finds what they would have told.
final class PostgresBeats: Sendable {
  /// Called with the findings of beats.
  struct Handlers: Sendable {
    /// The number of the last turn: all but the last 1,000 are forgotten.
    var lastTurn: @Sendable () -> Int64
    /// Another program has taken over, or the database is out of reach of this program alone.
    var onFenced: @Sendable () -> Void
    /// The number of pages that this node has.
    var pages: @Sendable () -> Int = { 0 }
    /// The others that live, and the number of this program's build.
    var onLook: @Sendable ([Other], _ build: Int64) -> Void = { _, _ in }
    /// Called each half a second while the database has not answered for over 3 seconds.
    var onSilence: @Sendable () -> Void = {}
    var onNews: @Sendable (NodeNews) -> Void = { _ in }
    /// Asks another node, for a second at most; `nil` if there is no answer. That no process is at its address is one.
    var ask: @Sendable (NodeQuestion, ServerNode) async -> Bool? = { _, _ in nil }
  }

  private let address: PostgresAddress
  private let life: Life
  private let answers: DatabaseAnswers
  private let isOneOfSeveral: Bool
  private let handlers: Handlers
  private let queue = DispatchQueue(label: "Oriel PostgreSQL beat")
  /// For checks while `queue` waits for the database.
  private let outages = DispatchQueue(label: "Oriel PostgreSQL outage")
  // Guard: used on the queue only.
  nonisolated(unsafe) private var connection: PostgresConnection?
  nonisolated(unsafe) private var timers: [any DispatchSourceTimer] = []
  nonisolated(unsafe) private var listening: (any DispatchSourceRead)?
  nonisolated(unsafe) private var watch = Watch()
  nonisolated(unsafe) private var reader: NewsReader
  nonisolated(unsafe) private var others: [Other] = []
  nonisolated(unsafe) private var build: Int64 = 0
  /// The nodes that are being asked.
  nonisolated(unsafe) private var asked: Set<Life> = []
  nonisolated(unsafe) private var beats = 0
  /// When the database did not answer in time, which others may have come through too.
  nonisolated(unsafe) private var lastOutage: ContinuousClock.Instant?
  /// The number of the last turn when older news was last deleted, each ten beats.
  nonisolated(unsafe) private var formerTurns: [Int64] = []
  /// The first turn, and the first turn with news, that no beat on this connection has deleted.
  nonisolated(unsafe) private var (keptTurns, keptNews): (Int64, Int64) = (0, 0)
  nonisolated(unsafe) private var lastHint = ContinuousClock.now
  nonisolated(unsafe) private var isHintWaiting = false
  private let shared = Mutex(Shared())

  private struct Shared {
    var isDraining = false
    var isEnded = false
    var isAskingPeers = false
    /// When a beat was last answered.
    var answered = ContinuousClock.now
    /// Since when a beat waits for its answer.
    var asked: ContinuousClock.Instant?
    /// In how many checks in a row that was too long: after this program has stood still, the first one says nothing.
    var lateChecks = 0
    /// How often in a row the others have said that it is this node which is cut off.
    var cutOffAnswers = 0
    /// The socket of the connection.
    var socket: CInt?
    var peers: [ServerNode] = []
  }

  /// The payload of a hint that a node has ended. One without a payload is about news.
  private static let nodesChanged = "nodes"
  /// Hints are not sent more often than this.
  private static let hintInterval: Duration = .milliseconds(50)

  init(
    _ address: PostgresAddress, _ life: Life, _ answers: DatabaseAnswers, isOneOfSeveral: Bool, _ handlers: Handlers
  ) {
    (self.address, self.life, self.answers) = (address, life, answers)
    (self.isOneOfSeveral, self.handlers) = (isOneOfSeveral, handlers)
    reader = NewsReader(of: life)
  }

  /// Begins to beat. Changes of other nodes after this returns are news.
  func start() throws {
    if isOneOfSeveral {
      try queue.sync {
        try reader.begin(try connected())
        try beatOnce()
      }
    }
    every(1) { [weak self] in self?.beat() }
    if isOneOfSeveral { every(0.5, on: outages) { [weak self] in self?.checkOutage() } }
  }

  private func every(
    _ seconds: Double, on queue: DispatchQueue? = nil, _ action: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue ?? self.queue)
    timer.schedule(deadline: .now() + seconds, repeating: seconds)
    timer.setEventHandler(handler: action)
    timer.activate()
    self.queue.sync { timers.append(timer) }
  }

  /// Whether the last beat was answered in time.
  var isInTime: Bool { shared.withLock { $0.answered.duration(to: .now) < .milliseconds(2500) } }

  /// Tells others that this node takes no further tenants.
  func drain() {
    shared.withLock { $0.isDraining = true }
    queue.async { [weak self] in self?.beat() }
  }

  private func beat() {
    guard !shared.withLock({ $0.isEnded }) else { return }
    answers.asked(.beat)
    // A connection that was cut is made again at once: without one, this program seems to be dead.
    for _ in 0..<2 {
      do {
        try beatOnce()
        answers.answered(.beat)
        return
      } catch {
        answers.failed(error)
        lastOutage = .now
        forgetConnection()
      }
    }
  }

  func beatOnce() throws {
    let (began, lastTurn) = (ContinuousClock.now, handlers.lastTurn())
    shared.withLock { $0.asked = $0.asked ?? began }
    let connection = try connected()
    try connection.send(
      "UPDATE beats SET beat = beat + 1, draining = ?, pages = ? WHERE life = ?",
      [shared.withLock { $0.isDraining }, handlers.pages(), life.number])
    // While an old snapshot is open, deleted rows stay in the index, and a search from the first turn on would read them.
    let firstTurn = max(keptTurns, lastTurn - 1000)
    if firstTurn > keptTurns {
      try connection.send(
        "DELETE FROM turns WHERE life = ? AND turn >= ? AND turn < ?", [life.number, keptTurns, firstTurn])
    }
    let found = try connection.queryFirst(
      "SELECT build, (SELECT max(turn) FROM turns WHERE turns.life = nodes.life) FROM nodes WHERE life = ? AND alive",
      [life.number]
    ) { (build: $0.number(0) ?? 0, lastTurn: $0.number(1) ?? 0) }
    // With fewer turns than were acknowledged, the database has been set back.
    guard let found, found.lastTurn >= lastTurn else { return handlers.onFenced() }
    (build, keptTurns) = (found.build, firstTurn)
    if isOneOfSeveral {
      try look(connection)
      try readNews(connection)
    }
    if beats % 10 == 0 { try deleteOldNews(connection) }
    beats += 1
    if began.duration(to: .now) > .milliseconds(1500) { lastOutage = .now }
    shared.withLock { [others] in
      ($0.answered, $0.asked, $0.lateChecks, $0.cutOffAnswers, $0.peers) = (.now, nil, 0, 0, others.map(\.node))
    }
  }

  /// Those that have been seen for a minute: of turns that were committed by then.
  private func deleteOldNews(_ connection: PostgresConnection) throws {
    formerTurns.append(handlers.lastTurn())
    guard formerTurns.count > 6 else { return }
    let firstNews = formerTurns.removeFirst() + 1
    try connection.send(
      "DELETE FROM news WHERE life = ? AND turn >= ? AND turn < ?", [life.number, keptNews, firstNews])
    keptNews = firstNews
  }

  private func connected() throws -> PostgresConnection {
    if let connection { return connection }
    let connection = try PostgresConnection.open(address, name: life.sessions, idleTimeout: 2000)
    try connection.execute(
      "SET synchronous_commit TO off", "SET lock_timeout TO 500",
      // Planning took as long as the rest.
      "SET plan_cache_mode TO force_generic_plan")
    self.connection = connection
    shared.withLock { $0.socket = connection.socket }
    if isOneOfSeveral { try listen(connection) }
    return connection
  }

  private func forgetConnection() {
    shared.withLock { $0.socket = nil }
    listening?.cancel()
    listening = nil
    connection = nil
    // The database may have lost what was deleted last, or never got it.
    (keptTurns, keptNews) = (0, 0)
  }

  /// Lets another program serve at once. Called when the last turn is answered.
  func end() {
    shared.withLock { $0.isEnded = true }
    queue.await(atMost: .seconds(2)) { [self] in
      for timer in timers { timer.cancel() }
      timers = []
      _ = try? connection?.run("UPDATE nodes SET alive = false, since = now() WHERE life = ?", [life.number])
      if isOneOfSeveral { _ = try? connection?.execute("NOTIFY oriel, '\(Self.nodesChanged)'") }
      forgetConnection()
    }
  }

  // MARK: The others

  private func look(_ connection: PostgresConnection) throws {
    let found = try connection.others(of: life)
    watch.isAfterOutage =
      try connection.isNewDatabase() || lastOutage.map { $0.duration(to: .now) < .seconds(10) } ?? false
    let verdicts = watch.judge(found, at: .now)
    try fence(verdicts.filter { $0.verdict == .isDead }.map(\.other.life), connection)
    for (other, verdict) in verdicts where verdict == .isSilent || verdict == .hasLeft {
      ask(other, isSilent: verdict == .isSilent)
    }
    let ended = others.contains { former in !found.contains { $0.life == former.life } }
    others = found
    handlers.onLook(found, build)
    if ended { notifyOfFreeTenants() }
  }

  private func notifyOfFreeTenants() {
    var news = NodeNews()
    news.areTenantsFree = true
    handlers.onNews(news)
  }

  private func fence(_ lives: [Life], _ connection: PostgresConnection) throws {
    guard !lives.isEmpty else { return }
    for _ in 0..<2 {
      try connection.execute("BEGIN")
      if try connection.fence(lives) {
        try connection.execute("NOTIFY oriel, '\(Self.nodesChanged)'")
        return
      }
    }
  }

  /// A silent node has to say that it lives; one that has left may be gone from its address.
  private func ask(_ other: Other, isSilent: Bool) {
    guard asked.insert(other.life).inserted else { return }
    Task { [self] in
      let answer = await handlers.ask(.areYou(other.life), other.node)
      queue.async { [self] in
        asked.remove(other.life)
        guard isSilent ? answer != true : answer == false, let connection else { return }
        do {
          // It may have connected again meanwhile.
          let now = try connection.others(of: life).first { $0.life == other.life }
          guard let now, now.node.beat == other.node.beat, isSilent || !now.hasSession else { return }
          try fence([other.life], connection)
        } catch {
          return forgetConnection()
        }
        beat()
      }
    }
  }

  // MARK: News

  private func listen(_ connection: PostgresConnection) throws {
    try connection.execute("LISTEN oriel")
    let source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
    source.setEventHandler { [weak self] in self?.hear() }
    // Guard: used on the queue only. Its socket stays open as long as it is watched.
    nonisolated(unsafe) let watched = connection
    source.setCancelHandler { withExtendedLifetime(watched) {} }
    source.activate()
    listening = source
  }

  /// A hint has come, or the connection has ended.
  private func hear() {
    guard let connection else { return }
    do {
      let hints = try connection.readNotifications()
      if hints.contains(Self.nodesChanged) { try look(connection) }
      if !hints.isEmpty { try readNews(connection) }
    } catch {
      forgetConnection()
    }
  }

  private func readNews(_ connection: PostgresConnection) throws {
    let news = try reader.readNews(connection)
    if !news.isEmpty { handlers.onNews(news) }
  }

  /// This node has committed news: the others look at once. Never within a turn: a commit with `NOTIFY` has a lock of the whole
  /// database server until the standbys have answered.
  func hint() {
    queue.async { [self] in
      guard !isHintWaiting else { return }
      isHintWaiting = true
      let wait = Self.hintInterval - lastHint.duration(to: .now)
      let delay = max(0, Int(wait / .milliseconds(1)))
      queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in self?.sendHint() }
    }
  }

  private func sendHint() {
    (isHintWaiting, lastHint) = (false, .now)
    do {
      try connection?.execute("NOTIFY oriel")
    } catch {
      forgetConnection()
    }
  }

  // MARK: Outages

  /// Without an answer of the database for 3 seconds, the others are asked: if one of them has an answer, or none answers at
  /// all, it is this node that is cut off, and others have its tenants by now.
  private func checkOutage() {
    let (isLate, peers) = shared.withLock { shared -> (Bool, [ServerNode]) in
      guard !shared.isEnded, let asked = shared.asked, asked.duration(to: .now) > .seconds(3) else {
        return (false, [])
      }
      shared.lateChecks += 1
      guard shared.lateChecks > 1, !shared.isAskingPeers else { return (shared.lateChecks > 1, []) }
      shared.isAskingPeers = !shared.peers.isEmpty
      return (true, shared.peers)
    }
    if isLate { handlers.onSilence() }
    if !peers.isEmpty { Task { [weak self] in await self?.judgeOutage(by: peers) } }
  }

  private func judgeOutage(by peers: [ServerNode]) async {
    let peerAnswers = await withTaskGroup(of: Bool?.self) { group in
      for peer in peers { group.addTask { [handlers] in await handlers.ask(.isDatabaseThere, peer) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let isThere = peerAnswers.contains(true)
    let isCutOff = isThere || peerAnswers.allSatisfy { $0 == nil }
    // Otherwise the database is away for all: nothing is saved until it is back.
    let isFenced = shared.withLock { shared in
      shared.cutOffAnswers = isCutOff && shared.asked != nil ? shared.cutOffAnswers + 1 : 0
      // Where packets were lost, it may be long until they are sent again: a new connection is answered at once.
      if shared.cutOffAnswers == 1, let socket = shared.socket { shutdown(socket, CInt(SHUT_RDWR)) }
      return shared.cutOffAnswers > 1
    }
    if isFenced {
      let sign = isThere ? "others reach the database" : "no other server answers it either"
      answers.say("This server is cut off: \(sign).")
      return handlers.onFenced()
    }
    // A database that is back has answered the others a moment before it answers this one.
    outages.asyncAfter(deadline: .now() + 2) { [weak self] in
      self?.shared.withLock { $0.isAskingPeers = false }
    }
  }
}

/// A question of a node to another one.
package enum NodeQuestion: Sendable, Equatable {
  /// Whether the node at its address is this life; not if no process is there.
  case areYou(Life)
  /// Whether the database has answered it a moment ago.
  case isDatabaseThere
}
