/// The same pages on Oriel and on the floor, which is a raw server or an Oriel with one loop.
struct Pair {
  let oriel: Crowd
  let floor: Crowd

  init(_ scene: MeasuredScene, _ sizes: FrameSizes) throws {
    oriel = try Crowd(OrielSubject(scene))
    floor = try Crowd(FloorSubject(scene, sizes))
  }

  init(_ scene: MeasuredScene, loops: Int) throws {
    oriel = try Crowd(OrielSubject(scene, loops: loops))
    floor = try Crowd(OrielSubject(scene))
  }

  func grow(to count: Int) throws {
    try floor.grow(to: count)
    try oriel.grow(to: count)
  }

  /// Microseconds of processor time for each of `count` things.
  func cost(rounds: Int, of count: Int, _ work: (Crowd) throws -> Void) rethrows -> Comparison {
    try Comparison(
      rounds: rounds,
      oriel: { try oriel.cost(of: count) { try work(oriel) } / 1000 },
      floor: { try floor.cost(of: count) { try work(floor) } / 1000 })
  }
}

/// How much is done to be sure.
struct Effort {
  var rounds = 9
  var broadcasts = 10
  /// Taps in a round, in a thousand pages.
  var taps = 10
  /// Pages that tap in a round, one after another.
  var turns = 20

  static let full = Effort()
  static let quick = Effort(rounds: 3, broadcasts: 4, taps: 5, turns: 5)
}
