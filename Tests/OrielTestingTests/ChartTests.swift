import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Charts in tests")
struct TestChartTests {
  @Test func `a test compares a whole chart`() throws {
    let window = try TestWindow(QueueModel())
    #expect(
      try window.chart("Waiting")
        == TestChart(
          "Waiting",
          series: [
            .init("bar", "Calls", style: "danger", points: [["Desk 1", 3], ["Desk 2", 5]]),
            .init("rule", "Limit", points: [[4]]),
          ]))
    #expect(try window.chart("Last hour") == TestChart("Last hour", series: [.init("line", "", points: [[3], [5]])]))
    try window.tap("Ring")
    #expect(try window.chart("Waiting").series[0].points == [["Desk 1", 3], ["Desk 2", 6]])
  }

  @Test func `a chart that is not there is an error that names those that are`() throws {
    let window = try TestWindow(QueueModel())
    #expect(throws: TestError.notFound("Lost", candidates: ["Waiting", "Last hour"])) { try window.chart("Lost") }
  }
}

@NavigationModel
private final class QueueModel {
  var calls = [3, 5]

  init() {}

  var body: some View {
    Chart("Waiting") {
      for (desk, count) in calls.enumerated() {
        BarMark(x: .value("Desk", "Desk \(desk + 1)"), y: .value("Calls", count)).foregroundStyle(.danger)
      }
      RuleMark(y: .value("Limit", 4))
    }
    Sparkline("Last hour", values: calls.map(Double.init))
    Button("Ring") { self.calls[1] += 1 }
  }
}
