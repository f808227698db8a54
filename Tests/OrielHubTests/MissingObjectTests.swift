import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Screens that read an object which the environment does not have.
struct MissingObjectTests {
  let calls = Calls()

  @Test func `nothing of such a screen is called or shown, and the rest of its window goes on`() throws {
    let server = try TestServer(app: CallingApp(calls: calls))
    let window = try server.open()
    try window.tap("Open")
    #expect(window.text == ["This screen can't be shown"])
    try window.appeared()
    try window.disconnect()
    try server.advance(by: .seconds(3))
    try window.reconnect()
    try window.back()
    #expect(window.text == ["0 missing", "Open"])
    #expect(calls.names == [])
    #expect(
      server.warnings == [
        "NeedyModel m3 is not shown. No Missing in the environment: return one from the app's environment(for:) or prepare()"
      ])
  }

  @Test func `a window keeps such a screen, which is shown again by a server that has the object`() throws {
    let store = TestStore(outlivesProcess: true)
    calls.hasObject = true
    let server = try TestServer(app: CallingApp(calls: calls), store: store)
    let window = try server.open()
    try window.tap("Open")
    #expect(window.text == ["here"])
    try window.appeared()
    #expect(calls.names == ["start here", "didAppear here"])
    calls.hasObject = false
    try window.restart()
    #expect(window.text == ["This screen can't be shown"])
    calls.hasObject = true
    try window.restart()
    #expect(window.text == ["here"])
  }
}

struct ProtocolObjectTests {
  @Test func `an object is found by its protocol, and the last one counts`() throws {
    let server = try TestServer(app: GreetingApp(), services: [German()])
    #expect(try server.open().text == ["Guten Tag", "Guten Tag", "Guten Tag 0"])
    let foreign = try TestServer(app: GreetingApp(), services: [German(), French()])
    #expect(try foreign.open().text == ["Bonjour", "Bonjour", "Bonjour 0"])
  }

  @Test func `a screen without the object is not shown`() throws {
    let server = try TestServer(app: GreetingApp(), services: [])
    #expect(try server.open().text == ["This screen can't be shown"])
    #expect(
      server.warnings == [
        "GreetingModel m1 is not shown. No Greeting in the environment: return one from the app's environment(for:) or prepare()"
      ])
  }
}

private struct GreetingApp: WindowApp {
  var body: some Scene { WindowGroup("Greeting") { GreetingModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Greeter()] }
}

protocol Greeting: AnyObject, Sendable {
  var words: String { get }
}

protocol Missed: AnyObject, Sendable {}

private final class German: Greeting { let words = "Guten Tag" }
private final class French: Greeting { let words = "Bonjour" }

@SavedState
final class Greeter {
  @Environment((any Greeting).self) var greeting

  init() {}
}

@NavigationModel
final class GreetingModel {
  @Environment((any Greeting).self) var greeting
  @Environment((any Greeting).self) var known: (any Greeting)?
  @Environment((any Missed).self) var missed: (any Missed)?
  @Environment(Greeter.self) var greeter

  init() {}

  var body: some View {
    Text(greeting.words)
    Text(greeter.greeting.words)
    Text("\(known?.words ?? "none") \(missed == nil ? 0 : 1)")
  }
}

private struct CallingApp: WindowApp {
  var calls = Calls()

  var body: some Scene {
    WindowGroup("Needy", id: "main") { DefaultStackRootNavigationModel(path: [StackNavigationModel(AskingModel())]) }
  }

  func environment(for user: User) -> EnvironmentValues { calls.hasObject ? [calls, Missing()] : [calls] }
}

final class Calls: @unchecked Sendable {
  var names: [String] = []
  var hasObject = false
}

final class Missing {
  let text = "here"
}

@NavigationModel
final class AskingModel {
  @Environment(Missing.self) var missing: Missing?

  init() {}

  var body: some View {
    Text("\(missing == nil ? 0 : 1) missing")
    Button("Open") { self.push(NeedyModel()) }
  }
}

@NavigationModel
final class NeedyModel {
  @Environment(Missing.self) var missing
  @Environment(Calls.self) var calls

  init() {}

  func start() { calls.names.append("start \(missing.text)") }
  func didAppear(animated: Bool) { calls.names.append("didAppear \(missing.text)") }
  func didDisappear() { calls.names.append("didDisappear \(missing.text)") }
  func didAttach() { calls.names.append("didAttach \(missing.text)") }
  func didDetach() { calls.names.append("didDetach \(missing.text)") }

  var body: some View { Text(missing.text) }
}
