import Foundation
import Oriel
import OrielHub
import OrielPostgres
import Synchronization

/// What several nodes cost: a page that comes by another node, claims, messages, beats, and the end of a node.
struct NodesCost {
  private let effort: Effort
  private let nodes: NodeStarter
  private static let idle = 1000

  static func measure(_ effort: Effort) async throws -> [Row] {
    guard let address = DatabaseCost.address else {
      throw BenchmarkError.unexpected("No database: use deploy/benchmark run --only nodes")
    }
    let cost = NodesCost(effort: effort, nodes: try NodeStarter(address))
    return try cost.relayed() + [cost.stores(), cost.claims()] + [await cost.messages()] + cost.kill() + [cost.beats()]
  }

  // MARK: Pages that come by another node

  private func relayed() throws -> [Row] {
    say("Clicks that come by another node, and by haproxy")
    let (owner, other) = (try nodes.start("a"), try nodes.start("b"))
    defer { for node in [owner, other] { node.end() } }
    let proxy = try Self.haproxy(to: owner)
    defer { proxy.end() }
    let direct = try Crowd(OrielSubject(.counter, owner, others: [other]))
    // The node that the first page comes to has the tenant.
    try direct.grow(to: 1)
    let proxied = try Crowd(OrielSubject(.counter, owner, by: proxy))
    let relayed = try Crowd(OrielSubject(.counter, other, others: [owner]))
    try relayed.grow(to: 100)
    let before = other.residentBytes
    for crowd in [relayed, direct, proxied] { try crowd.grow(to: Self.idle) }
    let idle = Double(other.residentBytes - before) / Double(Self.idle - 100)
    let (beside, proxies) = (try clicks(relayed, direct), try clicks(relayed, proxied))
    var (half, halfOfProxy) = (Comparison(), Comparison())
    for _ in 0..<effort.rounds {
      let time = try latency(relayed)
      half.add(time, floor: try latency(direct))
      halfOfProxy.add(time, floor: try latency(proxied))
    }
    return [
      Row("relayed click beside direct", beside),
      Row("… costs more", beside.difference, .microseconds, budget: .value(25)),
      Row("relayed click beside haproxy", proxies, budget: .ratio(1.2)),
      Row("relayed click at the client, p50, beside direct", half),
      Row("… takes longer", half.difference, .microseconds, budget: .value(150)),
      Row("relayed click at the client, p50, beside haproxy", halfOfProxy, budget: .ratio(1.2)),
      Row("resident memory, a relayed idle page", Samples([idle]), .bytes, budget: .value(2048)),
    ]
  }

  private func clicks(_ crowd: Crowd, _ floor: Crowd) throws -> Comparison {
    let count = effort.taps * 1000
    return try Comparison(
      rounds: effort.rounds,
      oriel: { try crowd.cost(of: count) { try crowd.tap(count, active: 100) } / 1000 },
      floor: { try floor.cost(of: count) { try floor.tap(count, active: 100) } / 1000 })
  }

  private func latency(_ crowd: Crowd) throws -> Double {
    Samples(try crowd.latencies(crowd.active(effort.turns), each: 100)).median / 1000
  }

