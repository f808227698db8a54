import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// An instance stands in one place, and its id names it within one window.
struct ModelIdentityTests {
  let one: TestWindow
  let two: TestWindow
  let server: TestServer

  init() throws {
    server = try TestServer(app: StackApp())
    (one, two) = (try server.open(), try server.open())
  }

  private func stack(_ window: TestWindow) throws -> DefaultStackRootNavigationModel {
    try server.look(window.id) { hub, id in
      try #require(hub.windows[id]?.graph.root as? DefaultStackRootNavigationModel)
    }
  }

  @Test func `a model that was in another window gets an id of this one`() throws {
    let (first, second) = (try stack(one), try stack(two))
    let model = NoteModel(id: 1)
    try one.run { first.push(model) }
    try one.run { first.pop() }
    try two.run { second.push(model) }
    try two.run { second.push(NoteModel(id: 2)) }
    #expect(two.document["models"]?["m1"]?["path"] == [["model": "m2"], ["model": "m3"], ["model": "m4"]])
    #expect(two.text == ["Note 2"])
  }

  @Test func `so does one whose window has ended`() throws {
    let (first, second) = (try stack(one), try stack(two))
    let models = [NoteModel(id: 1), NoteModel(id: 2)]
    try one.run { first.execute(.push(models)) }
    try one.leave()
    try two.run { second.push(models[1]) }
    try two.run { second.push(models[0]) }
    #expect(two.document["models"]?["m1"]?["path"] == [["model": "m2"], ["model": "m3"], ["model": "m4"]])
  }

  @Test func `a model that stands in a window is refused by another`() throws {
    let (first, second) = (try stack(one), try stack(two))
    let model = NoteModel(id: 1)
    try one.run { first.push(model) }
    try two.run { #expect(second.push(model) == .notExecutable(.alreadyAttached)) }
    try one.back()
    try two.run { #expect(second.push(model) == .executed) }
    #expect(two.text == ["Note 1"])
  }
}
