import Foundation

/// What several nodes cost: a page that comes by another node, what they do in the database, and the end of a node.
struct NodesCost {
  let effort: Effort
  let nodes: NodeStarter
  private static let idle = 1000

  static func measure(_ effort: Effort) async throws -> [Row] {
    guard let address = DatabaseCost.address else {
      throw BenchmarkError.unexpected("No database: use deploy/benchmark run --only nodes")
    }
    let cost = NodesCost(effort: effort, nodes: try NodeStarter(address))
    // Later, the database cleans up after the others, and the kernel has memory of sockets that are gone.
    let early = try [cost.beats()] + cost.relayed()
    let kills = try cost.kill(of: idle, times: 3, half: 2, all: 5) + cost.kill(of: 10_000, times: 1, half: nil, all: 8)
    return try await early + kills + cost.database()
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
    for crowd in [relayed, direct, proxied] { try crowd.grow(to: 100) }
    let before = other.residentBytes
    let kernels = try [relayed, direct, proxied].map(Self.kernelBytes)
    let idle = Double(other.residentBytes - before) / Double(Self.idle - 100)
    var kernel: [Row] = []
    if let relayed = kernels[0], let direct = kernels[1] {
      let what = "kernel memory, a relayed idle page beside direct"
      kernel = [Row(what, Samples([relayed - direct]), .bytes, budget: .value(10_240))]
    }
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
    ] + kernel
  }

  /// Grows a crowd, and measures what the kernel takes for each page: sockets, at both ends.
  ///
  /// - Returns: `nil` where the kernel does not say it.
  private static func kernelBytes(growing crowd: Crowd) throws -> Double? {
    func slabs() throws -> Int? {
      let memory = try String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
      let slabs = memory.split(separator: "\n").first { $0.hasPrefix("Slab:") }?.split(separator: " ")
      return slabs.flatMap { Int($0[1]) }
    }
    let (before, former) = (try slabs(), crowd.pages.count)
    try crowd.grow(to: idle)
    guard let before, let after = try slabs() else { return nil }
    return Double(after - before) * 1024 / Double(crowd.pages.count - former)
  }

  func clicks(_ crowd: Crowd, _ floor: Crowd) throws -> Comparison {
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

  // MARK: The end of a node

  /// All pages are of one tenant.
  ///
  /// - Parameters:
  ///   - half: The budget for half of the pages, in seconds.
  ///   - all: The budget for all of them, in seconds.
  private func kill(of count: Int, times: Int, half: Double?, all: Double) throws -> [Row] {
    say("The return of \(count) pages whose node is killed")
    var (halves, lasts): ([Double], [Double]) = ([], [])
    for _ in 0..<times {
      let (first, second) = (try nodes.start("a"), try nodes.start("b"))
      defer { for node in [first, second] { node.end() } }
      var pages: [ReturningPage] = []
      for number in 0..<count {
        pages.append(try ReturningPage(number, first.port))
        // Those that say nothing for a minute are closed.
        if number % 2000 == 1999 || number == count - 1 { try Self.tap(&pages) }
      }
      // Each has seen the other.
      sleep(2)
      let start = Clock.now
      first.end()
      for index in pages.indices { pages[index].port = second.port }
      let times = try Self.comeBack(&pages).map { Double($0 - start) / 1e9 }
      halves.append(Samples(times).median)
      lasts.append(times.max() ?? 0)
    }
    let what = "kill -9 of a node with \(count) windows"
    let halfRow = half.map { Row("\(what) → half are resumed", Samples(halves), .seconds, budget: .value($0)) }
    return [halfRow, Row("\(what) → all are resumed", Samples(lasts), .seconds, budget: .value(all))].compactMap { $0 }
  }

  private static func tap(_ pages: inout [ReturningPage]) throws {
    for index in pages.indices { try pages[index].tap() }
    for index in pages.indices { try pages[index].readSaved() }
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
}
