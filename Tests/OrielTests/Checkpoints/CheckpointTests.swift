import Oriel
import OrielTesting
import Testing

/// Checkpoints by name and value, the nearest first.
struct CheckpointTests {
  private func returned(_ delivered: Bool = false) -> CheckpointResult {
    CheckpointResult(.executed, isDelivered: delivered)
  }

  private let none = CheckpointResult(.notExecutable(.noCheckpoint("home")))

  @Test func `one returns to a checkpoint from above it`() throws {
    let line = try Line([StationModel("home", checkpoints: ["home"]), StationModel("a"), StationModel("b")])
    #expect(try line.run { line.top.returnToCheckpoint(.home) } == returned())
    #expect(line.names == ["home"])
  }

  @Test func `a body declares a checkpoint too`() throws {
    let line = try Line([StationModel("root"), StationModel("a", checkpoints: ["page"]), StationModel("b")])
    #expect(try line.run { line.top.returnToCheckpoint(.page) } == returned())
    #expect(line.names == ["root", "a"])
  }

  @Test func `the checkpoint of the current screen is reached only if something is above it`() throws {
    let station = StationModel("home", checkpoints: ["home"])
    let line = try Line([station])
    #expect(!station.canReturnToCheckpoint(.home))
    #expect(try line.run { station.returnToCheckpoint(.home) } == none)
    try line.window.run { station.present(.sheet(StationModel("sheet"))) }
    #expect(station.canReturnToCheckpoint(.home))
    #expect(try line.run { station.returnToCheckpoint(.home) } == returned())
    #expect(line.window.text == ["home"])
  }

  @Test func `an unknown checkpoint changes nothing`() throws {
    let line = try Line([StationModel("home"), StationModel("a")])
    #expect(!line.top.canReturnToCheckpoint(.home))
    #expect(try line.run { line.top.returnToCheckpoint(.home) } == none)
    #expect(line.names == ["home", "a"])
    #expect(StationModel("alone").returnToCheckpoint(.home) == CheckpointResult(.notExecutable(.notAttached)))
  }

  @Test func `returning again walks down duplicates one by one`() throws {
    let duplicate = ["duplicate"]
    let line = try Line([
      StationModel("0", checkpoints: duplicate), StationModel("1"), StationModel("2", checkpoints: duplicate),
      StationModel("3", checkpoints: duplicate),
    ])
    var depths: [Int] = []
    while line.top.canReturnToCheckpoint(.duplicate) {
      try line.window.run { line.top.returnToCheckpoint(.duplicate) }
      depths.append(line.stack.path.count - 1)
    }
    #expect(depths == [2, 0])
  }

  @Test func `a checkpoint goes with its screen`() throws {
    let home = StationModel("home")
    let line = try Line([home, StationModel("a", checkpoints: ["page"]), StationModel("b")])
    #expect(home.canReturnToCheckpoint(.page))
    try line.window.run { home.pop(2) }
    try line.window.run { home.push([StationModel("c"), StationModel("d")]) }
    #expect(!home.canReturnToCheckpoint(.page))
  }

  @Test func `the same name with another type of value is another checkpoint`() throws {
    let listening = ListeningModel()
    let line = try Line([listening, StationModel("a")])
    let text: NavigationCheckpoint<String> = .number
    #expect(!line.top.canReturnToCheckpoint(text))
    #expect(line.top.canReturnToCheckpoint(NavigationCheckpoint<Int>("number")))
  }

  @Test func `its handler hears the value one returns with`() throws {
    let listening = ListeningModel()
    let line = try Line([listening, StationModel("a")])
    #expect(try line.run { line.top.returnToCheckpoint(.number, value: 9) } == returned(true))
    #expect(listening.heard == ["number 9"])
    #expect(line.stack.path.count == 1)
  }

  @Test func `without a value the handler of a value is not called`() throws {
    let listening = ListeningModel()
    let line = try Line([listening, StationModel("a")])
    let number: NavigationCheckpoint<Int> = .number
    #expect(try line.run { line.top.returnToCheckpoint(number) } == returned(false))
    #expect(listening.heard == [])
    #expect(line.stack.path.count == 1)
    #expect(line.window.server.warnings == [])
  }

  @Test func `a handler without a value hears of every return`() throws {
    let listening = ListeningModel()
    let line = try Line([listening, StationModel("a")])
    #expect(try line.run { line.top.returnToCheckpoint(.page) } == returned(true))
    #expect(listening.heard == ["page"])
  }

  @Test func `a value for a plain checkpoint is not delivered`() throws {
    let line = try Line([PlainNumberModel(), StationModel("a")])
    #expect(try line.run { line.top.returnToCheckpoint(.number, value: 1) } == returned(false))
    #expect(line.stack.path.count == 1)
  }

  @Test func `only the handler of the nearest checkpoint hears the value`() throws {
    let (lower, upper) = (ListeningModel(), ListeningModel())
    let line = try Line([lower, upper, StationModel("a")])
    try line.window.run { line.top.returnToCheckpoint(.number, value: 1) }
    #expect([lower.heard, upper.heard] == [[], ["number 1"]])
    try line.window.run { upper.returnToCheckpoint(.number, value: 2) }
    #expect([lower.heard, upper.heard] == [["number 2"], ["number 1"]])
  }

  @Test func `a handler may go on from where one has returned to`() throws {
    let line = try Line([GoingOnModel(), StationModel("a")])
    try line.window.run { line.top.returnToCheckpoint(.number, value: 3) }
    #expect(line.window.text == ["went on with 3"])
  }

  @Test func `a body that asks follows what can be returned to`() throws {
    let line = try Line([StationModel("home", checkpoints: ["home"]), ReachingModel()])
    #expect(line.window.text == ["asking", "can return"])
    try line.window.run { line.stack.path.removeFirst() }
    #expect(line.window.text == ["asking"])
  }

  @Test func `asking whether one can return changes nothing`() throws {
    let line = try Line([StationModel("home", checkpoints: ["home"]), StationModel("a")])
    #expect(try line.window.run { _ = line.top.canReturnToCheckpoint(.home) } == .nothing)
    #expect(line.names == ["home", "a"])
  }
}

@NavigationModel
private final class PlainNumberModel {
  var body: some View { Text("plain").navigationCheckpoint(NavigationCheckpoint<Int>("number")) }
}

@NavigationModel
private final class GoingOnModel {
  func start() {
    navigationCheckpoint(.number) { (number: Int) in self.push(StationModel("went on with \(number)")) }
  }

  var body: some View { Text("start") }
}

@NavigationModel
private final class ReachingModel {
  var body: some View {
    Text("asking")
    if self.canReturnToCheckpoint(.home) { Text("can return") }
  }
}
