import Oriel
import OrielTesting
import Testing

/// A closure that leaves the hub, in a view, where no macro sees it.
private struct LeavingButton: View {
  let model: LeavingModel

  var body: some View {
    Button("Leave") { [model] in
      await Task.yield()
      model.count += 1
    }
  }
}

@NavigationModel
private final class LeavingModel {
  var count = 0

  init() {}

  var body: some View {
    Text("\(count)")
    LeavingButton(model: self)
  }
}

private struct LeavingApp: WindowApp {
  var body: some Scene { WindowGroup("Leaving") { .stacked(LeavingModel()) } }
}

/// What a test is told after a tap that leaves the hub.
private func offHub(after tap: String, in window: TestWindow, of server: TestServer) async throws -> String {
  var failure: TestError?
  do throws(any Error) {
    try window.tap(tap)
    try await server.settled { window.text.first == "1" }
  } catch {
    failure = error as? TestError
  }
  guard case .leftHub(let what) = failure else {
    Issue.record("\(String(describing: failure))")
    return ""
  }
  return what
}

struct LeavingTests {
  @Test func `a step fails in which a closure has changed a model off its hub`() async throws {
    let server = try TestServer(app: LeavingApp())
    let window = try server.open()
    let what = try await offHub(after: "Leave", in: window, of: server)
    #expect(what.hasPrefix("LeavingModel m"))
    #expect(what.contains("was changed off its hub, which is a data race. A closure with a capture list"))
    // It is said once.
    try server.advance(by: .seconds(1))
  }
}

/// What all windows of a user share.
@SavedState
private final class Tally {
  var count = 0

  init() {}
}

private struct TallyButton: View {
  let tally: Tally

  var body: some View {
    Button("Count") { [tally] in
      await Task.yield()
      tally.count += 1
    }
  }
}

private struct Broken: Error {}

@NavigationModel
private final class TallyModel {
  @Environment(Tally.self) var tally

  init() {}

  var body: some View {
    Text("\(tally.count)")
    TallyButton(tally: tally)
    Button("Fail later") {
      await Task.yield()
      throw Broken()
    }
  }
}

private struct TallyApp: WindowApp {
  var body: some Scene { WindowGroup("Tally") { .stacked(TallyModel()) } }
  func environment(for user: User) -> EnvironmentValues { [Tally()] }
}

extension LeavingTests {
  @Test func `a saved object is told from one that is changed on its hub, too`() async throws {
    let server = try TestServer(app: TallyApp())
    let what = try await offHub(after: "Count", in: try server.open(), of: server)
    #expect(what.hasPrefix("Tally was changed off its hub, which is a data race."))
  }

  @Test func `a handler that fails after an await fails the test that waits for it`() async throws {
    let window = try TestServer(app: TallyApp()).open()
    try window.tap("Fail later")
    await #expect(throws: TestError.handlerFailed("A handler failed: Broken()")) { try await window.settled() }
    // It is said once.
    try await window.settled()
  }
}
