import Oriel
import OrielTesting
import Testing

/// B43: nearest first, from stack to stack and over layers, never into another tab.
struct CheckpointLayerTests {
  private let home = StationModel("home", checkpoints: ["home"])

  @Test func `from a sheet one returns to the stack below`() throws {
    let line = try Line([home, StationModel("a")])
    let sheet = StationModel("sheet")
    try line.window.run { line.top.present(.sheet(sheet)) }
    #expect(try line.run { sheet.returnToCheckpoint(.home) } == CheckpointResult(.executed))
    #expect(line.window.text == ["home"])
  }

  @Test func `the sheet's own stack comes first, then what is below`() throws {
    let line = try Line([home, StationModel("a")])
    let inner = StationModel("inner", checkpoints: ["home"])
    let top = StationModel("top")
    try line.window.run { line.top.present(.sheet(.stacked([inner, top]))) }
    try line.window.run { top.returnToCheckpoint(.home) }
    #expect(line.window.text == ["a", "inner"])
    try line.window.run { inner.returnToCheckpoint(.home) }
    #expect(line.window.text == ["home"])
  }

  @Test func `every layer above goes, from the top`() throws {
    let line = try Line([home])
    var reasons: [String] = []
    let (one, two) = (StationModel("one"), StationModel("two"))
    try line.window.run {
      home.present(.sheet(one) { reasons.append("one \($0)") })
      one.present(.fullScreenCover(two) { reasons.append("two \($0)") })
      two.present(.alert(AlertState("Sure?")))
    }
    try line.window.run { two.returnToCheckpoint(.home) }
    #expect(line.window.text == ["home"])
    #expect(reasons == ["one programmatic", "two programmatic"])
  }

  @Test func `a bare layer is a place too`() throws {
    let line = try Line([StationModel("root")])
    let (one, two) = (StationModel("one", checkpoints: ["page"]), StationModel("two"))
    try line.window.run { line.top.present(.sheet(one)) }
    #expect(!one.canReturnToCheckpoint(.page))
    try line.window.run { one.present(.sheet(two)) }
    try line.window.run { two.returnToCheckpoint(.page) }
    #expect(line.window.text == ["root", "one"])
  }

  @Test func `another tab's checkpoints are out of reach`() throws {
    let away = StationModel("away")
    let bare = StationModel("bare", checkpoints: ["page"])
    let window = try TestWindow(
      .tabbed(
        [
          TabModel(id: "home", title: "Home", model: .stacked([home, StationModel("a")])),
          TabModel(id: "bare", title: "Bare", model: bare),
          TabModel(id: "away", title: "Away", model: .stacked([StationModel("b"), away])),
        ], selected: "away"))
    #expect(!away.canReturnToCheckpoint(.home))
    let sheet = StationModel("sheet")
    try window.run { away.present(.sheet(sheet)) }
    #expect(!sheet.canReturnToCheckpoint(.home))
    #expect(!sheet.canReturnToCheckpoint(.page))
    try window.run { away.selectTab("bare") }
    #expect(sheet.canReturnToCheckpoint(.page))
  }

  @Test func `the selected tab's checkpoints are found below a layer`() throws {
    let window = try TestWindow(
      .tabbed(
        [
          TabModel(id: "other", title: "Other", model: StationModel("other")),
          TabModel(id: "home", title: "Home", model: .stacked([home, StationModel("a")])),
        ], selected: "home"))
    let sheet = StationModel("sheet")
    try window.run { home.present(.sheet(sheet)) }
    try window.run { sheet.returnToCheckpoint(.home) }
    #expect(window.text == ["home"])
  }

  @Test func `a stack within a stack leads to the one around it`() throws {
    let inner = StationModel("inner")
    let line = try Line([home, .stacked([StationModel("b"), inner])])
    try line.window.run { inner.returnToCheckpoint(.home) }
    #expect(line.window.text == ["home"])
  }

  @Test func `the stack itself returns as its screens do`() throws {
    let line = try Line([home, StationModel("a")])
    try line.window.run { line.stack.returnToCheckpoint(.home) }
    #expect(line.names == ["home"])
  }

  @Test func `what is pushed below a layer keeps its depth`() throws {
    let line = try Line([home, StationModel("a")])
    let sheet = StationModel("sheet")
    try line.window.run { line.top.present(.sheet(sheet)) }
    try line.window.run { line.stack.path.insert(StackNavigationModel(StationModel("new root")), at: 0) }
    try line.window.run { sheet.returnToCheckpoint(.home) }
    #expect(line.names == ["new root", "home"])
  }

  @Test func `checkpoints survive a restart`() throws {
    let window = try TestWindow(
      .stacked([
        StationModel("home", checkpoints: ["home"]), StationModel("a", checkpoints: ["page"]), ReturningModel(),
      ]
      ))
    try window.server.restart()
    try window.reconnect()
    try window.tap("To page")
    #expect(window.text == ["a"])
  }

  @Test func `the link of a layer to its place survives too`() throws {
    let window = try TestWindow(.stacked([StationModel("home", checkpoints: ["page"]), PresentingModel()]))
    try window.tap("Present")
    try window.server.restart()
    try window.reconnect()
    try window.tap("To page")
    #expect(window.text == ["home"])
  }
}

@NavigationModel
final class ReturningModel {
  var body: some View {
    Button("To page") { self.returnToCheckpoint(.page) }
  }
}

@NavigationModel
final class PresentingModel {
  var body: some View {
    Button("Present") { self.present(.sheet(ReturningModel())) }
  }
}
