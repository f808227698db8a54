import Oriel
import OrielDocument
import OrielMessages
import OrielTesting
import Testing

/// A search for a row of a table: in the order that the page sees, in rows that it has and in others.
struct TableSearchTests {
  private let blotter = Blotter()

  private func window(_ count: Int) async throws -> TestWindow {
    for id in 0..<count { blotter.orders.append(Order(id, "S\(id)", Double(id))) }
    let window = try TestWindow(BlotterModel(), environment: [blotter])
    let table = try window.table()
    try await window.server.settled { !table.isLoading }
    return window
  }

  /// The answer to a request.
  private func answer(_ find: RowsRequest.Find, in window: TestWindow) throws -> JSONValue? {
    window.page.found = nil
    _ = try window.whileAttached { hub, attachment in
      hub.look(RowsRequest(model: "m1", element: "0", sequence: 1, find: find), from: attachment)
    }
    return window.page.found
  }

  /// Does the work that waits for the page's next turn.
  private func passTurn(of window: TestWindow) throws {
    let works = window.page.laterWork ?? []
    window.page.laterWork = []
    _ = try window.whileAttached { _, _ in for work in works { work() } }
  }

  @Test func `a row is found wherever it is, and the page stays where it is`() async throws {
    let window = try await window(5000)
    let (table, rev) = (try window.table(), window.rev)
    #expect(try table.find("S4321") == "4321")
    #expect(try answer(RowsRequest.Find("s4321"), in: window) == ["id": "4321", "index": 4321])
    #expect(try table.find("4,999.00") == "4999")
    #expect((table.first, window.rev) == (0, rev))
    #expect(try table.find("nothing") == nil)
    #expect(try answer(RowsRequest.Find("nothing"), in: window) == [:])
    #expect(try answer(RowsRequest.Find(""), in: window) == [:])
  }

  @Test func `a search goes on from a row in both directions, and once around`() async throws {
    let window = try await window(1000)
    let table = try window.table()
    #expect(try table.find("S99") == "99")
    #expect(try table.find("S99", after: 99) == "990")
    #expect(try table.find("S99", after: 999) == "99")
    #expect(try table.find("S99", after: 99, backwards: true) == "999")
    #expect(try table.find("S99", after: 999, backwards: true) == "998")
    #expect(try table.find("S42.", after: 42) == nil)
    #expect(try table.find("42.00", after: 942) == "42")
    #expect(try table.find("S512", after: 512) == "512")
    #expect(try table.find("S51", after: "nothing") == "51")
    try table.look(at: 600..<640)
    #expect(try table.find("S5") == "5")
    #expect(try table.find("S5", backwards: true) == "599")
  }

  @Test func `a beginning is that of the first text of a row, and case and accents count alike`() throws {
    let window = try TestWindow(
      ListedModel([Order(1, "", 1), Order(2, "Weiß", 2), Order(3, "Zürich", 3), Order(4, "Łódź", 4)]))
    #expect(try answer(RowsRequest.Find("ZUR", isPrefix: true), in: window) == ["id": "3", "index": 2])
    #expect(try answer(RowsRequest.Find("rich", isPrefix: true), in: window) == [:])
    #expect(try answer(RowsRequest.Find("zürichs", isPrefix: true), in: window) == [:])
    let table = try window.table()
    #expect(try (table.find("RICH"), table.find("WEISS"), table.find("odz")) == ("3", "2", "4"))
    #expect(try table.find("\u{301}") == nil)
  }

  @Test func `of a longer text, 256 characters are sought`() throws {
    let window = try TestWindow(ListedModel([Order(1, String(repeating: "x", count: 256), 1)]))
    #expect(try window.table().find(String(repeating: "x", count: 16_384)) == "1")
  }

  @Test func `texts that begin alike are found where they are whole`() throws {
    let window = try TestWindow(ListedModel([Order(1, "aaab", 1), Order(2, "abaabaac", 2)]))
    let table = try window.table()
    #expect(try (table.find("aab"), table.find("abaac"), table.find("abac")) == ("1", "2", nil))
  }

  @Test func `while the order holds, it is the one that is searched`() async throws {
    let window = try await window(1000)
    let table = try window.table()
    try table.sort("Price")
    try table.hold()
    try window.run {
      blotter.orders[id: 700]?.price = -1
      blotter.orders.remove(id: 701)
      blotter.orders.append(Order(5000, "New", 0.5))
    }
    #expect(try answer(RowsRequest.Find("S700"), in: window) == ["id": "700", "index": 700])
    #expect(try table.find("New") == nil)
    try table.release()
    #expect(try answer(RowsRequest.Find("S700"), in: window) == ["id": "700", "index": 0])
    #expect(try answer(RowsRequest.Find("New"), in: window) == ["id": "5000", "index": 2])
    #expect(try table.find("S701") == nil)
  }

  @Test func `a long search is done in pieces, and rows that go meanwhile are not found`() async throws {
    let window = try await window(5000)
    let table = try window.table()
    window.page.laterWork = []
    #expect(try answer(RowsRequest.Find("499.00", after: "990"), in: window) == nil)
    try window.run {
      blotter.orders.remove(id: 1499)
      blotter.orders.remove(id: 0)
    }
    try table.look(at: 10..<20)
    #expect((table.first, window.page.found) == (10, nil))
    for _ in 0..<3 { try passTurn(of: window) }
    #expect(window.page.found == ["id": "2499", "index": 2497])
    #expect(window.page.laterWork?.count == 0)
  }

  @Test func `a newer search ends an unfinished one, and so does another order`() async throws {
    let window = try await window(5000)
    let table = try window.table()
    window.page.laterWork = []
    #expect(try table.find("S4900") == nil)
    #expect(try table.find("S4800") == nil)
    for _ in 0..<20 { try passTurn(of: window) }
    #expect(window.page.found == ["id": "4800", "index": 4800])
    #expect(window.deliveries.count { $0 == .rowsPatch("m1/0", Patch([]), rev: 2, base: 2) } == 1)
    #expect(try table.find("S4900") == nil)
    try table.sort("Price")
    #expect(window.page.found == ["incomplete": true])
    try passTurn(of: window)
    #expect(window.page.laterWork?.count == 0)
  }

  @Test func `a search that takes ten seconds is given up`() async throws {
    let window = try await window(5000)
    window.page.laterWork = []
    #expect(try window.table().find("S4900") == nil)
    try window.advance(by: .seconds(10))
    try passTurn(of: window)
    #expect(window.page.found == ["incomplete": true])
  }

  @Test func `a page that can't receive gets the row when it can again`() async throws {
    let window = try await window(5000)
    window.page.isChoked = true
    #expect(try window.table().find("S4900") == nil)
    window.page.isChoked = false
    _ = try window.whileAttached { hub, attachment in hub.catchUp(attachment) }
    #expect(window.page.found == ["id": "4900", "index": 4900])
  }

  @Test func `a search of an operator is not the page's, nor the page's the operator's`() async throws {
    let window = try await window(1000)
    let mirror = try window.server.open(window.id, user: "admin", roles: ["admin"], observe: true)
    let known = window.deliveries.count
    #expect(try mirror.table().find("S900") == "900")
    #expect(try (mirror.table().first, window.table().first, window.deliveries.count) == (0, 0, known))
    mirror.page.found = nil
    #expect(try window.table().find("S800") == "800")
    #expect(mirror.page.found == nil)
  }
}
