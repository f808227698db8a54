import Foundation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What is half typed in a field for a value is the window's draft, which shows in its document, and is written when the edit
/// ends.
struct DraftTests {
  let journal = ScriptedJournal()
  let server: TestServer
  init() throws { server = try TestServer(app: BidApp(), store: TestStore(), journal: journal) }

  private func open() throws -> TestWindow { try server.open(scene: "bid") }

  private func draft(_ text: String, in window: TestWindow, _ field: String = "Amount") throws {
    #expect(try window.event("input", of: field, value: .string(text)) != .nothing)
  }

  private func field(_ window: TestWindow, _ label: String = "Amount") -> [JSONValue?] {
    let fields = window.document["models"]?["m1"]?["body"]?.arrayValue ?? []
    let field = fields.first { $0["label"]?.stringValue == label }
    return [field?["text"], field?["draft"]]
  }

  private func lines(_ window: TestWindow) -> [String] {
    window.text.filter { $0.hasPrefix("amount") || $0.hasPrefix("bought") }
  }

  private func price(_ window: TestWindow) -> JSONValue? {
    window.page.shared.values.first?.document["models"]?.objectValue?.first { _ in true }?.value["body"]?[0]
  }

  @Test func `it is in the document, and the value stays`() throws {
    let window = try open()
    #expect(field(window) == ["1,000", false])
    try draft("2", in: window)
    try draft("25x", in: window)
    #expect(field(window) == ["25x", true])
    #expect(lines(window) == ["amount 1000"])
  }

  @Test(arguments: [("2500", "2,500", 2500), ("25x", "1,000", 1000), ("1,000", "1,000", 1000), ("", "1,000", 1000)])
  func `the end of the edit writes it if it can be read, and shows the value`(
    _ typed: String, _ shown: JSONValue, _ amount: Int
  ) throws {
    let window = try open()
    try draft(typed, in: window)
    let outcome: TestOutcome = try window.change("Amount", to: .string(typed))
    let isRead = Int(typed.filter { $0 != "," }) != nil
    #expect(isRead == (outcome.refusals == []))
    #expect(field(window) == [shown, false])
    #expect(lines(window) == ["amount \(amount)"])
  }

  @Test func `another page, a restart and a copy of the window go on with it`() throws {
    let window = try open()
    try draft("250", in: window)
    let copy = try window.duplicate()
    #expect(copy.id != window.id)
    try window.restart()
    #expect(field(window) == ["250", true])
    try window.reload()
    #expect(field(window) == ["250", true])
    try draft("2500", in: window)
    try window.restart()
    try window.change("Amount", to: "2500")
    #expect(lines(window) == ["amount 2500"])
    try copy.reconnect()
    #expect(field(copy) == ["250", true])
    try copy.tap("Buy")
    #expect(lines(copy) == ["amount 250", "bought 250"])
    try window.restart()
    #expect(field(window) == ["2,500", false])
  }

  @Test func `what its user does elsewhere in the window comes after it`() throws {
    let window = try open()
    try draft("250", in: window)
    try window.tap("Buy")
    #expect(lines(window) == ["amount 250", "bought 250"])
    #expect(field(window) == ["250", false])
    try draft("300", in: window)
    try window.type("quick", into: "Note")
    #expect(lines(window) == ["amount 300", "bought 250"])
    try draft("5", in: window, "Discount")
    #expect(field(window) == ["300", false])
    try draft("40", in: window)
    #expect(field(window, "Discount") == ["5", false])
    try window.tap("Buy")
    #expect(lines(window) == ["amount 40", "bought 250", "bought 40"])
  }

  @Test func `a draft that can't be read is dropped by what its user does elsewhere`() throws {
    let window = try open()
    try draft("some", in: window)
    try window.tap("Buy")
    #expect(lines(window) == ["amount 1000", "bought 1000"])
    #expect(field(window) == ["1,000", false])
  }

  @Test func `return writes it before the field's action`() throws {
    let window = try open()
    try draft("7", in: window)
    try window.submit("Amount")
    #expect(lines(window) == ["amount 7", "bought 7"])
    try draft("8", in: window)
    try window.event("submit", of: "Amount", value: "80")
    #expect(lines(window) == ["amount 80", "bought 7", "bought 80"])
    #expect(field(window) == ["80", false])
  }

