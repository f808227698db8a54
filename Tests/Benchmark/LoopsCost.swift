/// What a second event loop costs and gains: the same pages on a server with two loops and on one with one.
struct LoopsCost {
  private let pair: Pair
  private let effort: Effort
  private static let pages = 5000
  private static let wave = 500

  static func measure(_ effort: Effort) throws -> [Row] {
    try LoopsCost(effort).measure() + [handOver(effort), furtherLoop(), emptyTenant()]
  }

  private init(_ effort: Effort) throws {
    pair = try Pair(.own, loops: 2)
    self.effort = effort
  }

  private func measure() throws -> [Row] {
    try [starts(), clicks(active: 100), clicks(active: 1000), rate(active: 100), rate(active: 1000)]
  }

  // MARK: Connections

  private func starts() throws -> Row {
    say("Opening \(Self.pages) windows on one loop and on two")
    try pair.grow(to: Self.wave)
    var starts = Comparison()
    for count in stride(from: Self.wave * 2, through: Self.pages, by: Self.wave) {
      let (one, two) = (try start(pair.floor, count), try start(pair.oriel, count))
      starts.add(two, floor: one)
    }
    return Row("two loops: session start", starts)
  }

  private func start(_ crowd: Crowd, _ count: Int) throws -> Double {
    try crowd.cost(of: Self.wave) { try crowd.grow(to: count) } / 1000
  }

  /// Half of the users are on the loop that accepts them, so a handshake that says where it belongs costs half of a
  /// hand-over more than one that doesn't.
  private static func handOver(_ effort: Effort) throws -> Row {
    say("Handing connections over")
    let subject = try OrielSubject(.own, loops: 2)
    let users = try subject.cookies(32)
    let comparison = try Comparison(
      rounds: effort.rounds * 2,
      oriel: { try handshake(subject, users, page: MeasuredScene.own.rawValue) },
      floor: { try handshake(subject, users, page: nil) })
    return Row("hand-over of a connection", comparison.difference.doubled, .microseconds, budget: .value(40))
  }

  private static func handshake(_ subject: OrielSubject, _ users: [String], page: String?) throws -> Double {
    let turns = 20
    let start = subject.restingTime()
    for _ in 0..<turns { try subject.openAndClose(users, page: page) }
    return Double(subject.restingTime() - start) / Double(turns * users.count) / 1000
  }

  // MARK: Clicks

  private func clicks(active: Int) throws -> Row {
    say("Clicks on one loop and on two, \(active) active")
    let comparison = try pair.cost(rounds: effort.rounds, of: effort.taps * 1000) {
      try $0.tap(effort.taps * 1000, active: active)
    }
    return Row("two loops: click → patch, \(active) active", comparison, budget: .ratio(1.1))
  }

  private func rate(active: Int) throws -> Row {
    say("Clicks on the clock on one loop and on two, \(active) active")
    let comparison = try Comparison(
      rounds: effort.rounds, oriel: { try time(pair.oriel, active) }, floor: { try time(pair.floor, active) })
    // 1.3 times as many clicks in a second.
    return Row("two loops: on the clock, \(active) active", comparison, budget: .ratio(1 / 1.3))
  }

  /// Microseconds of the wall's clock for each click.
  private func time(_ crowd: Crowd, _ active: Int) throws -> Double {
    let start = Clock.now
    try crowd.tap(effort.taps * 1000, active: active)
    return Double(Clock.now - start) / Double(effort.taps * 1000) / 1000
  }

  // MARK: Memory

  private static func furtherLoop() throws -> Row {
    say("Memory of four further loops")
    let (one, five) = (try Crowd(OrielSubject(.own)), try Crowd(OrielSubject(.own, loops: 5)))
    for crowd in [one, five] { try crowd.grow(to: 1000) }
    let more = five.subject.process.residentBytes - one.subject.process.residentBytes
    return Row("resident memory, a further loop", .one(more / 4), .bytes, budget: .value(8_000_000))
  }

  private static func emptyTenant() throws -> Row {
    say("Memory of tenants")
    let more = try residentBytes(of: .own) - residentBytes(of: .counter)
    return Row("resident memory, an empty tenant", Samples([more]), .bytes, budget: .value(2048))
  }

  /// Of a window with its page.
  private static func residentBytes(of scene: MeasuredScene) throws -> Double {
    let crowd = try Crowd(OrielSubject(scene))
    try crowd.grow(to: wave)
    let before = crowd.subject.process.residentBytes
    try crowd.grow(to: pages)
    return Double(crowd.subject.process.residentBytes - before) / Double(pages - wave)
  }
}
