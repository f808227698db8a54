import Oriel
import OrielDocument
import OrielTesting
import Testing

struct Account: Identifiable, Codable, Sendable {
  let id: Int
  var owner: String
  var balance: String
}

@SavedState
final class Ledger {
  let accounts = Rows<Account>()
}

struct OwnedBy: RowFilter, Codable {
  var text = ""
  func matches(_ account: Account) -> Bool { text.isEmpty || account.owner.contains(text) }
}

@NavigationModel
final class LedgerModel {
  @Environment(Ledger.self) var ledger
  var filter = OwnedBy()
  var sort: [TableSort] = []
  var columns = TableColumnCustomization<Account>()
  var taps = 0

  init() {}

  var body: some View {
    Button("Tap \(taps)") { self.taps += 1 }
    Table(ledger.accounts.filtered(by: filter), sortOrder: bind(\.sort), columnCustomization: bind(\.columns)) {
      TableColumn("Owner", value: \.owner)
      TableColumn("Balance", value: \.balance)
      TableColumn("State") { account in
        Chip("Open")
        Text("No. \(account.id)").foregroundStyle(.secondary)
      }
    }
    .downloads("accounts.csv")
  }
}

@NavigationModel
final class AccountsModel {
  var accounts: [Account]
  var name: String?

  init(_ texts: [String], as name: String? = "list.csv") {
    (accounts, self.name) = (texts.enumerated().map { Account(id: $0, owner: $1, balance: "1") }, name)
  }

  var body: some View { name.map(table.downloads) ?? table }

  private var table: Table<Account> {
    Table(accounts) {
      TableColumn("Owner", value: \.owner)
      TableColumn("=Balance", value: \.balance)
    }
  }
}

@NavigationModel
final class PartsModel {
  @Environment(Depot.self) var depot
  var filter = ""
  var sort = [TableSort("Name")]

  init() {}

  var body: some View {
    Table(depot, matching: filter, sortOrder: bind(\.sort)) { TableColumn("Name", value: \.name) }
      .downloads("parts.TSV")
  }
}

/// The rows of a table as a file, which the server makes and the page saves.
struct TableDownloadTests {
  private let ledger = Ledger()

  private func window(_ count: Int) async throws -> TestWindow {
    for id in 0..<count { ledger.accounts.append(Account(id: id, owner: "O\(id % 10)", balance: "\(id)")) }
    let window = try TestWindow(LedgerModel(), environment: [ledger])
    let table = try window.table()
    try await window.server.settled { !table.isLoading }
    return window
  }

  private func file(_ texts: [String], as name: String = "list.csv") async throws -> String {
    try await TestWindow(AccountsModel(texts, as: name)).table().download()
  }

  // MARK: The file

  @Test func `a file has all rows below the titles, and its element says so`() async throws {
    let window = try await window(300)
    let file = try await window.table().download()
    let lines = file.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect((lines.count, lines[0], lines[300]) == (302, "Owner,Balance,State", "O9,299,Open No. 299"))
    #expect(window.document["models"]?["m1"]?["body"]?.arrayValue?[1]["downloads"] == "csv")
    #expect(window.triggers.map(\.kind) == ["download"])
  }

  @Test func `a CSV file begins with a byte order mark and has its name and type`() async throws {
    let window = try TestWindow(AccountsModel(["Ä"], as: "list"))
    try window.event(model: "m1", element: "0", name: "download")
    try await window.server.settled { !window.triggers.isEmpty }
    let file = try await window.followDownload()
    #expect((file.name, file.type) == ("list.csv", "text/csv"))
    #expect(file.contents == [0xEF, 0xBB, 0xBF] + "Owner,'=Balance\r\nÄ,1\r\n".utf8)
  }

  @Test func `it has the columns, the filter and the sort that its user has`() async throws {
    let table = try await window(30).table()
    try table.sort("Balance")
    try table.sort("Balance")
    try table.customizeColumns(order: ["Balance", "Owner"], hidden: ["State"])
    #expect(try await table.download().split(separator: "\r\n").prefix(3) == ["Balance,Owner", "29,O9", "28,O8"])
    let window = try await window(0)
    try window.run { try window.find(LedgerModel.self).filter = OwnedBy(text: "3") }
    let lines = try await window.table().download().split(separator: "\r\n")
    #expect(lines == ["Owner,Balance,State", "O3,3,Open No. 3", "O3,13,Open No. 13", "O3,23,Open No. 23"])
  }

