import Oriel
import OrielTesting
import Testing

/// What models do while a turn comes to rest may lead to more; where it leads on and on it is ended, and told of once.
struct RestlessTests {
  let departures = Departures()
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  private var warnings: [String] { screen.window.server.warnings }

  private func finished() -> Int { screen.window.events.count { $0.kind == .finished } }

  /// Another turn, in which the rest of an unfinished one would go on.
  private func expectRest(_ location: SourceLocation = #_sourceLocation) throws {
    let (finished, warnings) = (finished(), warnings)
    try screen.window.run { screen.stack.displayOptions = .hideToolbar }
    #expect(self.finished() == finished, sourceLocation: location)
    #expect(self.warnings == warnings, sourceLocation: location)
  }

  @Test func `listeners that command without end are ended, and one notice names the model`() throws {
    func restless() -> NamedModel {
      NamedModel("restless").onMessageReceived { [stack = screen.stack] message in
        if message is FinishedNavigationMessage { stack.setRoot(restless()) }
      }
    }
    try screen.window.run { screen.stack.setRoot(restless()) }
    try screen.window.run { screen.stack.setRoot(restless()) }
    #expect(
      warnings == [
        """
        NamedModel m67 keeps changing the window: each change that its start(), observe, listeners or onDismiss make \
        leads to the next, 64 times in one turn. Further commands in this turn are refused; add a condition that ends the \
        changes
        """
      ])
    #expect(screen.window.text == ["restless", "Add"])
    try expectRest()
  }

  @Test func `all that leaves beside them is told`() throws {
    func restless() -> NamedModel {
      NamedModel("restless").onMessageReceived { [stack = screen.stack] message in
        if message is FinishedNavigationMessage { stack.setRoot(restless(), clear: false) }
      }
    }
    try screen.window.run { screen.stack.setRoot(restless()) }
    for name in ["a", "b"] { try screen.window.run { screen.stack.push(NamedModel(name).noted(in: departures)) } }
    try screen.window.run {
      screen.stack.pop()
      screen.stack.setRoot(restless(), clear: false)
    }
    #expect(departures.take() == ["b"])
    try screen.window.back()
    #expect(departures.take() == ["a"])
  }

  @Test func `listeners that write containers without end are ended`() throws {
    let switched = DefaultSwitchedNavigationModel(nil)
    func restless() -> NamedModel {
      NamedModel("restless").onMessageReceived { message in
        if message is FinishedNavigationMessage { switched.switchedModel = restless() }
      }
    }
    try screen.window.run { screen.home.push(switched) }
    try screen.window.run { switched.switchedModel = restless() }
    try screen.window.run { switched.switchedModel = restless() }
    #expect(warnings.count == 1)
    #expect(screen.window.text == ["restless", "Add"])
    try expectRest()
  }

  @Test func `who only observes what others write without end goes on`() throws {
    let switched = DefaultSwitchedNavigationModel(nil)
    func restless() -> NamedModel {
      NamedModel("restless").onMessageReceived { message in
        if message is FinishedNavigationMessage { switched.switchedModel = restless() }
      }
    }
    var seen: (any NavigationModel)?
    try screen.window.run {
      screen.home.push(switched)
      screen.home.observe { seen = switched.switchedModel }
    }
    try screen.window.run { switched.switchedModel = restless() }
    try screen.window.run { switched.switchedModel = restless() }
    #expect(warnings.count == 1)
    #expect(seen === switched.switchedModel)
    try screen.window.run { switched.switchedModel = nil }
    #expect(seen === switched.switchedModel)
  }

  @Test func `models that push the next in their start are ended`() throws {
    try screen.window.run { screen.home.push(StepModel()) }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("StepModel m67 keeps changing the window") == true)
    let depth = screen.home.depth
    #expect(depth == 65)
    try expectRest()
    #expect(screen.home.depth == depth)
    try screen.window.back()
    #expect(screen.home.depth == depth - 1)
  }

  @Test func `an observation that leads to itself ends, and one that is only led goes on`() throws {
    let model = EchoingModel()
    try screen.window.run { screen.home.push(model) }
    try screen.window.run { model.isWriting = true }
    #expect(
      warnings == [
        """
        EchoingModel m3 keeps changing the window: what its observe writes makes the same observe run again, 64 times in \
        one turn. That observation has ended; do not write what it reads
        """
      ])
    let count = model.log.count
    #expect(model.seen == count)
    try screen.window.run { model.log.append("more") }
    #expect(model.seen == model.log.count)
    #expect(model.log.count < count + 4)
    try expectRest()
  }
}

/// Pushes the next as soon as it is there.
@NavigationModel
private final class StepModel {
  func start() { push(StepModel()) }
  var body: some View { Text("step") }
}

/// Two of its observations write what both read.
@NavigationModel
private final class EchoingModel {
  var log: [String] = []
  var seen = 0
  var isWriting = false

  init() {}

  func start() {
    for name in ["a", "b"] { observe { if self.isWriting { self.log.append(name) } } }
    observe { self.seen = self.log.count }
  }

  var body: some View { Text("\(seen)") }
}