  @Test func `reports of the page and changes by the app do not end an edit`() throws {
    let window = try open()
    try draft("25", in: window)
    try window.appeared()
    let bid = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? BidModel) }
    try window.run { bid.amount = 77 }
    #expect(lines(window) == ["amount 77"])
    #expect(field(window) == ["25", true])
    try window.tap("Buy")
    #expect(lines(window) == ["amount 25", "bought 25"])
  }

  @Test func `the language in which it was typed reads it`() throws {
    let window = try open()
    try draft("2.500", in: window)
    try window.report(locale: "de-DE")
    try window.tap("Buy")
    #expect(lines(window) == ["amount 1000", "bought 1000"])
    try draft("2.500", in: window)
    try window.report(locale: "en-US")
    try window.restart()
    try window.change("Amount", to: "2.500")
    #expect(lines(window) == ["amount 2500", "bought 1000"])
    try draft("1.234", in: window)
    try window.report(locale: "de-DE")
    try window.change("Amount", to: "12.345")
    #expect(lines(window) == ["amount 12345", "bought 1000"])
  }

  @Test(arguments: ["focus", "files", "custom:tick"])
  func `an event that comes by itself does not end an edit`(_ name: String) throws {
    let window = try open()
    try draft("25", in: window)
    #expect(try window.event(name, of: "Note") == .rejected(.invalid, "4 takes no \(name)"))
    #expect(field(window) == ["25", true])
  }

  @Test func `a text that is refused leaves the last one`() throws {
    let window = try open()
    try draft("25", in: window)
    let long = String(repeating: "1", count: 20)
    #expect(
      try window.event("input", of: "Amount", value: .string(long))
        == .rejected(.invalid, "The text is longer than 12 characters"))
    #expect(
      try window.event("input", of: "Amount", value: "2\n5") == .rejected(.invalid, "The field takes one line of text"))
    #expect(field(window) == ["25", true])
  }

  @Test func `it goes with its screen`() throws {
    let window = try open()
    try window.tap("Limits")
    try window.event("input", of: "Limit", value: "1")
    try window.dismiss()
    try window.restart()
    try window.tap("Buy")
    #expect(lines(window) == ["amount 1000", "bought 1000"])
    #expect(server.warnings == [])
  }

  @Test func `a draft whose field has gone is dropped`() throws {
    let window = try open()
    try draft("5", in: window, "Discount")
    let bid = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? BidModel) }
    try window.run { bid.hasDiscount = false }
    try window.tap("Buy")
    try window.run { bid.hasDiscount = true }
    #expect(field(window, "Discount") == ["0", false])
  }

  @Test func `a draft that crashed the app is not written again by the next event`() throws {
    let window = try open()
    try draft("13", in: window)
    var fatal = try #require(journal.take().last { $0.kind == .event })
    fatal.event += 1
    journal.died(in: fatal)
    try server.restart()
    try window.reconnect()
    #expect(field(window) == ["13", true])
    let outcome: TestOutcome = try window.change("Amount", to: "13")
    let patch: Patch = [
      .replace("/models/m1/body/1/text", "1,000"), .replace("/models/m1/body/1/draft", false),
    ]
    #expect(
      outcome
        == .several([
          .patch(patch, rev: 2), .rejected(.failed, "This action crashed the app and was not retried"),
        ]))
    #expect(field(window) == ["1,000", false])
    try window.tap("Buy")
    #expect(lines(window) == ["amount 1000", "bought 1000"])
  }

  @Test func `a lock screen keeps the draft behind it, and has one of its own`() throws {
    let window = try open()
    try window.tap("Lock soon")
    try draft("25", in: window)
    try server.advance(by: .seconds(1))
    try window.restart()
    #expect(field(window) == ["25", true])
    try window.event("input", of: "PIN", value: "12")
    try window.tap("Unlock")
    #expect(field(window) == ["25", true])
    try window.tap("Buy")
    #expect(lines(window) == ["amount 25", "bought 25"])
  }

  @Test func `a field of a shared document keeps it in the page`() throws {
    let window = try server.open(scene: "desk")
    let desk = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? DeskModel) }
    try window.run { desk.place = .shared("quote") }
    #expect(price(window) == ["type": "textField", "id": "0", "label": "Price", "text": "10", "live": false])
    #expect(try window.event("input", of: "Price", value: "12") == .rejected(.invalid, "0 takes no input"))
    try window.type("12", into: "Price")
    #expect(price(window)?["text"] == "12")
  }
}

private struct BidApp: WindowApp {
  var body: some Scene {
    WindowGroup("Bid", id: "bid") { BidModel() }.lockScreen(when: \BidLock.isLocked) { PinModel() }
    WindowGroup("Desk", id: "desk") { DeskModel() }
    SharedModel("quote") { QuoteModel() }
  }

  func environment(for user: User) -> EnvironmentValues { [BidLock()] }
}

@NavigationModel
final class BidModel {
  var amount = 1000
  var discount = 0
  var hasDiscount = true
  var note = ""
  var bought: [Int] = []
  @Environment(BidLock.self) var lock

  var body: some View {
    Text("amount \(amount.description)")
    ForEach(bought, id: \.self) { Text("bought \($0.description)") }
    TextField("Amount", value: bind(\.amount), format: .number).textLimit(12).onSubmit { self.buy() }
    if hasDiscount { TextField("Discount", value: bind(\.discount), format: .number).id("discount") }
    TextField("Note", text: bind(\.note))
    Button("Buy") { self.buy() }
    Button("Lock soon") { self.schedule(after: .seconds(1)) { self.lock.isLocked = true } }
    Button("Limits") { self.present(.sheet(BidLimits())) }
  }

  private func buy() { bought.append(amount) }
}

@NavigationModel
final class BidLimits {
  var limit = 0

  var body: some View { TextField("Limit", value: bind(\.limit), format: .number) }
}

@NavigationModel
private final class QuoteModel {
  var price = 10

  var body: some View { TextField("Price", value: bind(\.price), format: .number) }
}

@SavedState
final class BidLock {
  var isLocked = false
  init() {}
}

@NavigationModel
final class PinModel {
  var pin = 0
  @Environment(BidLock.self) var lock
  init() {}

  var body: some View {
    TextField("PIN", value: bind(\.pin), format: .number)
    Button("Unlock") { if self.pin == 12 { self.lock.isLocked = false } }
  }
}

extension TestOutcome {
  fileprivate var refusals: [Refusal] {
    switch self {
    case .rejected(let refusal, _): [refusal]
    case .several(let outcomes): outcomes.flatMap(\.refusals)
    default: []
    }
  }
}
