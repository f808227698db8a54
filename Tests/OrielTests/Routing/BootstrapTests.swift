import Oriel
import OrielDocument
import OrielTesting
import Testing

/// What a window waits for until the test lets it come.
private final class Gate: Sendable {
  private let stream: AsyncStream<Bool>
  private let continuation: AsyncStream<Bool>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open(succeeding: Bool = true) { continuation.yield(succeeding) }

  struct Failure: Error {}

  func pass() async throws {
    for await success in stream {
      if success { return }
      throw Failure()
    }
  }
}

private struct SlowApp: WindowApp {
  let gate = Gate()

  var body: some Scene {
    WindowGroup("Slow", id: "main") {
      try await gate.pass()
      return .stacked(PlaceModel("ready"))
    }
    .destinations(PlacesApp.Order.self)
    WindowGroup("Room", id: "room", for: Int.self, placeholder: { PlaceModel("a moment") }) { number in
      try await gate.pass()
      return PlaceModel("room \(number)")
    }
  }
}

struct BootstrapTests {
  private let app = SlowApp()
  private let server: TestServer

  init() throws { server = try TestServer(app: app) }

  private func settled(_ window: TestWindow, _ text: [String]) async throws {
    try await server.settled { window.text == text }
  }

  @Test(.timeLimit(.minutes(1))) func `a window shows progress until its root is there`() async throws {
    let window = try server.open()
    #expect(window.document["models"]?["m2"]?["body"] == [["type": "progress"]])
    app.gate.open()
    try await settled(window, ["ready"])
    #expect(window.url == "/")
  }

  @Test(.timeLimit(.minutes(1))) func `an address waits until there is something to land in`() async throws {
    let window = try server.open(url: "/order/4")
    #expect(window.text == [])
    app.gate.open()
    try await settled(window, ["order 4"])
    #expect(window.url == "/order/4")
  }

  @Test(.timeLimit(.minutes(1))) func `a placeholder of the app's own may take the place of progress`()
    async throws
  {
    let window = try server.open(url: "/room/3")
    #expect(window.text == ["a moment"])
    app.gate.open()
    try await settled(window, ["room 3"])
  }

  @Test(.timeLimit(.minutes(1))) func `a root that fails may be tried again`() async throws {
    let window = try server.open()
    app.gate.open(succeeding: false)
    try await settled(window, ["This could not be loaded", "Try again"])
    #expect(server.warnings == ["A task of BootstrapModel failed: Failure()"])
    try window.tap("Try again")
    #expect(window.text == [])
    app.gate.open()
    try await settled(window, ["ready"])
  }

  @Test(.timeLimit(.minutes(1))) func `a restart before the root is there starts over, and after it does not`()
    async throws
  {
    let window = try server.open(url: "/order/4")
    try window.restart()
    #expect(window.text == [])
    // One for the task that ended with the server: it still waits, and goes nowhere.
    app.gate.open()
    app.gate.open()
    try await settled(window, ["order 4"])
    try window.restart()
    #expect(window.text == ["order 4"])
  }
}
