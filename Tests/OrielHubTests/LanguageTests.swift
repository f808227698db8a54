import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct LanguageTests {
  @Test func `a page that repeats its language has nothing evaluated, rendered or saved`() throws {
    let store = HeldStore()
    let server = try TestServer(app: SpeakingApp(), store: store)
    let window = try server.open()
    try window.tap("Ask")
    func done() -> [Int] {
      [server.look { $0.environment(of: .app)?[Evaluations.self]?.count ?? 0 }, store.commits.count]
    }
    let before = done()
    for _ in 1...10 { try window.report(locale: "en") }
    #expect(done() == before)
    try window.report(locale: "de")
    #expect(window.text.contains("Hallo"))
  }
}

private final class Evaluations {
  var count = 0
}

private struct SpeakingApp: WindowApp {
  var body: some Scene { WindowGroup("Speaking", id: "main") { SpeakingModel() } }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    [Evaluations(), Localization(["de": ["Hello": "Hallo"]])]
  }
}

@NavigationModel
private final class SpeakingModel {
  @Environment(Evaluations.self) var evaluations

  init() {}

  var body: some View {
    evaluations.count += 1
    return Button("Ask") { self.present(.alert(AlertState<Never>(LocalizedStringKey("Hello")))) }
  }
}
