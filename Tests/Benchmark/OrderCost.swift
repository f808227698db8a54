import Oriel

/// What filtered and sorted rows cost: making an order of many, and keeping it up to date.
enum OrderCost {
  static let many = 100_000

  static func measure(_ effort: Effort) -> [Row] {
    say("Orders of rows")
    let rows = Rows<Load>()
    for id in 0..<many { rows.append(Load(id: id, weight: (id * 7919) % many)) }
    let plain = change(rows, effort)
    let query = rows.sorted(by: \.weight)
    _ = query.count
    return [
      Row("changing one of \(many) rows", plain, .microseconds),
      Row("the same, where it moves in an order", change(rows, effort, query), .microseconds, budget: .value(50)),
      made("a new filter of \(many) rows by a number", effort, budget: .value(50_000)) { number in
        rows.filtered(by: Heavier(weight: many / 2 + number)).count
      },
      made("a new filter of \(many) rows by a part of a text", effort) { number in
        rows.filtered(by: Containing(text: "number \(number)")).count
      },
      made("a new order of \(many) rows by a number", effort) { number in
        rows.filtered(by: Heavier(weight: -number)).sorted(by: \.weight).count
      },
      made("a new order of \(many) rows by a text", effort) { number in
        rows.filtered(by: Heavier(weight: -number)).sorted(by: \.text).count
      },
    ]
  }

  /// Microseconds for each change. The order is read in between, so that it is kept.
  private static func change(_ rows: Rows<Load>, _ effort: Effort, _ query: RowQuery<Load>? = nil) -> Samples {
    Samples(
      (0..<effort.rounds).map { round in
        let (start, times) = (Clock.processTime, 100 * effort.taps)
        for time in 0..<times {
          rows[id: (time * 104_729 + round) % many]?.weight = (time * 7907 + round * 31) % many
          _ = query?.count
        }
        return Double(Clock.processTime - start) / Double(times) / 1000
      })
  }

  private static func made(
    _ what: String, _ effort: Effort, budget: Row.Budget? = nil, _ count: (Int) -> Int
  ) -> Row {
    let times = (1...effort.rounds).map { round in
      let start = Clock.processTime
      guard count(round) > 0 else { fatalError("Nothing matches") }
      return Double(Clock.processTime - start) / 1000
    }
    return Row(what, Samples(times), .microseconds, budget: budget)
  }
}

struct Load: Codable, Sendable, Identifiable {
  let id: Int
  var weight: Int
  let text: String

  init(id: Int, weight: Int) {
    (self.id, self.weight) = (id, weight)
    text = "Load number \((id * 31) % OrderCost.many) from the north"
  }
}

private struct Heavier: RowFilter {
  let weight: Int

  func matches(_ load: Load) -> Bool { load.weight > weight }
}

private struct Containing: RowFilter {
  let text: String

  func matches(_ load: Load) -> Bool { load.text.contains(text) }
}
