import Oriel
import OrielHub
import OrielTesting
import Testing

/// A private type has no name that another process finds.
struct LastingTypeTests {
  private func warnings(outlivesProcess: Bool) throws -> [String] {
    let store = TestStore(outlivesProcess: outlivesProcess)
    let server = try TestServer(app: FleetingApp(), store: store)
    for _ in 0..<2 {
      let window = try server.open()
      try window.run { window.root?.push(FleetingTypeModel()) }
    }
    return server.warnings
  }

  @Test func `an app whose windows are kept is told once of each private model`() throws {
    #expect(
      try warnings(outlivesProcess: true) == [
        "FleetingTypeModel m2 has a private type, which can't be found again after a restart: make it internal or public"
      ])
  }

  @Test func `a store in memory loses nothing, and tells no user that it did`() throws {
    #expect(try warnings(outlivesProcess: false) == [])
  }
}

private struct FleetingApp: WindowApp {
  var body: some Scene { WindowGroup("Window") { .stacked(FleetingTypeModel()) } }
}

@NavigationModel
private final class FleetingTypeModel {
  init() {}

  var body: some View { Text("fleeting") }
}

extension TestWindow {
  fileprivate var root: (any NavigationModel)? { server.look(id) { hub, id in hub.windows[id]?.graph.root } }
}
