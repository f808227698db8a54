import Foundation
import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// What an operator may send to a window: the actions that are values.
struct OperatorTests {
  private let server: TestServer
  private let window: TestWindow

  init() throws {
    server = try TestServer(app: LibraryApp())
    window = try server.open()
    try window.send(SentPage(2), SentPage(3))
  }

  private func send(_ actions: [NavigationAction], isForced: Bool = false, to id: WindowID? = nil) throws
    -> CommandResult?
  {
    var result: CommandResult?
    nonisolated(unsafe) let actions = actions
    nonisolated(unsafe) let then: (CommandResult?) -> Void = { result = $0 }
    let id = id ?? window.id
    try server.step { hub in
      hub.performNow { then(await hub.find(id).window.map { hub.send(actions, to: $0, isForced: isForced) }) }
    }
    return result
  }

  @Test func `an operator brings a window back to its beginning`() throws {
    #expect(try send([.reset]) == .executed)
    #expect(window.text == ["book"])
    #expect(try send([.reset], to: WindowID("w-unknown")) == nil)
  }

  @Test func `a sleeping window is woken for it`() throws {
    try window.disconnect()
    try server.advance(by: .seconds(3600))
    #expect(try send([.popAll]) == .executed)
    try window.reconnect()
    #expect(window.text == ["book"])
  }

  @Test func `a lock holds unless the operator forces it`() throws {
    try window.send(
      NavigationAction.perform { root in
        root.lockNavigation()
        return .immediately
      })
    #expect(try send([.reset]) == .executed)
    #expect(window.text == ["page 3"])
    #expect(try send([.reset], isForced: true) == .executed)
    #expect(window.text == ["book"])
    #expect(window.document["locked"] == true)
  }

  @Test func `actions that are values go to JSON and back`() throws {
    let actions: [NavigationAction] = [
      .dismissAll, .popAll, .reset, .empty, .locked, .pause, .popTo(named: "shelf"),
      .send(SentPage(4), NavigationAction.empty),
    ]
    let data = try JSONEncoder().encode(actions)
    let decoded = try JSONDecoder().decode([NavigationAction].self, from: data)
    #expect(decoded.map(\.description) == actions.map(\.description))
    #expect(try send([decoded[7]]) == .executed)
    #expect(window.text == ["page 4"])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(NavigationAction.perform { _ in .auto }) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(NavigationAction.self, from: Data(#"{"action": "explode"}"#.utf8))
    }
  }
}
