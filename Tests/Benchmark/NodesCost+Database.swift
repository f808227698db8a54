import Foundation
import Oriel
import OrielHub
import OrielPostgres

/// What servers ask of PostgreSQL.
extension NodesCost {
  func database() async throws -> [Row] {
    // It leaves a ban for each commit, which every server that starts afterwards reads.
    try [stores(), saving(), claims()] + (await messages()) + [await underSnapshot()]
  }

  // MARK: Stores

  private func stores() throws -> Row {
    say("Clicks that PostgreSQL saves, and a file")
    let (posted, filed) = (try nodes.start("posted", isNode: false), try nodes.startOnFile("filed"))
    defer { for server in [posted, filed] { server.end() } }
    let (crowd, floor) = (try Crowd(OrielSubject(.counter, posted)), try Crowd(OrielSubject(.counter, filed)))
    for crowd in [crowd, floor] { try crowd.grow(to: 100) }
    return Row("a click that PostgreSQL saves, beside a file", try clicks(crowd, floor), budget: .ratio(1.15))
  }

  /// On the wall's clock, with this process and the database on the same processors.
  private func saving() throws -> Row {
    say("Clicks that PostgreSQL saves, by four loops")
    let server = try nodes.start("loops", isNode: false, loops: 4)
    defer { server.end() }
    let crowd = try Crowd(OrielSubject(.own, server))
    let (pages, each) = (400, 50)
    try crowd.grow(to: pages)
    var times: [Double] = []
    for _ in 0...effort.rounds {
      let start = Clock.now
      try crowd.tap(crowd.active(pages), each: each)
      try crowd.receiveSaved()
      times.append(Double(Clock.now - start) / Double(pages * each) / 1000)
    }
    // The first round fills caches. The budget is 8,000 in a second.
    return Row(
      "time for each click that is saved, \(pages) pages, four loops", Samples(Array(times.dropFirst())), .microseconds,
      budget: .value(125))
  }

  // MARK: Old snapshots

  /// While one is open (a backup), the database keeps all versions of all rows.
  private func underSnapshot() async throws -> Row {
    let turns = 10_000 * effort.taps
    say("\(turns) commits under an open snapshot")
    let store = try PostgresWindowStore(
      PostgresAddress(nodes.address), as: NodeIdentity(name: "snapshot"), say: { _ in },
      onFenced: { fatalError("another program has taken over") })
    defer { store.close() }
    let session = try DatabaseSession(nodes.address)
    _ = await commit(turns / 10, to: store)
    let before = await commits(store)
    try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ;", "SELECT;")
    _ = await commit(turns, to: store)
    let under = await commits(store)
    try session.run("ROLLBACK;", "VACUUM;")
    let after = await commits(store)
    var comparison = Comparison()
    for round in under.indices { comparison.add(under[round], floor: (before[round] + after[round]) / 2) }
    return Row("a commit, after \(turns) under a snapshot", comparison, budget: .ratio(1.3))
  }

  /// Microseconds of a commit: the median of each round.
  private func commits(_ store: PostgresWindowStore) async -> [Double] {
    var medians: [Double] = []
    for _ in 0..<effort.rounds { medians.append(Samples(await commit(1000, to: store)).median) }
    return medians
  }

  /// One after another, each of a row; gives microseconds of each.
  private func commit(_ count: Int, to store: PostgresWindowStore) async -> [Double] {
    var times: [Double] = []
    times.reserveCapacity(count)
    for _ in 0..<count {
      let start = Clock.now
      var turn = StoredTurn()
      turn.access = [AccessChange(user: "user-\(start)", kind: .ban, time: Int64(start))]
      await withCheckedContinuation { done in
        store.commit([turn]) { error in
          if let error { fatalError("\(error)") }
          done.resume()
        }
      }
      times.append(Double(Clock.now - start) / 1000)
    }
    return times
  }

  // MARK: Claims

