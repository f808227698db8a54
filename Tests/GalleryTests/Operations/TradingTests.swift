import OrielDocument
import OrielTesting
import Testing

@testable import Gallery

@Suite("The trading desk")
struct TradingTests {
  let server: TestServer
  let desk: TestWindow

  init() throws {
    server = try TestServer(app: GalleryApp())
    desk = try server.open(scene: "trading")
  }

  private func book() throws -> TradingBook { try desk.find(BlotterModel.self).book }
  private func market() throws -> Market { try desk.find(BlotterModel.self).market }

  @Test func `a half-typed ticket opens in a window of its own and outlives a restart`() throws {
    try desk.tap("try")
    let ticket = try desk.openWindow()
    #expect(ticket.screenTitle == "HALC ticket")
    #expect(ticket.element("note")?["text"] == "Client waits on the li")
    try ticket.type("83.", into: "limit")
    try server.restart()
    try desk.reconnect()
    try ticket.reconnect()
    #expect(ticket.element("quantity")?["text"] == "250")
    #expect(ticket.element("limit")?["text"] == "83.")
    #expect(ticket.element("note")?["text"] == "Client waits on the li")
    #expect(server.warnings == [])
  }

  @Test func `a ticket moves from its sheet to a window with every character`() throws {
    try desk.openURL("/trading/ticket/KITE")
    #expect(desk.layers == ["sheet"])
    try desk.choose("Sell", in: "side")
    try desk.type("1", into: "quantity")
    try desk.tap("own")
    #expect(desk.layers == [])
    let own = try desk.openWindow()
    #expect(own.element("quantity")?["text"] == "1")
    try own.type("12", into: "quantity")
    try own.tap("place")
    #expect(!own.isAttached)
    let order = try #require(try book().orders.first)
    #expect((order.symbol, order.isBuy, order.quantity, order.status) == ("KITE", false, 12, .filled))
    #expect(try book().drafts == [:])
  }

  @Test func `prices move by the clock, once for all windows and all users`() throws {
    let other = try server.open(user: "another", scene: "trading")
    let before = try market().instruments
    try server.advance(by: .milliseconds(250))
    let after = try market().instruments
    #expect((1...3).contains(zip(before, after).count { $0 != $1 }))
    let shown = try other.table("An instrument opens a ticket").rows.map { $0[2] }
    #expect(shown == after.map(\.price.asMoney))
    try desk.leave()
    try server.advance(by: .milliseconds(250))
    #expect(try other.find(BlotterModel.self).market.instruments != after)
  }

  @Test func `an order with a limit waits until the price is there`() throws {
    let market = try market()
    try desk.openURL("/trading/ticket/VELO")
    try desk.type("100", into: "quantity")
    try desk.type("1", into: "limit")
    try desk.tap("place")
    #expect(try book().orders.first?.status == .working)
    var cheap = try #require(market["VELO"])
    cheap.price = 99
    let (book, price) = (try book(), cheap)
    try desk.run { book.match([price]) }
    #expect(book.orders.first?.status == .filled)
    #expect(book.positions["VELO"] == TradingBook.Position(quantity: 100, cost: 9_900))
    #expect(book.profit(of: price) == 0)
    try desk.tap("cancel-all")
    #expect(book.orders.map(\.status) == [.filled, .working, .filled])
    #expect(
      desk.reads(
        "Cancel the working order?", "Buy 2,000 KITE: a cancelled order can’t be brought back. Filled orders stay.",
        "Keep it working"))
    try desk.choose("Cancel the order")
    #expect(book.orders.map(\.status) == [.filled, .cancelled, .filled])
  }

  @Test func `before orders are cancelled, a dialog names them, and cancels no later one`() throws {
    try place("VELO", 100)
    try desk.tap("cancel-all")
    #expect(
      desk.reads(
        "Cancel 2 working orders?",
        "Buy 100 VELO, Buy 2,000 KITE: cancelled orders can’t be brought back. Filled orders stay."))
    try desk.choose("Keep them working")
    #expect(try book().orders.map(\.status) == [.working, .working, .filled])
    try desk.tap("cancel-all")
    let other = try server.open(scene: "trading-ticket", value: "ORLA")
    try other.type("7", into: "quantity")
    try other.type("1", into: "limit")
    try other.tap("place")
    try desk.choose("Cancel 2 orders")
    #expect(try book().orders.map(\.status) == [.working, .cancelled, .cancelled, .filled])
    #expect(server.warnings == [])
  }

  private func place(_ symbol: String, _ quantity: Int) throws {
    try desk.openURL("/trading/ticket/\(symbol)")
    try desk.type("\(quantity)", into: "quantity")
    try desk.type("1", into: "limit")
    try desk.tap("place")
  }

  @Test(arguments: ["0", "-5", "1e3", "100001", "many", "٣"])
  func `a quantity that is none is not sent`(_ quantity: String) throws {
    try desk.openURL("/trading/ticket/PINE")
    try desk.type(quantity, into: "quantity")
    #expect(desk.element("place")?["disabled"] == true)
    #expect(desk.reads("The quantity is a whole number from 1 to 100,000."))
  }

  @Test(arguments: ["x", "nan", "inf", "-1", "0", "1e300"])
  func `a limit that is no price is not sent`(_ limit: String) throws {
    try desk.openURL("/trading/ticket/PINE")
    try desk.type("1", into: "quantity")
    try desk.type(limit, into: "limit")
    #expect(desk.element("place")?["disabled"] == true)
    #expect(desk.reads("The limit is a price, such as 84.12."))
  }

  @Test func `orders, tickets and histories are bounded`() throws {
    let (book, market) = (try book(), try market())
    try desk.run {
      for _ in 0..<200 {
        book[draft: "MERE"].quantity = "1"
        if let mere = market["MERE"] { book.place(mere) }
        market.beat()
      }
    }
    #expect(book.orders.count == TradingBook.orderLimit)
    #expect(market.instruments.allSatisfy { $0.history.count <= Market.historyLimit && $0.price > 0 })
    let stranger = try server.open(scene: "trading-ticket", value: "NONE")
    #expect(stranger.reads("“NONE” is not traded here."))
    #expect(book.drafts == [:])
    #expect(server.warnings == [])
  }

  @Test func `a chart moves although no other window is open`() throws {
    let chart = try server.open(scene: "trading-chart", value: "ORLA")
    try desk.leave()
    let before = chart.document
    try server.advance(by: .seconds(1))
    #expect(chart.document != before)
    #expect(chart.screenTitle == "ORLA · Orla Robotics")
  }

  @Test func `money is written for people`() {
    #expect([0, 5, 123_456, -98_765_432].map(\.asMoney) == ["0.00", "0.05", "1,234.56", "−987,654.32"])
    #expect([0, 999, 1_000, -1_234_567].map(\.grouped) == ["0", "999", "1,000", "−1,234,567"])
  }
}
