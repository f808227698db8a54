import Foundation
import Gallery
import OrielDocument
import Testing

@testable import OrielTesting

/// A walk through the Gallery without a socket: see Tests/Fixtures/README.md, *walk.json*. Its twin over the socket is
/// `Tests/Conformance/test_walk.py`. Every step of it can be done here, so none is left out.
struct WalkTests {
  @Test func `every page shows what the server has at every step`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/walk.json")
    let steps = try #require(try JSONReader.value(from: Array(Data(contentsOf: file)), depth: 64).arrayValue)
    let walk = Walk(server: try TestServer(app: GalleryApp()))
    for step in steps {
      let why = Comment(rawValue: "at “\(step["why"]?.stringValue ?? "")”")
      let expected = Sight(outcome: step["outcome"]?.stringValue, pages: try #require(step["expect"], why))
      // A step that cannot be taken throws: then there is nothing to see, and nothing further to walk.
      var seen: Sight?
      #expect(throws: Never.self, why) { seen = try walk.take(step, toSee: expected.pages) }
      try #require(seen == expected, why)
    }
    #expect(!steps.isEmpty)
  }
}

/// What came of a step: what its page was told of it, and of all pages as much as the step names.
private struct Sight: Equatable {
  var outcome: String?
  var pages: JSONValue
}

/// Pages by their names.
private final class Walk {
  private let server: TestServer
  private var pages: [String: TestWindow] = [:]

  init(server: TestServer) {
    self.server = server
  }

  func take(_ step: JSONValue, toSee expected: JSONValue) throws -> Sight {
    let name = try text(step["page"])
    let action = try #require(step["do"]?.objectValue)
    let outcome = try act(action, name)
    for page in pages.values where page.page.closing != nil {
      try #require(server.look { $0.windows[page.id] == nil }, "a page is closed and its window is not")
    }
    return Sight(outcome: outcome?.word, pages: try show(like: expected))
  }

  // MARK: One step

  /// Does it; what it is called is its first member.
  private func act(_ action: JSONObject, _ name: String) throws -> TestOutcome? {
    let verb = try #require(action.first { _ in true })
    if verb.key == "open" {
      pages[name] = try server.open(user: text(action["user"]), scene: text(verb.value))
      return nil
    }
    let page = try page(name)
    switch verb.key {
    case "disconnect": try page.disconnect()
    case "reconnect": try page.reconnect()
    case "reload": try page.reload()
    case "duplicate": try duplicate(page, as: text(verb.value))
    case "perform": try page.perform(latest(verb.value, of: page), status(action["status"]))
    case "follow": pages[try text(action["as"])] = try page.open(latest(verb.value, of: page))
    case "leave": return try page.leave()
    default: return try event(verb.key, verb.value, action, on: page)
    }
    return nil
  }

  private func duplicate(_ page: TestWindow, as name: String) throws {
    let copy = try page.duplicate()
    try #require(copy.id != page.id, "a fork is a window of its own")
    pages[name] = copy
  }

