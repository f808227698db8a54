import OrielDocument
import Testing

@testable import OrielCommand

struct TableTests {
  private static func window(_ id: String, _ user: String, _ title: String, _ rev: Int) -> WindowRow {
    WindowRow([
      "id": .string(id), "user": .string(user), "scene": "counter", "title": .string(title), "epoch": "e-1",
      "rev": .integer(rev), "attached": 1,
    ])
  }

  private static let rows = [window("w-1", "u-1", "Inbox", 7), window("w-22", "alice", "Letters from far away", 1234)]

  @Test func `columns are aligned, and numbers stand at the right`() {
    #expect(
      WindowRow.table(Self.rows).lines(width: nil) == [
        "ID    USER   SCENE    TITLE                   REV  ATTACHED",
        "w-1   u-1    counter  Inbox                     7         1",
        "w-22  alice  counter  Letters from far away  1234         1",
      ])
  }

  @Test func `where the terminal is narrow, titles give way first`() {
    #expect(
      WindowRow.table(Self.rows).lines(width: 48)
        == [
          "ID    USER   SCENE    TITLE        REV  ATTACHED",
          "w-1   u-1    counter  Inbox          7         1",
          "w-22  alice  counter  Letters f…  1234         1",
        ])
  }

  @Test func `ids are whole as long as the terminal has room for them`() {
    #expect(
      WindowRow.table(Self.rows).lines(width: 30) == [
        "ID    USER   SCENE    TITLE  …",
        "w-1   u-1    counter  Inbox  …",
        "w-22  alice  counter  Lett…  …",
      ])
  }

  @Test func `where the terminal is too narrow, ids are as long as commands need them`() {
    let rows = [Self.window("w-29zd3t_g4eLj5OXm5-jp6g", "u-4kYw0zvT1mX5sYw8dRfGAb3kPq", "Inbox of the north", 7)]
    #expect(
      WindowRow.table(rows).lines(width: 66)
        == [
          "ID          USER          SCENE    TITLE             REV  ATTACHED",
          "w-29zd3t_g  u-4kYw0zvT1m  counter  Inbox of the no…    7         1",
        ])
    #expect(
      WindowRow.table(rows).lines(width: nil)[1].hasPrefix("w-29zd3t_g4eLj5OXm5-jp6g  u-4kYw0zvT1mX5sYw8dRfGAb3kPq"))
  }

  @Test(arguments: [
    ("windws", "windows"), ("dismis", "dismiss"), ("Lock", "lock"), ("audits", "audit"), ("reboot", nil), ("x", nil),
  ])
  func `a word that is nearly a command is understood`(word: String, meant: String?) {
    #expect(
      Spelling.nearest(to: word, of: ["windows", "window", "dismiss", "restore", "lock", "unlock", "audit"]) == meant)
  }

  @Test func `of an app with tenants, each window has its own`() {
    let rows: [JSONValue] = [
      ["id": "w-1", "user": "ann", "scene": "desk", "title": "Desk", "tenant": "north", "attached": 0],
      ["id": "w-2", "user": "ann", "scene": "desk", "title": "Desk", "attached": 1],
    ]
    #expect(
      WindowRow.table(rows.map { WindowRow($0) }).lines(width: nil) == [
        "ID   USER  SCENE  TITLE  REV  ATTACHED  TENANT",
        "w-1  ann   desk   Desk     -         0  north",
        "w-2  ann   desk   Desk     -         1  -",
      ])
  }

  @Test func `without rows there are only titles`() {
    #expect(WindowRow.table([]).lines(width: nil) == ["ID  USER  SCENE  TITLE  REV  ATTACHED"])
  }

  @Test func `what is wide takes two columns`() {
    let table = Table(
      columns: [Table.Column(title: "TITLE", givesWay: true), Table.Column(title: "REV", isNumber: true)],
      rows: [["受信箱", "1"], ["👩‍🚀 Mission", "2"], ["Café", "3"]])
    #expect(
      table.lines(width: nil) == [
        "TITLE       REV",
        "受信箱        1",
        "👩‍🚀 Mission    2",
        "Café          3",
      ])
    #expect(
      table.lines(width: 10) == [
        "TITLE  REV",
        "受信…    1",
        "👩‍🚀 M…    2",
        "Café     3",
      ])
  }

  @Test func `a title can't steer the terminal or break its line`() {
    let table = Table(
      columns: [Table.Column(title: "TITLE"), Table.Column(title: "REV")],
      rows: [["a\u{1B}[2Jb\nc\r\nd\u{9B}e\u{202E}f\tg", "1"]])
    #expect(
      table.lines(width: nil) == [
        "TITLE             REV",
        "a\u{FFFD}[2Jb c d\u{FFFD}e\u{FFFD}f\u{FFFD}g  1",
      ])
  }

  @Test func `one window has a line for each of its facts`() {
    #expect(
      Self.rows[0].sheet == """
        id        w-1
        user      u-1
        scene     counter
        title     Inbox
        epoch     e-1
        rev       7
        attached  1
        """)
  }

  @Test func `outcomes are a table`() {
    let outcomes = Outcomes([
      "id": "t-1", "kind": "print",
      "outcomes": [
        ["window": "w-1", "status": "performed", "value": ["tapped": true]], ["window": "w-22", "status": "expired"],
      ],
    ])
    #expect(
      outcomes.table.lines(width: nil) == [
        "WINDOW  STATUS     ANSWER", #"w-1     performed  {"tapped":true}"#, "w-22    expired",
      ])
  }
}
