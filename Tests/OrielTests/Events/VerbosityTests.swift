import Oriel
import OrielTesting
import Synchronization
import Testing

/// Who is told of what.
struct VerbosityTests {
  /// Something of every level happens in a window of this app.
  private func levels(_ verbosity: NavigationVerbosity) throws -> (app: [NavigationNotice], log: [String]) {
    let heard = HeardEvents()
    let server = try TestServer(app: VerboseApp(verbosity: verbosity, heard: heard))
    let window = try server.open()
    try window.selectTab("b")
    try window.run {
      let tabs = window.rootModel as? DefaultTabsRootNavigationModel
      tabs?.selectedTabID = "c"
      tabs?.send(Nobody())
    }
    return (heard.events.withLock { $0 }, server.log.messages)
  }

  private let lines = [
    "A window of \"window\" was opened", "DefaultTabsRootNavigationModel m1 started", "NamedModel m2 started",
    "NamedModel m3 started", "DefaultTabsRootNavigationModel m1 has the tab \"b\" selected",
    "Nothing receives a Nobody; 0 more values are dropped",
    "DefaultTabsRootNavigationModel m1 can't execute SendCommand: noReceiver(\"Nobody\")",
    "DefaultTabsRootNavigationModel m1 has no tab \"c\"",
  ]

  @Test func `an app that asks for all notices gets them, and so does the log`() throws {
    let told = try levels(.info)
    #expect(Set(told.app.map(\.message)) == Set(lines))
    #expect(told.log == told.app.map(\.message))
  }

  @Test(arguments: [
    (NavigationVerbosity.warning, [NavigationNotice.Kind.noReceiver, .unknownTab]), (.error, [.noReceiver]),
    (.none, []),
  ])
  func `what is less grave than an app asks for is not told`(
    verbosity: NavigationVerbosity, kinds: [NavigationNotice.Kind]
  ) throws {
    let told = try levels(verbosity)
    #expect(Set(told.app.map(\.kind)) == Set(kinds))
    #expect(told.log == told.app.map(\.message))
  }

  @Test func `an app without a verbosity is told its mistakes`() {
    #expect(SilentApp().verbosity == .warning)
    #expect(NavigationVerbosity.allCases.sorted() == [.info, .warning, .error, .none])
  }

  @Test func `similar warnings are one line a minute in the log, and the app gets each`() throws {
    let heard = HeardEvents()
    let server = try TestServer(app: VerboseApp(verbosity: .warning, heard: heard))
    for _ in 1...3 { try select("c", in: try server.open()) }
    try select("d", in: try server.open())
    try server.advance(by: .seconds(60))
    try select("c", in: try server.open())
    let (c, d) = (
      #"DefaultTabsRootNavigationModel m1 has no tab "c""#, #"DefaultTabsRootNavigationModel m1 has no tab "d""#
    )
    #expect(server.log.messages == [c, d, c + " (and 2 more since the last such line)"])
    #expect(heard.events.withLock { $0 }.map(\.message) == [c, c, c, d, c])
  }

  private func select(_ tab: String, in window: TestWindow) throws {
    try window.run { (window.rootModel as? DefaultTabsRootNavigationModel)?.selectedTabID = tab }
  }

  @Test func `a handler that fails is reported with its model`() throws {
    let window = try TestWindow(FailingButtonModel())
    #expect(try window.tap("Fail") == .rejected(.failed, "Something went wrong"))
    let failed = try #require(window.events.last { $0.kind == .failed })
    #expect(failed.message == "A handler failed: Failure()")
    #expect([failed.model, failed.details["event"]] == ["m1", "tap"])
    #expect(failed.level == .error)
  }
}

private final class HeardEvents: Sendable {
  let events = Mutex<[NavigationNotice]>([])
}

private struct VerboseApp: WindowApp {
  var verbosity = NavigationVerbosity.info
  var heard = HeardEvents()

  var body: some Scene {
    WindowGroup("Window") {
      .tabbed([
        TabModel(id: "a", title: "A", model: NamedModel("a")), TabModel(id: "b", title: "B", model: NamedModel("b")),
      ])
    }
  }

  func navigationNotice(_ notice: NavigationNotice) { heard.events.withLock { $0.append(notice) } }
}

private struct SilentApp: WindowApp {
  var body: some Scene { WindowGroup("Window") { NamedModel("a") } }
}

@NavigationModel
private final class FailingButtonModel {
  struct Failure: Error {}

  init() {}

  var body: some View { Button("Fail") { throw Failure() } }
}