  private static func haproxy(to node: ChildProcess) throws -> ChildProcess {
    let port = try freePort()
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(port).cfg")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    defaults
      mode http
      timeout connect 2s
      timeout client 75s
      timeout server 75s
      timeout tunnel 90s
    listen all
      bind 127.0.0.1:\(port)
      option forwardfor
      server node 127.0.0.1:\(node.port)

    """.write(to: file, atomically: true, encoding: .utf8)
    return try ChildProcess("/usr/sbin/haproxy", ["-db", "-f", file.path], port: port)
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

  /// From the commit of one node until the other knows of it.
  private func messages() async throws -> Row {
    say("Messages to another node")
    let stores = try ["a", "b"].map { name in
      try PostgresWindowStore(
        PostgresAddress(nodes.address), as: NodeIdentity(name: name, address: "\(name):1"), say: { _ in },
        onFenced: { fatalError("another program has taken over") })
    }
    defer { for store in stores { store.close() } }
    let (news, told) = AsyncStream.makeStream(of: NodeNews.self)
    stores[1].nodes?.listen { told.yield($0) }
    var iterator = news.makeAsyncIterator()
    var times: [Double] = []
    for number in 0..<10 * effort.rounds {
      // What follows a hint at once waits for the end of 50 ms.
      try await Task.sleep(for: .milliseconds(60))
      let start = Clock.now
      var turn = StoredTurn()
      turn.access = [AccessChange(user: "user-\(number)", kind: .ban, time: Int64(number))]
      stores[0].commit([turn]) { error in if let error { fatalError("\(error)") } }
      while let news = await iterator.next(), !news.access.contains(where: { $0.user == "user-\(number)" }) {}
      times.append(Double(Clock.now - start) / 1000)
    }
    return Row("a change of one node, until another knows", Samples(times), .microseconds, budget: .value(25_000))
  }

  // MARK: The end of a node

  private func kill() throws -> [Row] {
    say("The return of \(Self.idle) pages whose node is killed")
    var (halves, lasts): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
      let (first, second) = (try nodes.start("a"), try nodes.start("b"))
      defer { for node in [first, second] { node.end() } }
      var pages: [ReturningPage] = []
      for number in 0..<Self.idle { pages.append(try ReturningPage(number, first.port)) }
      for index in pages.indices { try pages[index].tap() }
      for index in pages.indices { try pages[index].readSaved() }
      // Each has seen the other.
      sleep(2)
      let start = Clock.now
      first.end()
      for index in pages.indices { pages[index].port = second.port }
      let times = try Self.comeBack(&pages).map { Double($0 - start) / 1e9 }
      halves.append(Samples(times).median)
      lasts.append(times.max() ?? 0)
    }
    return [
      Row(
        "kill -9 of a node with \(Self.idle) windows → half are resumed", Samples(halves), .seconds, budget: .value(2)),
      Row("… all are resumed", Samples(lasts), .seconds, budget: .value(5)),
    ]
  }

  /// All at once, and again, as pages do that were refused.
  ///
  /// - Returns: When each was in its window.
  private static func comeBack(_ pages: inout [ReturningPage]) throws -> [UInt64] {
    var times: [UInt64] = []
    var missing = Array(pages.indices)
    while !missing.isEmpty {
      for index in missing { try pages[index].connect() }
      let admitted = try missing.filter { index in try isDone { try pages[index].attach() } }
      let back = try admitted.filter { index in
        guard try isDone({ try pages[index].resume() }) else { return false }
        times.append(Clock.now)
        return true
      }
      missing.removeAll(where: back.contains)
    }
    return times
  }

  /// Whether the server has done it; `false` if it has refused or closed the connection.
  private static func isDone(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch BenchmarkError.unexpected, BenchmarkError.closed {
      return false
    }
  }

  // MARK: Beats

  private func beats() throws -> Row {
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

/// Starts nodes of one database.
private final class NodeStarter {
  let address: String
  private let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)").path

  init(_ address: String) throws {
    self.address = address
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("ORIEL_SECRET", String(repeating: "benchmark-", count: 4), 1)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func start(_ name: String, isNode: Bool = true) throws -> ChildProcess {
    try start(name, isNode: isNode, database: address)
  }

  /// A server that serves alone, with a store in a file.
  func startOnFile(_ name: String) throws -> ChildProcess {
    try start(name, isNode: false, database: "\(folder)/\(name).db")
  }

  private func start(_ name: String, isNode: Bool, database: String) throws -> ChildProcess {
    let port = isNode ? try freePort() : 0
    let many = "1000000"
    return try ChildProcess(
      [
        "serve", "--host", "127.0.0.1", "--port", "\(port)", "--database", database, "--state", "\(folder)/\(name)",
        "--loops", "1",
        "--log-level", "critical", "--admin-token", "benchmark-benchmark", "--new-users-per-address", many,
        "--new-windows-per-address", many, "--connections-per-address", many, "--handshakes-per-address", many,
      ] + (isNode ? ["--node-address", "127.0.0.1:\(port)", "--node-name", name] : []))
  }
}

private func freePort() throws(BenchmarkError) -> UInt16 {
  let (socket, port) = try Loopback.listen()
  close(socket)
  return port
}
