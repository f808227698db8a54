import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Transactions")
struct TransactionTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  @Test func `a command carries its own animation`() throws {
    let outcome = try screen.window.run { screen.home.execute(.push(NamedModel("a")).animation(.easeIn)) }
    #expect(outcome.abridged.animations == [["name": "easeIn", "duration": 350]])
  }

  @Test func `two commands of one turn keep their own`() throws {
    let outcome = try screen.window.run {
      screen.home.execute(.push(NamedModel("a")).animation(.easeIn))
      screen.home.execute(.push(NamedModel("b")).animated(false))
    }
    #expect(
      outcome.abridged
        == .patch(
          [
            .add("/models/m1/path/1", ["model": "m3"], animation: ["name": "easeIn", "duration": 350]),
            .add("/models/m1/path/2", ["model": "m4"], animation: ["name": "none"]),
          ], rev: 2))
  }

  @Test func `what surrounds a command overrides what it brings`() throws {
    let outcome = try screen.window.run {
      withAnimation(.linear) { screen.home.execute(.push(NamedModel("a")).animation(.easeIn)) }
    }
    #expect(outcome.abridged.animations == [["name": "linear", "duration": 350]])
  }

  @Test func `nested transactions merge, and the inner says more`() throws {
    var transaction = Transaction(animation: .easeIn)
    transaction[Speaker.self] = "outer"
    var seen: [String] = []
    withTransaction(transaction) {
      seen.append(Transaction.current[Speaker.self])
      withAnimation(.linear) { seen.append(Transaction.current[Speaker.self]) }
      var inner = Transaction()
      inner[Speaker.self] = "inner"
      withTransaction(inner) {
        seen.append(Transaction.current[Speaker.self])
        #expect(Transaction.current.animation == .easeIn)
      }
    }
    #expect(seen == ["outer", "outer", "inner"])
    #expect(Transaction.current[Speaker.self] == "nobody")
  }

  @Test func `a path written by hand moves as it was written`() throws {
    let outcome = try screen.window.run {
      withAnimation(.linear) { screen.stack.path.append(StackNavigationModel(NamedModel("a"))) }
    }
    #expect(outcome.abridged.animations == [["name": "linear", "duration": 350]])
  }

  @Test func `a layer moves as the command that presents it says`() throws {
    let outcome = try screen.window.run {
      screen.home.execute(.present(.sheet(NamedModel("sheet"))).animation(.spring(duration: 1, bounce: 0.2)))
    }
    #expect(outcome.abridged.animations == [["name": "spring", "duration": 1000, "bounce": 0.2]])
  }

  @Test func `a completion is called once when the page has shown the screen`() throws {
    var completed = 0
    let next = NamedModel("a")
    try screen.window.run {
      withAnimation {
        screen.home.push(next)
      } completion: {
        completed += 1
      }
    }
    #expect(completed == 0)
    try screen.window.event("appeared", of: next, value: ["animated": true])
    #expect(completed == 1)
    try screen.window.server.advance(by: .seconds(60))
    #expect(completed == 1)
  }

  @Test func `a completion of what no page reports is called when its time is up`() throws {
    var completed = 0
    try screen.window.run {
      withAnimation(.linear(duration: 2)) {
        screen.home.count = 1
      } completion: {
        completed += 1
      }
    }
    try screen.window.server.advance(by: .milliseconds(1999))
    #expect(completed == 0)
    try screen.window.server.advance(by: .milliseconds(1))
    #expect(completed == 1)
  }

  @Test func `a completion is called at once where nothing has changed`() {
    var completed = 0
    withAnimation {
    } completion: {
      completed += 1
    }
    #expect(completed == 1)
  }
}

extension TransactionTests {
  @Test func `a transaction reaches what observes its change, once`() throws {
    var heard: [String] = []
    try screen.window.run {
      screen.home.observe { heard.append("\(screen.home.count) \(Transaction.current[Speaker.self])") }
    }
    var transaction = Transaction()
    transaction[Speaker.self] = "ann"
    try screen.window.run {
      withTransaction(transaction) { screen.home.count = 1 }
      screen.home.count = 2
    }
    try screen.window.run { screen.home.count = 3 }
    #expect(heard == ["0 nobody", "2 ann", "3 nobody"])
  }

  @Test func `what an observer changes moves as what it observes`() throws {
    let next = NamedModel("next")
    try screen.window.run {
      screen.home.push(next)
      screen.home.observe { next.count = screen.home.count }
    }
    let outcome = try screen.window.run { withAnimation(.linear) { screen.home.count = 1 } }
    let counted: JSONValue = ["type": "text", "text": "count 1"]
    #expect(
      outcome
        == .patch(
          [
            .add("/models/m2/body/2", counted, animation: linear),
            .add("/models/m3/body/2", counted, animation: linear),
          ], rev: 3))
  }

  @Test func `what a destination in a property leads to moves as the property was written`() throws {
    let model = SignpostModel()
    let window = try TestWindow(.stacked(model))
    let outcome = try window.run { withAnimation(.linear) { model.target = Place.page(1) } }
    #expect(Set(outcome.abridged.animations) == [linear])
  }

  // MARK: Bindings

  @Test func `a control's change moves as its binding says`() throws {
    let window = try TestWindow(SwitchModel())
    #expect(Set(try window.toggle("Wide").animations) == [linear])
    #expect(Set(try window.toggle("Calm").animations) == [["name": "none"]])
    #expect(try window.toggle("Plain").animations == [])
  }

  @Test func `a binding's transaction gives way to what surrounds the write`() {
    let box = Box(0)
    var heard: [String] = []
    let listening = Binding {
      box.value
    } set: {
      box.value = $0
      heard.append("\(Transaction.current[Speaker.self]) \(Transaction.current.animation == .linear)")
    }
    var transaction = Transaction()
    transaction[Speaker.self] = "ann"
    let spoken = listening.transaction(transaction)
    spoken.wrappedValue = 1
    spoken.animation(.linear).wrappedValue = 2
    withAnimation(.linear) { spoken.wrappedValue = 3 }
    #expect(heard == ["ann false", "ann true", "nobody true"])
    #expect(box.value == 3)
  }

  private var linear: JSONValue { ["name": "linear", "duration": 350] }
}

private enum Speaker: TransactionKey {
  static let defaultValue = "nobody"
}

/// Goes where a property says.
@NavigationModel
private final class SignpostModel {
  var target: Place?

  init() {}

  func start() { navigate(to: \.target) }

  var body: some View { Text("guide") }
}

@NavigationModel
private final class SwitchModel {
  var isWide = false
  var isCalm = false
  var isPlain = false

  init() {}

  var body: some View {
    Toggle("Wide", isOn: bind(\.isWide).animation(.linear))
    Toggle("Calm", isOn: bind(\.isCalm).animation(nil))
    Toggle("Plain", isOn: bind(\.isPlain))
  }
}
