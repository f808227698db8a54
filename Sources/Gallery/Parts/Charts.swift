import Oriel

/// Charts that grow point by point.
@NavigationModel
final class ChartsModel {
  var waits = [41, 38, 52, 47, 61, 58, 44, 49, 63, 71, 66, 54]
  var calls = ["Desk 1": 7, "Desk 2": 12, "Desk 3": 4]

  var body: some View {
    Chart("Seconds until an answer") {
      for (minute, wait) in waits.enumerated() {
        LineMark(x: .value("Minute", minute), y: .value("Wait", wait))
      }
      RuleMark(y: .value("Limit", 60)).foregroundStyle(.danger)
    }
    .id("waits")
    Chart("Calls of each desk") {
      for (desk, count) in calls.sorted(by: { $0.key < $1.key }) {
        BarMark(x: .value("Desk", desk), y: .value("Calls", count))
      }
    }
    .id("calls")
    LabeledContent("The last minutes") { Sparkline("The last minutes", values: waits.suffix(8).map(Double.init)) }
    Gauge("Agents who are free", value: 3, in: 0...8).id("free")
    HStack {
      Button("Another minute") { self.waits = self.waits.suffix(40) + [30 + (self.waits.count * 37 + 13) % 50] }.id(
        "minute")
      Button("Another call for desk 3") { self.calls["Desk 3", default: 0] += 1 }.id("call")
    }
    .navigationTitle("Small charts")
  }
}
