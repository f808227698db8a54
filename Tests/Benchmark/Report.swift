import Foundation

/// One line of the result.
struct Row {
  var what: String
  var measured: Samples
  var unit: Unit
  var floor: Samples?
  var ratio: Samples?
  var budget: Budget?

  enum Unit: String { case microseconds = "µs", seconds = "s", bytes = "B" }

  enum Budget {
    /// The most times the floor that it may be.
    case ratio(Double)
    /// At most so much, in the row's unit.
    case value(Double)
  }

  init(_ what: String, _ measured: Samples, _ unit: Unit, budget: Budget? = nil) {
    self.what = what
    self.measured = measured
    self.unit = unit
    self.budget = budget
  }

  init(_ what: String, _ comparison: Comparison, _ unit: Unit = .microseconds, budget: Budget? = nil) {
    self.init(what, comparison.measured, unit, budget: budget)
    floor = comparison.ground
    ratio = comparison.ratio
  }

  /// How much of its budget it takes.
  var share: Double? {
    switch budget {
    case .ratio(let limit): ratio.map { $0.median / limit }
    case .value(let limit): measured.median / limit
    case nil: nil
    }
  }

  var isMissed: Bool { share.map { $0 > 1 } ?? false }
}

/// The table, and what it says.
struct Report {
  var rows: [Row] = []

  static let header = ["what", "measured", "floor", "× floor", "budget", "of budget", "verdict"]

  var text: String {
    let lines = [Self.header] + rows.map(\.cells)
    let widths = Self.header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in Self.line(cells, widths) }.joined(separator: "\n") + "\n\n" + verdict
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    return padded.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
  }

  private var verdict: String {
    let missed = rows.filter(\.isMissed)
    if missed.isEmpty { return "All budgets are kept." }
    return "Budgets that are missed:\n" + missed.map { "  " + $0.what }.joined(separator: "\n")
  }
}

extension Row {
  fileprivate var cells: [String] {
    [
      what, text(measured), floor.map(text) ?? "", ratio.map { Self.spread($0) { Self.number($0, 2) } } ?? "",
      budgetText, share.map { "\(Self.number($0 * 100, 0)) %" } ?? "", judgement,
    ]
  }

  private var judgement: String {
    if budget == nil { return "no budget" }
    return isMissed ? "MISSED" : "ok"
  }

  private var budgetText: String {
    switch budget {
    case .ratio(let limit): "≤ \(Self.number(limit, 2)) ×"
    case .value(let limit): "≤ \(number(limit)) \(unit.rawValue)"
    case nil: ""
    }
  }

  private func text(_ samples: Samples) -> String { Self.spread(samples, number) + " " + unit.rawValue }

  private func number(_ value: Double) -> String { Self.number(value, unit == .bytes ? 0 : unit == .seconds ? 2 : 1) }

  /// The median, and between which values it lies.
  private static func spread(_ samples: Samples, _ number: (Double) -> String) -> String {
    if samples.isOne { return number(samples.median) }
    return "\(number(samples.median)) (\(number(samples.lowest))–\(number(samples.highest)))"
  }

  private static func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
