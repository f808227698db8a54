import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// Triggers that models send, and what scenes make of them.
struct EnvironmentTriggerTests {
  let server: TestServer
  let window: TestWindow
  let root: TriggeringModel

  init() throws {
    server = try TestServer(app: TriggerApp())
    window = try server.open()
    root = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? TriggeringModel) }
  }

  private func send(_ trigger: EnvironmentTrigger) throws -> TestTrigger? {
    var result: CommandResult?
    try window.run { result = root.sendEnvironmentTrigger(trigger) }
    #expect(result == .executed)
    return window.triggers.last
  }

  @Test(
    arguments: [
      (.requestReview, "requestReview", [:]), (.print, "print", [:]), (.focusWindow, "focusWindow", [:]),
      (.copy("text"), "copy", ["text": "text"]), (.setBadge(3), "setBadge", ["count": 3]),
      (.notify("Hi", body: "there"), "notify", ["title": "Hi", "body": "there"]),
      (
        .notify("Copying", tone: .success, action: "Stop", seconds: 90_000, tag: "copy", progress: 1.5, sound: true),
        "notify",
        [
          "title": "Copying", "tone": "good", "action": "Stop", "seconds": 3600, "tag": "copy", "progress": 1.0,
          "sound": true,
        ]
      ),
      (.share(text: "Look", url: "/x"), "share", ["text": "Look", "url": "/x"]),
      (.openURL("/x"), "openURL", ["url": "/x", "target": "_blank"]),
      (.custom("confetti", payload: ["count": 5]), "custom:confetti", ["count": 5]),
    ] as [(EnvironmentTrigger, String, JSONValue)])
  func `a model sends what its page is to do`(
    trigger: EnvironmentTrigger, kind: String, payload: JSONValue
  ) throws {
    let sent = try #require(try send(trigger))
    #expect(sent.kind == kind)
    #expect(sent.payload == payload)
  }

  @Test func `an address that pages refuse is not sent`() throws {
    try window.run {
      #expect(
        root.sendEnvironmentTrigger(.openURL("javascript:alert(1)"))
          == .notExecutable(.forbiddenURL("javascript:alert(1)")))
    }
    #expect(window.triggers == [])
  }

  @Test func `a scene takes a trigger, or makes another of it`() throws {
    _ = try send(.custom("taken"))
    #expect(window.triggers == [])
    #expect(root.heard == ["custom:taken performed"])
    #expect(try send(.custom("louder"))?.payload == ["text": "LOUDER"])
    #expect(try send(.copy("plain"))?.payload == ["text": "plain"])
  }

  @Test func `a scene is asked about an operator's triggers too`() throws {
    let id = window.id
    _ = try server.step { hub in hub.sendTrigger(kind: "custom:louder", payload: [:], to: .window(id)) }
    #expect(window.triggers.map(\.kind) == ["copy"])
  }

  @Test func `a custom trigger that no script handles is reported, any other is not`() throws {
    for trigger in [.custom("confetti"), .print] as [EnvironmentTrigger] {
      try window.perform(try #require(try send(trigger)), .unsupported)
    }
    #expect(
      window.server.warnings == [
        #"The page has no handler for the trigger "confetti": call handleTrigger("confetti", …) in a pageFiles script"#
      ])
  }

  @Test func `the root hears how many stars its user gives`() throws {
    let trigger = try #require(try send(.requestReview))
    try window.perform(trigger, value: 4)
    #expect(root.heard == ["requestReview performed 4"])
  }

  @Test func `a tap on a notification leads where it said`() throws {
    let trigger = try #require(try send(.notify("News", url: "/room/7")))
    try window.perform(trigger, value: "tap")
    #expect(window.text == ["room 7"])
  }

  @Test func `a notification that was shown leads nowhere, nor does its action`() throws {
    for value: JSONValue in ["shown", "action"] {
      let trigger = try #require(try send(.notify("News", url: "/room/7", action: "Undo")))
      try window.perform(trigger, value: value)
    }
    #expect(window.text == ["home"])
    #expect(root.heard == [#"notify performed "shown""#, #"notify performed "action""#])
  }

  @Test func `a notification that is put away leads nowhere`() throws {
    let trigger = try #require(try send(.notify("News", url: "/room/7")))
    try window.perform(trigger, .declined)
    #expect(window.text == ["home"])
    #expect(root.heard == ["notify declined"])
  }
}

private struct TriggerApp: WindowApp {
  var body: some Scene {
    WindowGroup("Triggering") { TriggeringModel() }
      .onOpenURL { url, root in
        guard let root = root as? TriggeringModel, url.path.first == "room" else { return false }
        root.place = "room \(url.path.last ?? "")"
        return true
      }
      .onEnvironmentTrigger { trigger, _ in
        switch trigger.kind {
        case "custom:taken": nil
        case "custom:louder": .copy("LOUDER")
        default: trigger
        }
      }
  }
}

@NavigationModel
final class TriggeringModel {
  var place = "home"
  var heard: [String] = []

  init() {}

  var body: some View { Text(place) }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let outcome = message as? TriggerOutcomeMessage else { return }
    let value = outcome.value.map { " \($0)" } ?? ""
    heard.append("\(outcome.trigger.kind) \(outcome.status)\(value)")
  }
}
