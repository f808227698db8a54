import Foundation
import Oriel
import OrielDocument
import OrielTesting
import Testing

private struct Minute {
  let number: Int
  var calls: Double
  var time: Date { Date(timeIntervalSince1970: Double(number) * 60) }
}

@Suite("Charts")
struct ChartTests {
  @Test func `a chart has an element with series of points`() throws {
    let minutes = [Minute(number: 0, calls: 3), Minute(number: 1, calls: 4.5)]
    let chart = Chart("Waiting", minutes) { minute in
      LineMark(x: .value("Time", minute.time), y: .value("Calls", minute.calls))
      BarMark(x: .value("Time", minute.time), y: .value("Lost", minute.number)).foregroundStyle(.danger)
    }
    #expect(
      try element(chart) == [
        "type": "chart", "label": "Waiting", "x": "time", "xTitle": "Time",
        "series": [
          ["id": "line Calls", "as": "line", "name": "Calls", "points": [[0, 3], [60_000, 4.5]]],
          ["id": "bar Lost", "as": "bar", "name": "Lost", "style": "danger", "points": [[0, 0], [60_000, 1]]],
        ],
      ])
  }

  @Test func `marks alone may have a rule, and categories or numbers as their x`() throws {
    let desks = ["North": 3, "South": 5].sorted { $0.key < $1.key }
    let chart = Chart("Calls") {
      for (desk, calls) in desks { BarMark(x: .value("Desk", desk), y: .value("Calls", calls)) }
      RuleMark(y: .value("Limit", 4))
    }
    #expect(try element(chart)["x"] == "category")
    #expect(
      try element(chart)["series"] == [
        ["id": "bar Calls", "as": "bar", "name": "Calls", "points": [["North", 3], ["South", 5]]],
        ["id": "rule Limit", "as": "rule", "name": "Limit", "value": 4],
      ])
    let curve = Chart("Curve") { AreaMark(x: .value("Second", 1.5), y: .value("Volt", Float(2))) }
    #expect(try element(curve)["x"] == "number")
    #expect(try element(curve)["series"]?[0]?["points"] == [[1.5, 2]])
  }

  @Test func `a rule for each datum is one rule`() throws {
    let chart = Chart("Waiting", 0..<3) { number in
      LineMark(x: .value("Minute", number), y: .value("Calls", number))
      RuleMark(y: .value("Limit", 2))
    }
    #expect(try element(chart)["series"]?[1] == ["id": "rule Limit", "as": "rule", "name": "Limit", "value": 2])
    #expect(try element(chart)["series"]?.arrayValue?.count == 2)
  }

  @Test func `a series has the name that its style is by`() throws {
    let chart = Chart("Waiting", 0..<4) { number in
      LineMark(x: .value("Minute", number / 2), y: .value("Calls", number))
        .foregroundStyle(by: .value("Desk", number % 2 + 1))
    }
    #expect(
      try element(chart)["series"] == [
        ["id": "line 1", "as": "line", "name": "1", "points": [[0, 0], [1, 2]]],
        ["id": "line 2", "as": "line", "name": "2", "points": [[0, 1], [1, 3]]],
      ])
  }

  @Test func `modifiers say what is shown around the series`() throws {
    let chart = Chart("Load") { LineMark(x: .value("Second", 1), y: .value("Load", 2)) }
      .chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden).chartYAxis(.visible)
      .chartYScale(domain: 0...100).chartYAxisLabel("%").frame(height: 96)
    let rendered = try element(chart)
    #expect(rendered["without"] == "xAxis legend")
    #expect([rendered["low"], rendered["high"], rendered["unit"], rendered["height"]] == [0, 100, "%", 96])
    #expect(
      try element(Chart("Load") {}.frame(height: 1))
        == ["type": "chart", "height": 64, "series": [], "label": "Load"])
    #expect(try element(Chart("Load") {}.chartYScale(domain: 5...5))["low"] == nil)
  }

  @Test func `of a million data only the last are looked at`() throws {
    let looked = Box(0)
    let rendered = ElementRenderer.render(
      Chart("Waiting", 0..<1_000_000) { number in
        let _ = looked.value += 1
        LineMark(x: .value("Minute", number), y: .value("Calls", 1))
      })
    let points = try #require(rendered.body[0]["series"]?[0]?["points"]?.arrayValue)
    #expect(looked.value == 2000)
    #expect([points.count, points[0][0]?.integerValue, points[1999][0]?.integerValue] == [2000, 998_000, 999_999])
    #expect(rendered.body[0]["last"] == 2000)
    #expect(rendered.issues == ["“Waiting” has more than 2000 points: the last are shown"])
  }

  @Test func `2,000 points are those of all series`() throws {
    let chart = Chart("Waiting", 0..<1001) { number in
      LineMark(x: .value("Minute", number), y: .value("Calls", 1))
      LineMark(x: .value("Minute", number), y: .value("Lost", 1))
    }
    let rendered = try element(chart)
    #expect(rendered["series"]?.arrayValue?.map { $0["points"]?.arrayValue?.count } == [1000, 1000])
    #expect(rendered["last"] == 2000)
    let marks = Chart("Waiting") {
      for number in 0..<2001 { LineMark(x: .value("Minute", number), y: .value("Calls", 1)) }
      RuleMark(y: .value("Limit", 2))
    }
    #expect(try element(marks)["series"]?[0]?["points"]?[0] == [1, 1])
    #expect(try element(marks)["series"]?[1]?["value"] == 2)
  }

  @Test func `a ninth series and x values of another kind are left out and reported`() throws {
    let series = Chart("Desks", 0..<9) { desk in
      LineMark(x: .value("Minute", 0), y: .value("Calls", 1)).foregroundStyle(by: .value("Desk", "\(desk)"))
    }
    let rendered = ElementRenderer.render(series)
    #expect(rendered.body[0]["series"]?.arrayValue?.map { $0["name"] } == (0..<8).map { "\($0)" })
    #expect(rendered.issues == ["“Desks” has more than 8 series: the first are shown"])
    let mixed = ElementRenderer.render(
      Chart("Mixed") {
        LineMark(x: .value("Minute", 0), y: .value("Calls", 1))
        LineMark(x: .value("Desk", "North"), y: .value("Calls", 2))
      })
    #expect(mixed.body[0]["series"]?[0]?["points"] == [[0, 1]])
    #expect(mixed.issues == ["“Mixed” has x values of several kinds: those of the first kind are shown"])
  }

  @Test func `what is not finite is a gap, or no point at all`() throws {
    let chart = Chart("Waiting", [Double.nan, .infinity, 3]) { value in
      LineMark(x: .value("Minute", 1), y: .value("Calls", value))
      LineMark(x: .value("Minute", value), y: .value("Other", 1))
      RuleMark(y: .value("Limit", Double.nan))
    }
    let rendered = try element(chart)
    #expect(rendered["series"]?[0]?["points"] == [[1, .null], [1, .null], [1, 3]])
    #expect(rendered["series"]?[1]?["points"] == [[3, 1]])
    #expect(rendered["series"]?[2]?["value"] == .null)
    #expect(!rendered.description.contains("nan"))
    let never = Date(timeIntervalSince1970: .infinity)
    let late = Chart("Late") { LineMark(x: .value("Time", never), y: .value("Calls", 1)) }
    #expect(try element(late)["series"]?[0]?["points"] == [])
  }

  @Test func `a window that slides is a removal and an addition for each series`() {
    func chart(_ minutes: Range<Int>) -> some View {
      Chart("Waiting", minutes) { minute in
        LineMark(x: .value("Minute", minute), y: .value("Calls", minute * 7 % 12))
        AreaMark(x: .value("Minute", minute), y: .value("Lost", minute * 5 % 3))
      }
    }
    #expect(
      operations(from: chart(100..<160), to: chart(101..<161)) == [
        .remove("/0/series/0/points/0"), .add("/0/series/0/points/59", [160, 4]),
        .remove("/0/series/1/points/0"), .add("/0/series/1/points/59", [160, 2]),
      ])
    #expect(operations(from: chart(0..<5000), to: chart(0..<5001)).count == 4)
    #expect(operations(from: chart(100..<160), to: chart(100..<160)) == [])
  }

  @Test func `a changed last value is one replacement, and another point one addition`() {
    func chart(_ values: [Int]) -> some View {
      Chart("Waiting", values.indices) { LineMark(x: .value("Minute", $0), y: .value("Calls", values[$0])) }
    }
    let values = (0..<60).map { $0 * 7 % 12 }
    #expect(
      operations(from: chart(values), to: chart(values.dropLast() + [99]))
        == [.replace("/0/series/0/points/59/1", 99)])
    #expect(operations(from: chart(values), to: chart(values + [99])) == [.add("/0/series/0/points/60", [60, 99])])
  }

  @Test func `a series that leaves takes only itself along`() {
    func chart(_ desks: [String]) -> some View {
      Chart("Waiting") {
        for desk in desks {
          for minute in 0..<20 {
            LineMark(x: .value("Minute", minute), y: .value("Calls", minute)).foregroundStyle(by: .value("Desk", desk))
          }
        }
      }
    }
    #expect(operations(from: chart(["North", "South"]), to: chart(["South"])) == [.remove("/0/series/0")])
  }

  @Test func `a sparkline has values, which slide`() throws {
    #expect(
      try element(Sparkline("Waiting", values: [1, .nan, 2.5]))
        == ["type": "chart", "label": "Waiting", "as": "sparkline", "values": [1, .null, 2.5]])
    let values = (0..<61).map { Double($0 * 7 % 12) }
    #expect(
      operations(
        from: Sparkline("Waiting", values: values.prefix(60)), to: Sparkline("Waiting", values: values.suffix(60)))
        == [.remove("/0/values/0"), .add("/0/values/59", 0)])
    let many = ElementRenderer.render(Sparkline("Waiting", values: Array(repeating: 1, count: 2001)))
    #expect(many.body[0]["values"]?.arrayValue?.count == 2000)
    #expect(many.issues == ["“Waiting” has more than 2000 points: the last are shown"])
  }

  @Test func `a gauge has a value in its range`() throws {
    #expect(
      try element(Gauge("Load", value: 0.4, currentValueLabel: "40 %"))
        == ["type": "gauge", "label": "Load", "value": 0.4, "low": 0, "high": 1, "text": "40 %"])
    #expect(try element(Gauge("Load", value: 9, in: 1...5))["value"] == 5)
    #expect(try element(Gauge("Load", value: .nan))["value"] == nil)
  }

  private func operations(from old: some View, to new: some View) -> [PatchOperation] {
    let first = ElementRenderer.render(old)
    let second = ElementRenderer.render(new, after: first)
    var operations: [PatchOperation] = []
    JSONValue.difference(from: .array(first.body), to: .array(second.body), into: &operations)
    return operations
  }
}
