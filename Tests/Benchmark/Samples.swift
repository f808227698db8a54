/// What the rounds of one measurement gave.
struct Samples {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  static func one(_ value: some BinaryInteger) -> Samples { Samples([Double(value)]) }

  var doubled: Samples { Samples(sorted.map { $0 * 2 }) }

  var median: Double { quantile(0.5) }
  var isOne: Bool { sorted.count == 1 }
  var lowest: Double { quantile(0) }
  var highest: Double { quantile(1) }

  func quantile(_ part: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// Oriel and the floor, measured in turns, so that what else the machine does falls on both.
struct Comparison {
  private var oriel: [Double] = []
  private var floor: [Double] = []

  var measured: Samples { Samples(oriel) }
  var ground: Samples { Samples(floor) }
  /// Of each round by itself.
  var ratio: Samples { Samples(zip(oriel, floor).map { $0 / $1 }) }

  /// What is measured beyond the floor, in each round.
  var difference: Samples { Samples(zip(oriel, floor).map { $0 - $1 }) }

  mutating func add(_ oriel: Double, floor: Double) {
    self.oriel.append(oriel)
    self.floor.append(floor)
  }

  /// One round goes before and does not count: it fills caches.
  init(rounds: Int, oriel: () throws -> Double, floor: () throws -> Double) rethrows {
    for round in 0...rounds {
      let (ground, measured) = (try floor(), try oriel())
      if round > 0 { add(measured, floor: ground) }
    }
  }

  init() {}
}
