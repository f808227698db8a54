import OrielAdmin

/// What the operators' console takes of a hub with very many windows.
enum ConsoleCost {
  private static let windows = 100_000
  /// Seconds for which an operator only looks.
  private static let idle = 10

  static func measure(_ effort: Effort) async throws -> [Row] {
    say("The console, over \(windows) windows")
    let hub = try LoneHub(console: Console.scene())
    await hub.open(windows, scene: "counter")
    await hub.rest()
    let before = try await share(of: hub)
    await hub.openConsole()
    let looking = try await share(of: hub)
    var rare: [Double] = []
    var many: [Double] = []
    for round in 0..<max(3, effort.rounds) {
      let (one, all) = (await hub.search("u-77\(round)77"), await hub.search("counter"))
      guard one.count < 100, all.count == windows else { throw BenchmarkError.unexpected("\(one.count), \(all.count)") }
      rare.append(one.time)
      many.append(all.time)
    }
    await hub.end()
    return [
      Row("the console's search, few found", Samples(rare), .microseconds, budget: .value(200_000)),
      Row("the console's search, all found", Samples(many), .microseconds, budget: .value(200_000)),
      Row("the hub, nobody looks, in a second", Samples([before]), .microseconds),
      Row("the console, looked at, in a second", Samples([looking]), .microseconds, budget: .value(10_000)),
    ]
  }

  /// Microseconds of the hub's thread in a second in which nothing happens.
  private static func share(of hub: LoneHub) async throws -> Double {
    let start = await hub.threadTime
    try await Task.sleep(for: .seconds(idle))
    return Double(await hub.threadTime - start) / 1000 / Double(idle)
  }
}
