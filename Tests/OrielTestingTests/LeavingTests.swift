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

struct LeavingTests {
  @Test func `a step fails in which a closure has changed a model off its hub`() async throws {
    let server = try TestServer(app: LeavingApp())
    let window = try server.open()
    var failure: TestError?
    do throws(any Error) {
      try window.tap("Leave")
      try await server.settled { window.text.first == "1" }
    } catch {
      failure = error as? TestError
    }
    guard case .leftHub(let what) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(what.hasPrefix("LeavingModel m"))
    #expect(what.contains("was changed off its hub, which is a data race. A closure with a capture list"))
    // It is said once.
    try server.advance(by: .seconds(1))
  }
}