  private func event(
    _ verb: String, _ value: JSONValue, _ action: JSONObject, on page: TestWindow
  ) throws -> TestOutcome {
    switch verb {
    case "tap": try page.tap(text(value))
    case "submit": try page.submit(text(value))
    case "type": try page.type(text(value), into: text(action["into"]))
    case "change": try page.change(text(value), to: #require(action["to"]))
    case "toggle": try page.toggle(text(value))
    case "choose": try page.choose(text(value))
    case "back": try page.back(toDepth: #require(value.integerValue))
    case "selectTab": try page.selectTab(text(value))
    case "dismiss": try page.dismiss()
    case "event": try send(value, on: page)
    default: throw UnknownWord(word: verb)
    }
  }

  private func send(_ event: JSONValue, on page: TestWindow) throws -> TestOutcome {
    let models = page.document["models"]?.objectValue ?? [:]
    let model = try #require(models.first { $0.value["type"] == event["model"]?["type"] })
    return try page.event(
      model: model.key, element: event["element"]?.stringValue, name: text(event["name"]), value: event["value"])
  }

  private func page(_ name: String) throws -> TestWindow { try #require(pages[name], "no page is called \(name)") }

  private func text(_ value: JSONValue?) throws -> String { try #require(value?.stringValue) }

  private func latest(_ kind: JSONValue, of page: TestWindow) throws -> TestTrigger {
    try #require(page.triggers.last { .string($0.kind) == kind })
  }

  private func status(_ word: JSONValue?) throws -> TestTriggerStatus {
    let all: [TestTriggerStatus] = [.performed, .blocked, .declined, .unsupported, .failed]
    return try #require(all.first { .string("\($0)") == word })
  }

  // MARK: What is seen after it

  /// What pages show, as far as it is expected of them: as a whole it compares with what is expected.
  private func show(like expected: JSONValue) throws -> JSONValue {
    let members = try #require(expected.objectValue)
    return .object(JSONObject(try members.map { ($0.key, try page($0.key).shown(like: $0.value)) }))
  }
}

/// A word that the walk has and this test does not know.
private struct UnknownWord: Error {
  var word: String
}

extension TestOutcome {
  /// The verb that answered, or a refusal's code: a refusal or a close says more than what changed beside it.
  fileprivate var word: String {
    switch self {
    case .nothing: "nothing"
    case .patch, .state: "patch"
    case .rejected(let refusal, _): refusal.rawValue
    case .closed: "closed"
    case .several(let outcomes):
      outcomes.map(\.word).first { $0 != "patch" } ?? "patch"
    }
  }
}

extension TestWindow {
  /// The members of `expected` as they are; of a closed page nothing but that is seen.
  fileprivate func shown(like expected: JSONValue) throws -> JSONValue {
    if let code = closeCode { return ["closed": code] }
    let members = try #require(expected.objectValue)
    return .object(JSONObject(try members.map { ($0.key, try seen($0.key, like: $0.value)) }))
  }

  private func seen(_ member: String, like expected: JSONValue) throws -> JSONValue {
    switch member {
    case "title": .string(title)
    case "top": innermost?["type"] ?? .null
    case "depth": depth
    case "layers": .array(view.layers.compactMap { $0.presented?["as"] })
    case "elements": try elements(like: #require(expected.objectValue))
    case "reads": .array(try #require(expected.arrayValue).filter(readable.contains))
    case "doesNotRead": .array(try #require(expected.arrayValue).filter { !readable.contains($0) })
    case "triggers": .array(triggers.map { .string($0.kind) })
    case "closed": .null
    default: throw UnknownWord(word: member)
    }
  }

  /// The code of the socket's close frame (PROTOCOL, *Close codes*); a reason that the walk does not have is its name.
  private var closeCode: JSONValue? {
    page.closing.map { reason in
      switch reason {
      case .left: 1000
      case .windowDismissed, .closed: 4500
      default: "\(reason)"
      }
    }
  }

  /// The models that are drawn in the topmost layer that has any, parents first.
  private var visible: [JSONValue] {
    let view = view
    let layer = view.layers.last { $0.model != nil }
    return (layer.map(view.visibleModels) ?? []).compactMap(view.model)
  }

  private var innermost: JSONValue? { visible.last }

  private var depth: JSONValue {
    let stack = visible.last { $0["kind"] == "stack" }
    return (stack?["path"]?.arrayValue?.count).map { .integer($0 - 1) } ?? .null
  }

  /// As JSON, because that compares texts scalar by scalar.
  private var readable: [JSONValue] { (view.top.map(view.text) ?? []).map { .string($0) } }

  private func elements(like expected: JSONObject) throws -> JSONValue {
    .object(
      JSONObject(
        try expected.map { name, members in
          let element = try element(name)
          let wanted = try #require(members.objectValue)
          return (name, .object(JSONObject(wanted.map { ($0.key, element[$0.key] ?? .null) })))
        }))
  }

  /// The one with this id or, where there is none, with this text.
  private func element(_ name: String) throws -> JSONValue {
    let all = (view.top.map(view.elements) ?? []).map(\.element)
    let named = all.filter { $0["id"] == .string(name) }
    let found = named.isEmpty ? all.filter { $0["id"] != nil && $0.writtenText.contains(name) } : named
    try #require(found.count == 1, "\(found.count) elements are called “\(name)”")
    return found[0]
  }
}
