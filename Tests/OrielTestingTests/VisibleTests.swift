import Foundation
import Oriel
import OrielDocument
import Testing

@testable import OrielTesting

/// What is visible of a window is one thing to the server, to a page, and to a test's page: see Tests/Fixtures/README.md,
/// *visible.json*.
struct VisibleTests {
  private let cases: [JSONValue]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/visible.json")
    cases = try #require(try JSONReader.value(from: Array(Data(contentsOf: file)), depth: 64).arrayValue)
    try #require(!cases.isEmpty)
  }

  @Test func `a test's page sees what is visible`() throws {
    for fixture in cases {
      let shared = (fixture["shared"]?.objectValue ?? [:]).reduce(into: [String: JSONValue]()) { $0[$1.key] = $1.value }
      #expect(
        PageView(document: fixture, shared: shared).visibleModels == fixture.names("visible"), "\(fixture.name)")
    }
  }

  @Test func `only what is visible appears, whatever a page says`() throws {
    for fixture in cases {
      let tree = try FixtureTree(fixture)
      let root = try #require(tree.models[fixture["root"]?.stringValue ?? ""])
      let window = try TestWindow(root)
      try window.run { tree.present() }
      for id in tree.models.keys.sorted() {
        let model = try #require(tree.models[id])
        try window.event("appeared", of: model, value: ["animated": false])
      }
      // A shared document is another graph's.
      let visible = fixture.names("visible").filter { tree.models[$0] != nil }
      #expect(tree.log.names.sorted() == visible.sorted(), "\(fixture.name)")
    }
  }
}

extension JSONValue {
  fileprivate var name: String { self["name"]?.stringValue ?? "" }
  fileprivate func names(_ member: String) -> [String] { self[member]?.arrayValue?.compactMap(\.stringValue) ?? [] }
}

/// A window's models, made as a document has them.
private final class FixtureTree {
  private(set) var models: [String: FixtureModel] = [:]
  let log = FixtureLog()
  private let document: JSONValue

  init(_ document: JSONValue) throws {
    self.document = document
    for member in document["models"]?.objectValue ?? [:] { models[member.key] = FixtureModel(member.key, log) }
    for member in document["models"]?.objectValue ?? [:] { models[member.key]?.shown = try content(of: member.value) }
  }

  private func model(_ id: JSONValue?) throws -> FixtureModel { try #require(models[id?.stringValue ?? ""]) }

  private func content(of model: JSONValue) throws -> ModelContent {
    switch model["kind"]?.stringValue {
    case "stack":
      return .stack(try (model["path"]?.arrayValue ?? []).map { StackNavigationModel(try self.model($0["model"])) })
    case "tabs":
      let tabs = try (model["tabs"]?.arrayValue ?? []).map { tab in
        TabModel(id: tab["id"]?.stringValue ?? "", title: "", model: try self.model(tab["model"]))
      }
      return .tabs(tabs, selected: model["selected"]?.stringValue ?? "")
    case "switched": return .switched(try model["child"].map { try self.model($0) })
    case "split":
      return .split(sidebar: try self.model(model["sidebar"]), detail: try model["detail"].map { try self.model($0) })
    case "custom":
      let children = try (model["children"]?.arrayValue ?? []).map { try self.model($0) }
      return .custom(component: model["component"]?.stringValue ?? "", properties: [:], children: children)
    default: return .screen
    }
  }

  /// The lowest layer first.
  func present() {
    for (id, model) in models.sorted(by: { $0.key < $1.key }) {
      guard let presented = document["models"]?[id]?["presented"] else { continue }
      guard let layer = presented["model"]?.stringValue.flatMap({ models[$0] }) else {
        model.present(.alert(AlertState("Sure?")))
        continue
      }
      switch presented["as"]?.stringValue {
      case "cover": model.present(.fullScreenCover(layer))
      case "popover": model.present(.popover(layer, source: "here"))
      default: model.present(.sheet(layer))
      }
    }
  }
}

private final class FixtureLog {
  var names: [String] = []
}

@NavigationModel
private final class FixtureModel {
  let name: String
  @Transient var shown = ModelContent.screen
  @Transient var log = FixtureLog()

  init(_ name: String, _ log: FixtureLog) {
    self.name = name
    self.log = log
  }

  var _content: ModelContent { shown }
  var body: some View { Text(name) }
  func didAppear(animated: Bool) { log.names.append(name) }
}
