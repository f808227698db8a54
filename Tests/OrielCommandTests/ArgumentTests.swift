import OrielDocument
import Testing

@testable import OrielCommand

struct ArgumentTests {
  private func parse<Command>(_ arguments: String..., as type: Command.Type) throws -> Command {
    try #require(try Program.parseAsRoot(arguments) as? Command)
  }

  @Test func `the help of an option is broken into lines by the terminal's width only`() {
    let help = Program.helpMessage(for: WindowsCommand.self, columns: 80)
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("what is in the memory of one of them is asked of that one"))
    let node = help.split(separator: "\n").drop { !$0.contains("--node") }.dropFirst().prefix { !$0.contains("--json") }
    // No line but the last has room for the next one's first word.
    for (line, next) in zip(node, node.dropFirst()) {
      #expect(line.count + 1 + (next.split(separator: " ").first?.count ?? 0) >= 80)
    }
  }

  // MARK: What is sent

  @Test func `open sends who, what and for which value`() throws {
    let bare = try parse("open", "counter", "--user", "u-1", as: OpenCommand.self)
    #expect(bare.body == ["act": "open", "target": ["user": "u-1"], "scene": "counter"])
    let full = try parse(
      "open", "note", "--user", "u-1", "--value", #"{"id": 7}"#, "--url", "/notes/7", as: OpenCommand.self)
    #expect(
      full.body
        == ["act": "open", "target": ["user": "u-1"], "scene": "note", "value": ["id": 7], "url": "/notes/7"])
  }

  @Test(arguments: [
    (["--window", "w-1"], #"{"window": "w-1"}"#), (["--user", "u-1"], #"{"user": "u-1"}"#),
    (["--scene", "note"], #"{"scene": "note"}"#), (["--all"], #"{"all": true}"#),
    (["--scene", "note", "--attached"], #"{"scene": "note", "attached": true}"#),
  ])
  func `trigger sends its target`(arguments: [String], target: String) throws {
    let command = try #require(
      try Program.parseAsRoot(["trigger", "print"] + arguments) as? TriggerCommand)
    #expect(
      command.body == ["act": "trigger", "kind": "print", "payload": [:], "target": try JSONValue(parsing: target)])
  }

  @Test func `a trigger expires after a duration with a unit, or after milliseconds`() throws {
    for (text, milliseconds) in [("250ms", 250), ("30s", 30_000), ("30m", 1_800_000), ("2h", 7_200_000), ("40", 40)] {
      let trigger = try parse("trigger", "print", "--all", "--expires", text, as: TriggerCommand.self)
      #expect(trigger.expires == milliseconds)
    }
  }

  @Test func `trigger sends its payload and when it expires`() throws {
    let command = try parse(
      "trigger", "notify", "--payload", #"{"title": "Lunch"}"#, "--all", "--expires", "5000", "--wait", "--secret",
      as: TriggerCommand.self)
    #expect(
      command.body
        == [
          "act": "trigger", "kind": "notify", "payload": ["title": "Lunch"], "target": ["all": true], "expires": 5000,
          "secret": true,
        ])
    #expect(command.wait)
  }

  @Test func `send sends actions, then a destination`() throws {
    let bare = try parse("send", "w-1", "reset", "popAll:shelf", as: SendCommand.self)
    let window: JSONValue = ["window": "w-1"]
    #expect(
      bare.body
        == ["act": "send", "target": window, "actions": [["action": "reset"], ["action": "popAll", "in": "shelf"]]])
    let full = try parse(
      "send", "w-1", "--destination", "Page", "--properties", #"{"number": 7}"#, "--force", as: SendCommand.self)
    let page: JSONValue = ["destination": ["name": "Page", "properties": ["number": 7]]]
    #expect(full.body == ["act": "send", "target": window, "actions": [page], "force": true])
  }

  @Test(arguments: [
    (["w-1"], #"{"window": "w-1"}"#), (["--user", "u-1"], #"{"user": "u-1"}"#), (["--tag", "vip"], #"{"tag": "vip"}"#),
    (["--all"], #"{"all": true}"#), (["--all", "--attached"], #"{"all": true, "attached": true}"#),
  ])
  func `what is done to windows names them, and why`(arguments: [String], target: String) throws {
    let command = try #require(
      try Program.parseAsRoot(["dismiss", "--reason", "Lunch", "--dry-run"] + arguments) as? DismissCommand)
    let body = command.options.body("dismiss", command.windows.target)
    #expect(body == ["act": "dismiss", "target": try JSONValue(parsing: target), "reason": "Lunch"])
    #expect(command.options.query.map(\.description) == ["dry-run=true"])
  }

  @Test func `one window is restored`() throws {
    #expect(try parse("restore", "w-1", as: RestoreCommand.self).window == "w-1")
    #expect(throws: (any Error).self) { try parse("restore", as: RestoreCommand.self) }
  }

  @Test func `a setting's value is a number where it is one`() throws {
    #expect(
      try parse("settings", "sleepAfter", "5000", as: SettingsCommand.self).own
        == ["setting": "sleepAfter", "value": 5000])
    #expect(
      try parse("settings", "logLevel", "debug", as: SettingsCommand.self).own
        == ["setting": "logLevel", "value": "debug"])
  }

  @Test func `a dry run tells what would be reached`() {
    let window: JSONValue = ["id": "w-1", "user": "u-1", "scene": "note", "title": "Lunch", "attached": 1]
    let reach = Reach(["windows": 3, "first": [window]])
    #expect(reach.text.split(separator: "\n").first == "It would reach 3 windows:")
    #expect(reach.text.hasSuffix("and 2 more"))
    #expect(Reach(["windows": 0, "first": []]).text == "It would reach no window.")
  }

  @Test func `what was not done in some windows is told by its reason, with 1`() throws {
    #expect(ActReport(["windows": 2]).failure == nil)
    let report = ActReport([
      "windows": 2, "failed": 13,
      "failures": [
        ["reason": "The window is locked.", "windows": 12, "first": ["w-1", "w-2"]],
        ["reason": "The window is parked.", "windows": 1, "first": ["w-3"]],
      ],
    ])
    #expect(report.text("Sent to") == "Sent to 2 windows")
    let failure = try #require(report.failure)
    #expect(
      failure.description == """
        Not done in 13 windows:
          12 × The window is locked. (w-1, w-2, and 10 more)
          1 × The window is parked. (w-3)
        """)
    #expect(Failure.exitStatus(of: failure) == 1)
  }

  @Test func `the audit is a table of what was done when`() {
    let record: JSONValue = [
      "time": 1_795_300_000_000, "who": "eve", "way": "api", "act": "ban", "target": "user:u-1", "outcome": "performed",
      "windows": 2, "reason": "rude",
    ]
    #expect(
      AuditLines.table([record]).rows == [
        ["2026-11-21T22:26:40Z", "eve", "api", "ban", "user:u-1", "performed", "2", "", "rude"]
      ])
  }

  @Test func `what is parked is a table of what it belongs to`() {
    let window: JSONValue = [
      "what": "window", "user": "u-1", "window": "w-3", "times": 3, "turn": "rendering", "at": 1_795_300_000_000,
    ]
    let messages: JSONValue = [
      "what": "messages", "tenant": "acme", "object": "Desk", "times": 4, "turn": "handling a message to Desk",
    ]
    #expect(
      ParkedCommand.table([window, messages]).rows == [
        ["window", "u-1", "w-3", "3", "2026-11-21T22:26:40Z", "rendering"],
        ["messages", "", "acme Desk", "4", "-", "handling a message to Desk"],
      ])
  }

  // MARK: What is refused

  @Test(arguments: [
    (["trigger", "print"], "Use exactly one of --window, --user, --scene, --tag and --all."),
    (["trigger", "print", "--all", "--user", "u-1"], "Use exactly one of --window, --user, --scene, --tag and --all."),
    (["trigger", "print", "--all", "--payload", "{"], "it is not JSON. A string needs its own quotation marks"),
    (["trigger", "print", "--all", "--payload", "[]"], "it must be an object"),
    (["open", "note", "--user", "u-1", "--value", "seven"], "it is not JSON. A string needs its own quotation marks"),
    (["open", "note"], "Missing expected argument '--user <user>'"),
    (["windows", "w-1", "--all"], "Name a window or use --after or --all, not both."),
    (["windows", "--document"], "Name the window whose document you want to see."),
    (["windows", "--graph"], "Name the window whose models you want to see."),
    (["windows", "w-1", "--graph", "--document"], "Use one of --document and --graph."),
    (["send", "w-1"], "Say what to send: an action, or --destination."),
    (["send", "w-1", "reset", "--properties", "{}"], "--properties needs --destination."),
    (["dismiss"], "Name one window, or use exactly one of --user, --tenant, --scene, --tag and --all."),
    (
      ["dismiss", "w-1", "--all"], "Name one window, or use exactly one of --user, --tenant, --scene, --tag and --all."
    ),
    (["trigger", "print", "--all", "--expires", "soon"], "such as 30s or 30m."),
    (["tail"], "Name a window or use one of --user and --filter."),
    (["tail", "w-1", "--user", "ann"], "Name a window or use one of --user and --filter."),
    (["audit", "--since", "soon"], "write a number followed by m, h or d, such as 90m, 12h or 7d."),
    (["settings", "logLevel"], "Give the new value too: oriel settings NAME VALUE."),
    (["ban"], "Missing expected argument '<user>'"),
    (["windows", "--colour"], "Unknown option '--colour'"),
    (["windows", "--state", "nonsense"], "The value 'nonsense' is invalid for '--state <state>'"),
  ])
  func `who calls a command wrongly is told how, with 2`(arguments: [String], message: String) throws {
    let error = try #require(throws: (any Error).self) { _ = try Program.parseAsRoot(arguments) }
    #expect(Program.message(for: error).contains(message))
    #expect(Failure.exitStatus(of: error) == 2)
  }

  @Test func `asking for help is no mistake`() throws {
    var command = try Program.parseAsRoot(["windows", "--help"])
    let error = try #require(throws: (any Error).self) { try command.run() }
    #expect(Failure.exitStatus(of: error) == 0)
  }
}
