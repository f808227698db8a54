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
    /// The others that live, and this program's build.
    var onLook: @Sendable ([Other], Build) -> Void = { _, _ in }
    /// Called each half a second while the database has not answered for over 3 seconds.
    var onSilence: @Sendable () -> Void = {}
    var onNews: @Sendable (NodeNews) -> Void = { _ in }
    /// Asks another node; `nil` if there is no answer in time. That no process is at its address is one.
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
  nonisolated(unsafe) private var build = Build()
  /// Since when no node of a newer build lives, one of which has had tenants.
  nonisolated(unsafe) private var leftSince: ContinuousClock.Instant?
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
    /// When a beat was last answered.
    var answered = ContinuousClock.now
    /// Since when a beat waits for its answer.
    var asked: ContinuousClock.Instant?
    /// In how many checks in a row that was too long: after this program has stood still, the first one says nothing.
    var lateChecks = 0
    var outage: Outage?
    /// The socket of the connection.
    var socket: CInt?
    var peers: [ServerNode] = []
  }

  /// The payload of a hint that a node has ended. One without a payload is about news.
  private static let nodesChanged = "nodes"
  /// How long tenants wait for a node of a newer build, if one has had tenants.
  private static let patienceWithNewerBuild: Duration = .seconds(60)
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
        do {
          try reader.begin(try connected())
          try beatOnce()
        } catch {
          forgetConnection()
          throw error
        }
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
      """
      SELECT build, (SELECT max(turn) FROM turns WHERE turns.life = nodes.life),
        EXISTS (SELECT 1 FROM builds WHERE served AND number > nodes.build)
      FROM nodes WHERE life = ? AND alive
      """, [life.number]
    ) {
      (build: Build(number: $0.number(0) ?? 0, isSuperseded: $0.number(2) == 1), lastTurn: $0.number(1) ?? 0)
    }
    guard let found else { return end(.replaced) }
    guard found.lastTurn >= lastTurn else { return end(.setBack) }
    (build, keptTurns) = (found.build, firstTurn)
    if isOneOfSeveral {
      try look(connection)
      try readNews(connection)
    }
    if beats % 10 == 0 { try deleteOldNews(connection) }
    beats += 1
    if began.duration(to: .now) > .milliseconds(1500) { lastOutage = .now }
    shared.withLock { [others] in
      ($0.answered, $0.asked, $0.lateChecks, $0.outage, $0.peers) = (.now, nil, 0, nil, others.map(\.node))
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
    try goBack(connection)
    if ended { notifyOfFreeTenants() }
  }

  /// Goes back to this node's build when no node of a newer one has lived for a while.
  private func goBack(_ connection: PostgresConnection) throws {
    let isLeft = build.isSuperseded && !others.contains { $0.node.build > build.number }
    answers.saySuperseded(isLeft)
    leftSince = isLeft ? leftSince ?? .now : nil
    guard let leftSince, leftSince.duration(to: .now) > Self.patienceWithNewerBuild else { return }
    do {
      try connection.makeNewest(build.number)
      self.leftSince = nil
    } catch let error as PostgresStoreError where error.isTransient || error.isLockTimeout {
      // Turns hold the rows of the nodes; the next beat tries again.
    }
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

  /// Without an answer of the database for 3 seconds, the others are asked whether it answers them.
  private func checkOutage() {
    let check = shared.withLock { shared -> (peers: [ServerNode], verdict: Outage.Verdict)? in
      guard !shared.isEnded, let asked = shared.asked, asked.duration(to: .now) > .seconds(3) else { return nil }
      shared.lateChecks += 1
      guard shared.lateChecks > 1 else { return nil }
      var outage = shared.outage ?? Outage(at: .now)
      let verdict = outage.check(at: .now)
      shared.outage = outage
      let isTimeToAsk = shared.lateChecks.isMultiple(of: 2)
      return (isTimeToAsk ? shared.peers : [], shared.peers.isEmpty ? .goOn : verdict)
    }
    guard let check else { return }
    handlers.onSilence()
    act(on: check.verdict)
    for peer in check.peers { Task { [weak self] in await self?.askAboutDatabase(peer) } }
  }

  private func askAboutDatabase(_ peer: ServerNode) async {
    let asked = ContinuousClock.now
    let answer = await handlers.ask(.isDatabaseThere, peer)
    act(on: shared.withLock { $0.outage?.hear(answer, askedAt: asked, at: .now) } ?? .goOn)
  }

  private func act(on verdict: Outage.Verdict) {
    switch verdict {
    case .goOn: break
    case .connectAnew: shared.withLock { if let socket = $0.socket { _ = shutdown(socket, CInt(SHUT_RDWR)) } }
    case .othersReachIt: end(.othersReachIt)
    case .noOtherAnswers: end(.noOtherAnswers)
    }
  }

  /// This program may not write any more.
  private func end(_ reason: EndOfLife) {
    answers.end(reason)
    handlers.onFenced()
  }
}

/// A question of a node to another one.
package enum NodeQuestion: Sendable, Equatable {
  /// Whether the node at its address is this life; not if no process is there.
  case areYou(Life)
  /// Whether the database has answered it a moment ago; not if no process is there.
  case isDatabaseThere

  /// How long the second question waits for its answer.
  package static var patience: Duration { Outage.patience }
}
