import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

struct LimitTests {
  private func server(hubs: Int? = nil, _ set: (inout HubLimits) -> Void) throws -> TestServer {
    var limits = HubLimits()
    set(&limits)
    return try TestServer(app: HubApp(), hubs: hubs, store: TestStore(), limits: limits)
  }

  private func isInMemory(_ window: TestWindow) -> Bool {
    window.server.look(window.id) { hub, id in hub.windows[id] != nil }
  }

  @Test func `the number of a user's attached windows is limited`() throws {
    let server = try server { $0.attachedWindowsPerUser = 3 }
    let windows = try (0..<3).map { _ in try server.open() }
    #expect(throws: TestError.refused(.tooManyWindows(limit: 3))) { try server.open() }
    #expect(throws: TestError.refused(.tooManyWindows(limit: 3))) { try windows[0].duplicate() }
    _ = try server.open(user: "other")
    try windows[1].disconnect()
    _ = try server.open()
    #expect(throws: TestError.refused(.tooManyWindows(limit: 3))) { try windows[1].reconnect() }
  }

  @Test func `one window of a scene that lists the others opens beyond the limit, and refused pages link to it`() throws
  {
    var limits = HubLimits()
    limits.attachedWindowsPerUser = 2
    let server = try TestServer(app: ListingApp(), store: TestStore(), limits: limits)
    let windows = try (0..<2).map { _ in try server.open() }
    let refusal = TestError.refused(.tooManyWindows(limit: 2, list: "/windows"))
    #expect(throws: refusal) { try server.open() }
    let list = try server.open(scene: "windows")
    #expect(list.text.count { $0 == "Open, last used" } == 2)
    #expect(throws: TestError.refused(.tooManyWindows(limit: 2))) { try server.open(scene: "windows") }
    try windows[0].disconnect()
    let another = try server.open()
    #expect(throws: refusal) { try windows[0].reconnect() }
    #expect(another.isAttached)
    try list.disconnect()
    #expect(throws: refusal) { try server.open() }
    try list.reconnect()
  }

