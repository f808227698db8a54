import Observation
import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct EvaluationTests {
  private func evaluations(of window: TestWindow, during step: () throws -> Void) throws -> Int {
    func count() -> Int { window.server.look { [id = window.id] hub in hub.windows[id]?.graph.evaluations ?? 0 } }
    let before = count()
    try step()
    return count() - before
  }

  @Test func `a change that one model of a hundred reads evaluates one`() throws {
    let models = (0..<100).map { NamedModel("\($0)") }
    let tabs = DefaultTabsRootNavigationModel(
      tabs: models.map { TabModel(id: $0.name, title: $0.name, model: $0) }, selectedTabID: "0")
    let window = try TestWindow(tabs)
    #expect(try evaluations(of: window) { try window.run { models[42].count = 1 } } == 1)
    #expect(try evaluations(of: window) { try window.run { models[42].count = 1 } } == 0)
  }

  @Test func `many changes in a turn evaluate once`() throws {
    let model = NamedModel("a")
    let window = try TestWindow(model)
    let count = try evaluations(of: window) {
      try window.run { for _ in 0..<10 { model.count += 1 } }
    }
    #expect(count == 1)
    #expect(window.text == ["a", "Add", "count 10"])
  }

  @Test func `navigation evaluates nothing that is there already`() throws {
    let screen = try StackedWindow()
    let count = try evaluations(of: screen.window) {
      try screen.window.run { screen.home.present(.sheet(NamedModel("sheet"))) }
      try screen.window.run { screen.home.dismiss() }
      try screen.window.run { screen.home.push(NamedModel("a")) }
    }
    #expect(count == 2)
  }

  @Test func `a model that has left is not evaluated for what it read`() throws {
    let shared = Ticker()
    let screen = try StackedWindow()
    try screen.window.run { screen.home.push(TickerModel(shared)) }
    try screen.window.run { shared.price = 1 }
    #expect(screen.window.text == ["price 1"])
    try screen.window.back()
    #expect(try evaluations(of: screen.window) { try screen.window.run { shared.price = 2 } } == 0)
  }
}

@Observable final class Ticker {
  var price = 0
}

@NavigationModel
final class TickerModel {
  @Transient var ticker: Ticker? = nil

  init(_ ticker: Ticker) { self.ticker = ticker }

  var body: some View { Text("price \(ticker?.price ?? 0)") }
}
