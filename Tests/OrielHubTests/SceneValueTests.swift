import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct SceneValueTests {
  @Test func `the value of a window may have 4 KiB, from a page as from the app`() throws {
    let server = try TestServer(app: NamedApp())
    // With its quotation marks.
    let (long, longer) = (String(repeating: "x", count: 4094), String(repeating: "x", count: 4095))
    #expect(try server.open(scene: "named", value: long).text == [long])
    #expect(throws: TestError.noScene("named")) { try server.open(scene: "named", value: longer) }
    let window = try server.open()
    let model = try window.find(MainModel.self)
    var results: [CommandResult] = []
    try window.run {
      results = [model.openWindow("named", value: long), model.openWindow("named", value: longer)]
    }
    #expect(results == [.executed, .notExecutable(.wrongSceneValue("named"))])
  }
}

private struct NamedApp: WindowApp {
  var body: some Scene {
    WindowGroup("Main", id: "main") { MainModel() }
    WindowGroup("Named", id: "named", for: String.self) { NamedModel($0) }
  }
}

@NavigationModel
private final class MainModel {
  init() {}
  var body: some View { Text("main") }
}

@NavigationModel
private final class NamedModel {
  let name: String
  init(_ name: String) { self.name = name }
  var body: some View { Text(name) }
}