  @Test func `the longest unattached window makes room`() throws {
    let server = try server { $0.attachedWindowsPerUser = 3 }
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

  @Test func `windows that take more memory than they may leave it at once, the longest without a page first`() throws {
    // Of a user: a 64th, which is room for two of these, and not for three.
    let server = try server(hubs: 1) { $0.windowMemory = 64 * 2_000_000 }
    let windows = try (0..<4).map { number in
      let window = try server.open()
      let model = try window.find(CounterModel.self)
      try window.run { model.padding = String(repeating: "x", count: 60_000) }
      try window.disconnect()
      try server.advance(by: .seconds(1))
      return window
    }
    #expect(windows.map(isInMemory) == [false, false, true, true])
    try windows[0].reconnect()
    #expect(windows[0].text.contains { $0.count == 60_000 })
  }

  @Test func `beyond what a network may take, it opens no more windows, and its largest lose their pages`() throws {
    // Of a network: a quarter, which is room for two of these, and not for three.
    let server = try server(hubs: 1) { $0.windowMemory = 4 * 2_000_000 }
    func come(_ number: Int, from network: String) throws -> RawPage {
      let page = RawPage(server, instance: "page \(number)", user: "user \(number)")
      try page.attach { $0.network = network }
      return page
    }
    func grow(_ page: RawPage) throws {
      try server.step(page.attachment) { hub, attachment in
        guard let window = attachment?.window, let model = window.graph.root as? CounterModel else { return }
        hub.turn(in: window) { model.padding = String(repeating: "x", count: 60_000) }
      }
    }
    let pages = try (0..<3).map { try come($0, from: "192.0.2.1") }
    for page in pages { try grow(page) }
    let next = RawPage(server, instance: "page 3", user: "user 3")
    #expect(try next.attach { $0.network = "192.0.2.1" } == [.closing(.tooManyOfNetwork)])
    #expect(try come(4, from: "192.0.2.2").isOpen)
    try server.advance(by: .seconds(3))
    #expect(pages.count(where: \.isOpen) == 2)
    #expect(server.log.messages.count { $0.contains("--window-memory") } == 2)
    #expect(try come(5, from: "192.0.2.1").isOpen)
  }

  @Test func `another page of a large window gets a new window and no copy`() throws {
    let server = try server { $0.largeDocumentBytes = 10_000 }
    let window = try server.open()
    try window.tap("Add")
    #expect(try window.duplicate().text.first == "1")
    let model = try window.find(CounterModel.self)
    try window.run { model.padding = String(repeating: "x", count: 20_000) }
    let another = try window.duplicate()
    #expect(another.id != window.id && another.text.first == "0")
    try window.tap("Add")
    #expect(window.text.first == "2")
  }

  @Test func `the log says which saved object is large`() throws {
    let server = try server { $0.largeObject = 10 }
    try server.open().tap("Visit")
    #expect(server.warnings.filter { $0.hasPrefix("A saved Settings has ") }.count == 1)
  }

  @Test func `making room breaks no turn in two`() throws {
    let server = try server { $0.attachedWindowsPerUser = 2 }
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
    let outcome: TestOutcome = try window.type(String(repeating: "x", count: 5000), into: "Padding")
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

  // MARK: What measuring costs

  /// A window whose document is at its limit, and more of whose screens are too large to show.
  private func fullWindow() throws -> (TestWindow, tops: [CounterModel]) {
    let server = try server { $0.documentBytes = 64 * 1024 }
    let window = try server.open()
    let root = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
    var models = [root]
    for index in 0..<24 {
      let sheet = CounterModel()
      try window.run {
        sheet.padding = String(repeating: "x", count: 3800 + index)
        root.present(.sheet(sheet))
      }
      models.append(sheet)
    }
    return (window, models)
  }

  private func counts(of window: TestWindow) -> (measured: Int, evaluated: Int, size: Int) {
    window.server.look(window.id) { hub, id in
      hub.windows[id].map { ($0.graph.measuredBytes, $0.graph.evaluations, $0.graph.encodedCount) } ?? (0, 0, 0)
    }
  }

  @Test func `a document at its limit is not measured at each event, but for the models that change`() throws {
    let (window, models) = try fullWindow()
    #expect(60_000...64 * 1024 ~= counts(of: window).size)
    #expect(isError("m24", of: window))
    #expect(!isError("m3", of: window))
    let before = counts(of: window)
    for _ in 1...100 { try window.run { models[2].count += 1 } }
    let after = counts(of: window)
    // The size of one screen each time, and not that of the document, or of those that are not shown.
    #expect(after.measured - before.measured <= 100 * 10_000)
    #expect(after.evaluated - before.evaluated == 100)
    #expect(window.server.warnings.count == 1)
  }

  @Test func `screens that come beyond the limit make no others be evaluated`() throws {
    let (window, models) = try fullWindow()
    let before = counts(of: window)
    for _ in 1...7 {
      let sheet = CounterModel()
      try window.run {
        sheet.padding = String(repeating: "y", count: 3900)
        models[0].present(.sheet(sheet))
      }
    }
    let after = counts(of: window)
    #expect(after.evaluated - before.evaluated == 7)
    #expect(after.measured - before.measured <= 7 * 20_000)
    #expect(window.server.warnings.count == 1)
  }

  @Test func `the sum of the models' sizes is the document's`() throws {
    let (window, models) = try fullWindow()
    func check() throws {
      let (sum, written) = try window.server.look(window.id) { hub, id in
        let graph = try #require(hub.windows[id]?.graph)
        var writer = JSONWriter()
        graph.write(to: &writer)
        return (graph.encodedCount, writer.bytes.count)
      }
      #expect(sum == written)
    }
    try check()
    try window.run { models[1].padding = "é\u{1F600}\"\\" }
    try check()
    try window.run { models[12].dismissSelf() }
    try check()
    try window.run { models[0].dismissAll() }
    try check()
    #expect(!isError("m1", of: window))
  }

  @Test func `what has room again is shown, the smallest first`() throws {
    let (window, models) = try fullWindow()
    let hidden = models.filter { isError($0.modelID, of: window) }.count
    #expect(hidden > 0)
    try window.run { for model in models[1...2] { model.padding = "" } }
    #expect(1..<hidden ~= models.filter { isError($0.modelID, of: window) }.count)
    try window.run { for model in models { model.padding = "small" } }
    #expect(models.filter { isError($0.modelID, of: window) }.count == 0)
  }

  // MARK: What a page says

  @Test func `long texts in a page's events and address are cut`() throws {
    let store = TestStore()
    let server = try TestServer(app: HubApp(), store: store)
    let page = RawPage(server, instance: "page")
    _ = try page.attach {
      $0.scene = "main"
      $0.value = .string(String(repeating: "v", count: 60_000))
      $0.url = "/" + String(repeating: "u", count: 4000)
    }
    let id = try #require(page.page.position?.windowID)
    #expect(server.look(id) { hub, id in hub.windows[id]?.opening?.utf8.count } == 256)
    let window = server.look(id) { hub, id in hub.windows[id]! }
    window.log(
      NavigationNotice(.failed, model: "m1", type: "A", message: String(repeating: "e", count: 60_000), details: [:]))
    #expect(window.loggedEvents.last?.message.count == 500)
  }

  @Test func `an opening that an older server has stored whole is read and shortened`() throws {
    let long = String(repeating: "x", count: 90_000)
    let position = try WindowPosition(saved: ["applied": [:], "next": 3, "opening": .string(long)])
    #expect(position.opening == String(repeating: "x", count: 256))
  }
}

private struct ListingApp: WindowApp {
  var body: some Scene {
    WindowGroup("Counter", id: "main") { CounterModel() }
    WindowGroup("Your windows", id: "windows") { YourWindowsModel() }.opensBeyondWindowLimit()
  }
}