  private func claims() throws -> Row {
    say("Session starts with a claim, and without")
    let starts = { (crowd: Crowd, count: Int) in
      try crowd.cost(of: 100) { try crowd.grow(to: count) } / 1000
    }
    // One after the other: a server that serves alone and nodes do not use one database at the same time.
    let alone = try nodes.start("alone", isNode: false)
    let floor = try Crowd(OrielSubject(.own, alone))
    try floor.grow(to: 100)
    let without = try (2...10).map { try starts(floor, 100 * $0) }
    alone.end()
    let node = try nodes.start("a")
    defer { node.end() }
    let crowd = try Crowd(OrielSubject(.own, node))
    try crowd.grow(to: 100)
    var comparison = Comparison()
    for (index, cost) in without.enumerated() { comparison.add(try starts(crowd, 100 * (index + 2)), floor: cost) }
    return Row("session start with a claim", comparison, budget: .ratio(1.3))
  }

  // MARK: Messages

  /// From the commit of one node until the other knows of it, with a hint of the database and without.
  private func messages() async throws -> [Row] {
    say("Messages to another node")
    let stores = try ["a", "b"].map { name in
      try PostgresWindowStore(
        PostgresAddress(nodes.address), as: NodeIdentity(name: name, address: "\(name):1"), say: { _ in },
        onFenced: { fatalError("another program has taken over") })
    }
    defer { for store in stores { store.close() } }
    let (news, told) = AsyncStream.makeStream(of: NodeNews.self)
    stores[1].nodes?.listen { told.yield($0) }
    /// Microseconds since `start`, once the other knows of a user's ban.
    func known(_ user: String, since start: UInt64) async -> Double {
      for await news in news where news.access.contains(where: { $0.user == user }) { break }
      return Double(Clock.now - start) / 1000
    }
    var (times, unhinted): ([Double], [Double]) = ([], [])
    for number in 0..<10 * effort.rounds {
      // What follows a hint at once waits for the end of 50 ms.
      try await Task.sleep(for: .milliseconds(60))
      let (user, start) = ("user-\(number)", Clock.now)
      var turn = StoredTurn()
      turn.access = [AccessChange(user: user, kind: .ban, time: Int64(number))]
      stores[0].commit([turn]) { error in if let error { fatalError("\(error)") } }
      times.append(await known(user, since: start))
    }
    // As a node writes it that dies before its hint.
    let session = try DatabaseSession(nodes.address)
    let life = stores[0].nodes?.own.number ?? 0
    for number in 0..<5 * effort.rounds {
      let (user, start) = ("unhinted-\(number)", Clock.now)
      try session.run(
        """
        INSERT INTO oriel.news (life, turn, place, kind, key, number)
        VALUES (\(life), \(1_000_000 + number), 0, 'ban', '\(user)', 5);
        """)
      unhinted.append(await known(user, since: start))
    }
    return [
      Row("a change of one node, until another knows", Samples(times), .microseconds, budget: .value(25_000)),
      Row("… whose hint is lost", Samples(unhinted), .microseconds, budget: .value(1_100_000)),
    ]
  }

  // MARK: Beats

  func beats() throws -> Row {
    say("The beats of ten nodes")
    let all = try (0..<10).map { try nodes.start("n\($0)") }
    defer { for node in all { node.end() } }
    sleep(2)
    let seconds: UInt32 = 20
    let before = Self.databaseTime()
    sleep(seconds)
    let time = (Self.databaseTime() - before) / Double(seconds)
    return Row(
      "ten nodes that do nothing, the database's CPU in a second", Samples([time]), .microseconds,
      budget: .value(10_000))
  }

  /// Microseconds of processor time of all processes of PostgreSQL.
  private static func databaseTime() -> Double {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.reduce(0) { sum, process in
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        text.contains("(postgres)")
      else { return sum }
      let fields = text.split(separator: " ")
      let ticks = fields[13..<15].compactMap { Double($0) }.reduce(0, +)
      return sum + ticks * 1_000_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }
}
