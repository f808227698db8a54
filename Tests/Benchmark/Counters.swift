/// What windows of the counter cost: to begin, to keep, and to tap in.
struct Counters {
  private let pair: Pair
  private let effort: Effort
  private static let idle = 5000
  private static let warmUp = 500

  init(_ effort: Effort, _ sizes: FrameSizes) throws {
    pair = try Pair(.counter, sizes)
    self.effort = effort
  }

  func measure() throws -> [Row] {
    try opening() + clicks() + latency()
  }

  // MARK: Beginning

  /// Every page is of a user of its own, so what a user costs is part of both rows.
  private func opening() throws -> [Row] {
    say("Opening \(Self.idle) windows")
    try pair.grow(to: Self.warmUp)
    let before = residentBytes()
    var starts = Comparison()
    for count in stride(from: Self.warmUp * 2, through: Self.idle, by: Self.warmUp) {
      starts.add(try start(pair.oriel, count), floor: try start(pair.floor, count))
    }
    let after = residentBytes()
    let opened = Double(Self.idle - Self.warmUp)
    var memory = Row(
      "resident memory, idle window", Samples([Double(after.oriel - before.oriel) / opened]), .bytes,
      budget: .value(8192))
    // No ratio: what the floor keeps of a connection is a number, the rest is in the kernel.
    memory.floor = Samples([Double(after.floor - before.floor) / opened])
    return [Row("session start", starts, budget: .value(150)), memory]
  }

  private func start(_ crowd: Crowd, _ count: Int) throws -> Double {
    try crowd.cost(of: Self.warmUp) { try crowd.grow(to: count) } / 1000
  }

  private func residentBytes() -> (oriel: Int, floor: Int) {
    (pair.oriel.subject.process.residentBytes, pair.floor.subject.process.residentBytes)
  }

  // MARK: Taps

  private func clicks() throws -> [Row] {
    [
      try clicks(active: 1, budget: nil), try clicks(active: 100, budget: .ratio(2.5)),
      try clicks(active: 1000, budget: nil),
    ]
  }

  private func clicks(active: Int, budget: Row.Budget?) throws -> Row {
    say("Clicks, \(active) active")
    let comparison =
      active == 1
      ? try pair.cost(rounds: effort.rounds, of: effort.turns * Self.turn) { _ = try alone($0) }
      : try pair.cost(rounds: effort.rounds, of: effort.taps * 1000) { try $0.tap(effort.taps * 1000, active: active) }
    return Row("click → patch, \(active) active", comparison, budget: budget)
  }

  /// One page at a time. A page may say 50 things a second, and 164 at once: after 100 the next takes its turn.
  private func alone(_ crowd: Crowd) throws -> [Double] {
    try crowd.latencies(crowd.active(effort.turns), each: Self.turn)
  }

  private static let turn = 100

  private func latency() throws -> [Row] {
    say("Clicks at the client, one active among \(Self.idle) idle")
    var half = Comparison()
    var most = Comparison()
    for _ in 0..<effort.rounds {
      let (floor, oriel) = (Samples(try alone(pair.floor)), Samples(try alone(pair.oriel)))
      half.add(oriel.median / 1000, floor: floor.median / 1000)
      most.add(oriel.quantile(0.99) / 1000, floor: floor.quantile(0.99) / 1000)
    }
    return [
      Row("click → patch at the client, p50", half, budget: .ratio(1.4)),
      Row("click → patch at the client, p99", most, budget: .value(1000)),
    ]
  }
}
