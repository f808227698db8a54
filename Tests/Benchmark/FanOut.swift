/// What it costs that everyone hears of something.
enum FanOut {
  static func measure(_ effort: Effort, _ sizes: FrameSizes) throws -> [Row] {
    try measure(.board, "shared document", budget: 1.15, effort, sizes)
      + measure(.feed, "rendered per window", budget: 2, effort, sizes)
  }

  private static func measure(
    _ scene: MeasuredScene, _ name: String, budget: Double, _ effort: Effort, _ sizes: FrameSizes
  ) throws -> [Row] {
    let pair = try Pair(scene, sizes)
    return try [1000, 5000].map { count in
      say("Fan-out, \(name), to \(count) windows")
      try pair.grow(to: count)
      let times = effort.broadcasts * 1000 / count + 1
      let comparison = try pair.cost(rounds: effort.rounds, of: times * count) { try $0.broadcast(times: times) }
      return Row("fan-out to \(count), \(name)", comparison, budget: .ratio(budget))
    }
  }
}