  @Test func `quotes, commas and line breaks are quoted, and long texts whole`() async throws {
    let long = String(repeating: "long ", count: 1000)
    #expect(
      try await file(["a \"b\"", "c,d", "e\nf", "g\r\nh", "", long])
        == "Owner,'=Balance\r\n\"a \"\"b\"\"\",1\r\n\"c,d\",1\r\n\"e\nf\",1\r\n\"g\r\nh\",1\r\n,1\r\n\(long),1\r\n")
  }

  @Test func `what a spreadsheet would take for a formula is a text, and numbers stay numbers`() async throws {
    let texts = [
      "=1+1", "+1+1", "-1-1", "@SUM(A1)", "\tx", "\rx", "-", "-12.5", "+1.234,5", "-12\u{A0}%", "-1’234", "-é", "\"=1",
    ]
    #expect(
      try await file(texts).split(separator: "\r\n").dropFirst().map { $0.dropLast(2) } == [
        "'=1+1", "'+1+1", "'-1-1", "'@SUM(A1)", "'\tx", "\"'\rx\"", "'-", "-12.5", "\"+1.234,5\"", "-12\u{A0}%",
        "-1’234", "'-é", "\"\"\"=1\"",
      ])
  }

  @Test func `a TSV file has no tabs and line breaks in its texts`() async throws {
    #expect(
      try await file(["a\tb\r\nc", "\"=1\"", "\t=1", "d\u{2028}e"], as: "list.tsv")
        == "Owner\t'=Balance\na b  c\t1\n'\"=1\"\t1\n' =1\t1\nd e\t1\n")
  }

  @Test func `a file of no rows has the titles`() async throws { #expect(try await file([]) == "Owner,'=Balance\r\n") }

  // MARK: While it is made

  @Test func `others go on meanwhile, and the file has the rows of its beginning`() async throws {
    let window = try await window(5000)
    let other = try window.server.open()
    try window.event(model: "m1", element: "1", name: "download")
    try other.tap("Tap 0")
    try window.run { for id in 0..<5000 where id != 7 { ledger.accounts.remove(id: id) } }
    try window.tap("Tap 0")
    #expect((window.triggers.count, other.text.first, try window.table().count) == (0, "Tap 1", 1))
    try await window.server.settled { !window.triggers.isEmpty }
    let file = try await window.followDownload()
    #expect(String(decoding: file.contents, as: UTF8.self).split(separator: "\r\n").count == 5001)
  }

  @Test func `a second file begins when the first is made`() async throws {
    let window = try await window(5000)
    try window.event(model: "m1", element: "1", name: "download")
    #expect(
      try window.event(model: "m1", element: "1", name: "download")
        == .rejected(.notExecutable, "This is still running. Wait for it to finish"))
    try await window.server.settled { !window.triggers.isEmpty }
    try await window.settled()
    #expect(try await window.table().download().isEmpty == false)
    // The first one, which no page has fetched, leaves its room.
    try window.advance(by: .seconds(60))
  }

  @Test func `it ends with its window`() async throws {
    let window = try await window(5000)
    try window.event(model: "m1", element: "1", name: "download")
    #expect(try window.server.dismissWindow(window.id))
    try window.server.advance(by: .zero)
    try await window.server.settled()
    #expect(window.triggers == [])
  }

  // MARK: Limits

  @Test func `a table of too many rows has no file`() throws {
    let window = try TestWindow(AccountsModel([]))
    let model = try window.find(AccountsModel.self)
    try window.run { model.accounts = (0...1_000_000).map { Account(id: $0, owner: "", balance: "") } }
    #expect(
      try window.event(model: "m1", element: "0", name: "download")
        == .rejected(.notExecutable, "A file has room for 1,000,000 rows. Filter the table first"))
  }

  @Test func `a file of too many bytes is not offered, and its user is told`() async throws {
    let window = try TestWindow(AccountsModel(["a", String(repeating: "x", count: 64 << 20), "b"]))
    await #expect(throws: TestError.fileRefused("A file has room for 64 MiB. Filter the table first")) {
      try await window.table().download()
    }
    #expect(window.triggers.map(\.kind) == ["notify"])
  }

  @Test func `a table without downloads takes no such event`() throws {
    let window = try TestWindow(AccountsModel(["a"], as: nil))
    let outcome: TestOutcome = try window.event(model: "m1", element: "0", name: "download")
    guard case .rejected(.invalid, _) = outcome else { return #expect(outcome == .nothing, "It is not refused") }
    #expect(window.document["models"]?["m1"]?["body"]?.arrayValue?[0]["downloads"] == nil)
  }

  // MARK: Of a source

  private func parts(_ depot: Depot) async throws -> TestWindow {
    let window = try TestWindow(PartsModel(), environment: [depot])
    try await window.server.settled { try !window.table().isLoading }
    return window
  }

  @Test func `a source is read page after page, sorted and filtered`() async throws {
    let depot = Depot()
    let window = try await parts(depot)
    let lines = try await window.table().download().split(separator: "\n")
    #expect((lines.count, lines[0], lines[1000]) == (1001, "Name", "Part 999"))
    let asked = depot.state.withLock { $0.requests.dropFirst() }
    #expect(asked.map(\.range) == [0..<200, 200..<400, 400..<600, 600..<800, 800..<1000])
    #expect(asked.map(\.near?.index) == [nil, 199, 399, 599, 799])
    #expect(asked.allSatisfy { $0.sort == [TableSort("Name")] && $0.filter == "" })
    try window.run { try window.find(PartsModel.self).filter = "99" }
    let found = Array(stride(from: 99, to: 900, by: 100)) + Array(990..<1000)
    #expect(try await window.table().download() == "Name\n" + found.map { "Part \($0)\n" }.joined())
  }

  @Test func `of a source that can't count, pages are read until one is not full`() async throws {
    let depot = Depot()
    let window = try await parts(depot)
    depot.set(\.page, TablePage((0..<7).map { Part($0) }, count: .atLeast(1000)))
    #expect(try await window.table().download().split(separator: "\n").count == 8)
  }

  @Test func `a source that throws says why, and one that fails is logged`() async throws {
    let depot = Depot()
    let window = try await parts(depot)
    depot.set(\.error, Problem("The archive is closed until Monday."))
    await #expect(throws: TestError.fileRefused("The archive is closed until Monday.")) {
      try await window.table().download()
    }
    depot.set(\.error, CancellationError())
    await #expect(throws: TestError.fileRefused("The file could not be made")) { try await window.table().download() }
    #expect(window.server.warnings == ["The source of a table’s file failed: CancellationError()"])
  }

  @Test func `of a source with too many rows nothing is offered`() async throws {
    let depot = Depot()
    let window = try await parts(depot)
    depot.set(\.page, TablePage((0..<200).map { Part($0) }, count: .exactly(1_000_001)))
    await #expect(throws: TestError.fileRefused("A file has room for 1,000,000 rows. Filter the table first")) {
      try await window.table().download()
    }
  }
}
