import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

struct LimitTests {
  private func server(_ set: (inout HubLimits) -> Void) throws -> TestServer {
    var limits = HubLimits()
    set(&limits)
    return try TestServer(app: HubApp(), store: MemorySessionStore(), limits: limits)
  }

  private func isInMemory(_ window: TestWindow) -> Bool {
    window.server.look(window.id) { hub, id in hub.windows[id] != nil }
  }

  @Test func `a user has so many attached windows`() throws {
    let server = try server { $0.windowsPerUser = 3 }
    let windows = try (0..<3).map { _ in try server.open() }
    #expect(throws: TestError.refused(.tooManyWindows)) { try server.open() }
    #expect(throws: TestError.refused(.tooManyWindows)) { try windows[0].duplicate() }
    _ = try server.open(user: "other")
    try windows[1].disconnect()
    _ = try server.open()
    #expect(throws: TestError.refused(.tooManyWindows)) { try windows[1].reconnect() }
  }

  @Test func `the longest unattached window makes room`() throws {
    let server = try server { $0.windowsPerUser = 3 }
    let windows = try (0..<3).map { _ in try server.open() }
    for window in windows.prefix(2) {
      try window.tap("Add")
      try window.disconnect()
      try server.advance(by: .seconds(1))
    }
    _ = try server.open()
    try server.advance(by: .zero)
    #expect(!isInMemory(windows[0]))
    #expect(isInMemory(windows[1]))
    try windows[0].reconnect()
    #expect(windows[0].text.first == "1")
  }

  @Test func `making room breaks no turn in two`() throws {
    let server = try server { $0.windowsPerUser = 2 }
    let (window, idle) = (try server.open(), try server.open())
    try idle.disconnect()
    let model = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
    let outcome = try window.run {
      model.count = 1
      model.openWindow("note", value: 1)
      model.count = 2
    }
    #expect(outcome == .patch([.replace("/models/m1/body/0/text", "2")], rev: 2))
    try server.advance(by: .zero)
    #expect(!isInMemory(idle))
  }

  // MARK: Documents that are too large

  private func isError(_ model: String, of window: TestWindow) -> Bool {
    window.document["models"]?[model]?["body"]
      == [["type": "text", "text": "This screen is too large to show", "style": "danger"]]
  }

  @Test func `a screen that makes the document too large gives way to an error`() throws {
    let server = try server { $0.documentBytes = 4096 }
    let window = try server.open()
    let outcome = try window.type(String(repeating: "x", count: 5000), into: "Padding")
    #expect(isError("m1", of: window))
    // Nor is what is not shown sent.
    #expect("\(outcome)".utf8.count < 1000)
    #expect(window.server.warnings.count == 1)
  }

  @Test func `it stays an error until it shrinks`() throws {
    let server = try server { $0.documentBytes = 4096 }
    let window = try server.open()
    let model = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
    for count in [5000, 6000, 7000] {
      try window.run { model.padding = String(repeating: "x", count: count) }
      #expect(isError("m1", of: window))
    }
    try window.run { model.padding = "small" }
    #expect(window.text.contains("small"))
    #expect(try window.tap("Add") != .nothing)
  }

  @Test func `what is too large takes no events`() throws {
    let server = try server { $0.documentBytes = 4096 }
    let window = try server.open()
    try window.type(String(repeating: "x", count: 5000), into: "Padding")
    #expect(
      try window.event(model: "m1", element: "3", name: "tap")
        == .rejected(.stale, "This is no longer on the screen"))
  }

  @Test func `when another screen leaves there is room again`() throws {
    let server = try server { $0.documentBytes = 4096 }
    let window = try server.open()
    let model = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
    try window.run { model.padding = String(repeating: "x", count: 1500) }
    let sheet = CounterModel()
    try window.run {
      sheet.padding = String(repeating: "y", count: 900)
      model.present(.sheet(sheet))
    }
    #expect(isError("m1", of: window))
    try window.dismiss()
    #expect(window.text.first == "0")
  }

  @Test func `when another screen shrinks there is room again`() throws {
    let server = try server { $0.documentBytes = 4096 }
    let window = try server.open()
    let model = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
    try window.run { model.padding = String(repeating: "x", count: 1000) }
    let sheet = CounterModel()
    try window.run {
      sheet.padding = String(repeating: "y", count: 1100)
      model.present(.sheet(sheet))
    }
    #expect(isError("m2", of: window))
    try window.run { model.padding = "" }
    #expect(!isError("m2", of: window))
  }

  @Test func `a new screen that is too large arrives as an error`() throws {
    let server = try server { $0.documentBytes = 4096 }
    let window = try server.open()
    let model = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
    let sheet = CounterModel()
    let outcome = try window.run {
      sheet.padding = String(repeating: "y", count: 5000)
      model.present(.sheet(sheet))
    }
    #expect(isError("m2", of: window))
    #expect("\(outcome)".utf8.count < 1000)
  }
}
