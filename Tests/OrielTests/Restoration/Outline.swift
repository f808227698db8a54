import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// What a restart makes of a window: its models are taken as they would be saved, perhaps damaged, and restored.
struct Restart {
  /// The models and how they stand, such as `stack[Inbox, Note] + sheet(Compose)`.
  let outline: String
  /// What the log says of it.
  let issues: [String]
  /// The models that have to be saved, and those to be deleted.
  let saved: [String]
  let deleted: [String]
  let isNew: Bool

  init(
    _ window: TestWindow, types: SavedTypes = SavedTypes(),
    newRoot: @autoclosure @escaping () -> any NavigationModel = BlankModel(),
    damage: (inout [String: String]) -> Void = { _ in }
  ) throws {
    var rows: [String: String] = [:]
    try window.server.look(window.id) { hub, id in
      let window = try #require(hub.windows[id])
      rows = window.graph.snapshot().mapValues { String(decoding: JSONBytes.encode($0), as: UTF8.self) }
      rows["root"] = window.graph.root._node.id
    }
    let root = rows.removeValue(forKey: "root") ?? ""
    damage(&rows)
    nonisolated(unsafe) let makeRoot = newRoot
    let saved = rows.mapValues { Array($0.utf8) }
    let logged = window.server.warnings.count
    (outline, self.saved, deleted, isNew) = try window.server.look(window.id) { hub, id in
      let host = try #require(hub.windows[id])
      return try TurnContext.$current.withValue(TurnContext(environment: [])) {
        let restored = try GraphRestoration(saved: saved, types: types, newRoot: makeRoot).restore(root: root)
        let graph = NavigationGraph(restored, host: host, ids: ModelIDs(suffix: "x", next: 100))
        graph.settle()
        defer { graph.dismantle() }
        let changes = graph.drainChanges()
        return (
          Restart.outline(graph.root), changes.saved.map(\.id).sorted(), changes.deleted.sorted(), restored.isNew
        )
      }
    }
    issues = Array(window.server.warnings[logged...])
  }

  private static func outline(_ model: any NavigationModel) -> String {
    let children = model._content.children.map(outline).joined(separator: ", ")
    let name = String(describing: type(of: model)).replacing("Default", with: "").replacing(
      "RootNavigationModel", with: "")
    let itself = model._content.isScreen ? name : "\(name.lowercased())[\(children)]"
    guard let presentation = model._node.layer?.presentation else { return itself }
    return "\(itself) + \(presentation.model.map(outline) ?? presentation.question?.title.plainText(in: nil) ?? "")"
  }
}

@NavigationModel
final class BlankModel {
  var body: some View { EmptyView() }
}
