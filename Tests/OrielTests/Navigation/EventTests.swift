import Oriel
import OrielDocument
import OrielTesting
import Testing

/// An event is looked up in what was rendered; what it can't be about any more is refused.
struct EventTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  private let stale = TestOutcome.rejected(.stale, "This is no longer on the screen")

  @Test func `what is gone takes no events`() throws {
    let window = screen.window
    try window.run { screen.home.push(NamedModel("a")) }
    try window.run { screen.home.pop() }
    #expect(try window.event(model: "m3", element: "add", name: "tap") == stale)
    #expect(try window.event(model: "m99", element: "add", name: "tap") == stale)
    #expect(try window.event(model: "m2", element: "nothing", name: "tap") == stale)
  }

  @Test func `what is covered takes no events`() throws {
    let window = screen.window
    try window.run { screen.home.push(NamedModel("a")) }
    #expect(try window.event(model: "m2", element: "add", name: "tap") == stale)
    try window.run { screen.home.present(.sheet(NamedModel("sheet"))) }
    #expect(try window.event(model: "m3", element: "add", name: "tap") == stale)
    #expect(try window.event(model: "m1", name: "back", value: ["depth": 0]) == stale)
    try window.run { screen.home.present(.alert(AlertState("Sure?"))) }
    #expect(try window.event(model: "m4", element: "add", name: "tap") == stale)
  }

  @Test func `only the top layer is dismissed by its user`() throws {
    let window = screen.window
    #expect(try window.event(model: "m1", name: "dismiss", value: [:]) == stale)
    try window.run {
      screen.home.present(.sheet(NamedModel("one")))
      screen.home.present(.sheet(NamedModel("two"), isDismissible: false))
    }
    #expect(
      try window.event(model: "m4", name: "dismiss", value: [:]) == .rejected(.notExecutable, "This can't be dismissed")
    )
    #expect(try window.event(model: "m3", name: "dismiss", value: [:]) == stale)
    #expect(try window.event(model: "m1", name: "dismiss", value: [:]) == stale)
    #expect(try window.dismiss() == .rejected(.notExecutable, "This can't be dismissed"))
  }

  @Test func `a name or a value that is not taken is invalid`() throws {
    let window = screen.window
    #expect(try window.event(model: "m2", element: "add", name: "change") == .rejected(.invalid, "add takes no change"))
    #expect(try window.event(model: "m2", name: "jump") == .rejected(.invalid, "a model takes no jump"))
    #expect(try window.event(model: "m2", name: "back", value: ["depth": 0]) == .rejected(.invalid, "not a stack"))
    #expect(try window.event(model: "m1", name: "back") == .rejected(.invalid, "back needs a depth"))
    #expect(
      try window.event(model: "m1", name: "back", value: ["depth": -1]) == .rejected(.invalid, "back needs a depth"))
    #expect(try window.event(model: "m1", name: "selectTab", value: ["id": "a"]) == .rejected(.invalid, "no tabs"))
    #expect(try window.event(model: "m1", name: "action", value: ["id": "0"]) == stale)
  }

  @Test func `what was seen appearing is nothing new`() throws {
    #expect(try screen.window.event(model: "m2", name: "appeared", value: ["animated": true]) == .nothing)
    #expect(try screen.window.event(model: "m2", name: "disappeared", value: [:]) == .nothing)
  }

  @Test func `a disabled element is refused`() throws {
    let window = try TestWindow(DisabledModel())
    #expect(try window.tap("Never") == .rejected(.notExecutable, "This can't be used now"))
  }

  @Test func `an answer is one of the question's`() throws {
    let window = screen.window
    try window.run { screen.home.present(.alert(AlertState("Sure?"))) }
    #expect(try window.event(model: "m1", name: "action", value: ["id": "1"]) == .rejected(.invalid, "no such action"))
    #expect(try window.event(model: "m1", name: "action", value: ["id": "00"]) == .rejected(.invalid, "no such action"))
    #expect(try window.choose("OK") == .patch([.remove("/models/m1/presented")], rev: 3))
    #expect(try window.event(model: "m1", name: "action", value: ["id": "0"]) == stale)
  }

  @Test func `its user goes back so far, and to where one is changes nothing`() throws {
    try screen.window.run { screen.home.push([NamedModel("a"), NamedModel("b")].map { $0 as any NavigationModel }) }
    #expect(try screen.window.back(toDepth: 2) == .nothing)
    #expect(try screen.window.back(toDepth: 0) != .nothing)
    #expect(screen.names == ["home"])
  }

  @Test func `a handler that throws keeps what it did`() throws {
    let window = try TestWindow(FailingModel())
    #expect(
      try window.tap("Fail")
        == .several([
          .patch([.replace("/models/m1/body/0/text", "1 done")], rev: 2), .rejected(.failed, "Something went wrong"),
        ]))
    #expect(
      try window.tap("Fail later")
        == .several([
          .patch([.replace("/models/m1/body/0/text", "2 done")], rev: 3), .rejected(.failed, "Something went wrong"),
        ]))
    #expect(try window.tap("Work") == .patch([.replace("/models/m1/body/0/text", "3 done")], rev: 4))
  }

  @Test func `a question's action that throws closes it all the same`() throws {
    try screen.window.run {
      screen.home.present(
        .alert(
          AlertState("Sure?") {
            ButtonState("Yes") {
              screen.home.count = 1
              throw FailingModel.Failure()
            }
          }))
    }
    let outcome: TestOutcome = try screen.window.choose("Yes")
    #expect(
      outcome
        == .several([
          .patch(
            [.add("/models/m2/body/2", ["type": "text", "text": "count 1"]), .remove("/models/m1/presented")], rev: 3),
          .rejected(.failed, "Something went wrong"),
        ]))
  }
}

@NavigationModel
final class DisabledModel {
  var taps = 0
  init() {}
  var body: some View { Button("Never") { self.taps += 1 }.disabled(true) }
}

@NavigationModel
final class FailingModel {
  var done = 0

  init() {}

  struct Failure: Error {}

  var body: some View {
    Text("\(done) done")
    Button("Fail") {
      self.done += 1
      throw Failure()
    }
    Button("Fail later") { try await self.fail() }
    Button("Work") { self.done += 1 }
  }

  private func fail() async throws {
    done += 1
    throw Failure()
  }
}
