import ArgumentParser

/// Measures, and prints the tables of deploy/SIZING.md.
struct SizingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sizing", abstract: "Measure, and print the tables of deploy/SIZING.md.")

  @Flag(help: "Fewer rounds: for a look, not for a page.") var quick = false

  func run() async throws {
    try RunCommand.raiseDescriptorLimit()
    // At the beginning: what is measured is load too.
    let circumstances = RunCommand.circumstances
    let table = SizingTable(try await RunCommand.measure(RunCommand.Part.allCases, quick ? .quick : .full))
    print("\(circumstances)\n\n\(table.costs)\n\n\(table.windows)")
  }
}

/// What was measured, as operators want to know it.
struct SizingTable {
  private let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  // MARK: What it costs

  var costs: String {
    Self.table(
      ["what", "cost"],
      [
        ["a click and its patch, in a small screen", "\(span(clicks)) µs of CPU"],
        [
          "the hub's part of a click in a screen of 30 elements, until it is saved",
          "\(Self.rounded(median(saving))) µs of CPU",
        ],
        [
          "the thread that writes the store, for a click saved with others",
          "\(Self.rounded(median(writing))) µs of CPU",
        ],
        [
          "what is written for a click, where nobody clicks at the same moment",
          "\(Self.rounded(median("bytes written for one event, a window") / 1000)) KB",
        ],
        ["a change of a shared document, to each of its windows", "\(span(shared)) µs of CPU"],
        ["a change that each window renders for itself", "\(span(own)) µs of CPU"],
        ["a new page: page, socket, window, first state", "\(span(pages)) µs of CPU"],
        [
          "a window that nobody touches",
          "\(Self.rounded(median("resident memory") / 1000)) KB of memory, with its user and connection",
        ],
        [
          "a window that comes back after a restart",
          "\(milliseconds("attach after restart, p50")) ms on the clock, \(milliseconds("attach after restart, p99")) ms for one of a hundred",
        ],
        ["a thousand pages, until all are back after kill -9", "\(span("kill -9")) s"],
        ["a start of a program that is built, until it serves a page", "\(span("second start")) s"],
      ])
  }

  private let clicks = "click → patch, "
  private let saving = "the hub's share with SQLite"
  private let shared = "fan-out to 1000, shared"
  private let own = "fan-out to 1000, rendered"
  private let pages = "session start"

  // MARK: How many windows that is

  /// With half of each core; the other half is for what comes at the same moment. Of several cores it is computed: a loop
  /// on each carries what one carries, until the one thread that writes the store has half of a core to do.
  var windows: String {
    let store = rows.first { $0.what.hasPrefix(saving) }
    let kept = median(saving) - (store?.floor?.median ?? 0)
    return Self.table(
      ["what users do", "windows on one core", "on 8 (computed)", "on 32 (computed)"],
      [
        ["each clicks every five seconds"] + Self.counts(5 / (most(clicks) + kept), limit: 5 / median(writing)),
        ["all watch a wallboard that ticks every second"] + Self.counts(1 / most(shared)),
        ["all watch something of their own that changes every second"] + Self.counts(1 / most(own)),
        ["all come at once, in a second"] + Self.counts(1 / most(pages), limit: 1 / median(writing)),
      ])
  }

  private let writing = "the thread that writes"

  private static func counts(_ rate: Double, limit: Double = .infinity) -> [String] {
    [1, 8, 32].map { count(min(rate * $0, limit)) }
  }

  /// So many, rounded down to two digits, of what half of a core does that often in a microsecond.
  private static func count(_ rate: Double) -> String {
    let count = rate * 500_000
    guard count.isFinite, count >= 1 else { return "?" }
    var unit = 1.0
    while count / unit >= 100 { unit *= 10 }
    return String(Int(count / unit) * Int(unit))
  }

  // MARK: Rows

  private func medians(_ prefix: String) -> [Double] {
    rows.filter { $0.what.hasPrefix(prefix) }.map(\.measured.median)
  }

  private func median(_ prefix: String) -> Double { medians(prefix).first ?? .nan }
  private func most(_ prefix: String) -> Double { medians(prefix).max() ?? .nan }
  private func milliseconds(_ prefix: String) -> String { Self.rounded(median(prefix) / 1000) }

  private func span(_ prefix: String) -> String {
    let (low, high) = (Self.rounded(medians(prefix).min() ?? .nan), Self.rounded(most(prefix)))
    return low == high ? low : "\(low) to \(high)"
  }

  private static func rounded(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    return value < 10 ? String((value * 10).rounded() / 10) : String(Int(value.rounded()))
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}
