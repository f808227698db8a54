import Oriel

/// A trading desk: prices that are drawn once for all windows, a blotter, and tickets and charts in windows of their own.
enum Trading {
  @SceneBuilder static var scenes: some Scene {
    WindowGroup("Trading", id: "trading") { TradingDeskModel() }.destinations(TicketPage.self)
    WindowGroup("Ticket", id: "trading-ticket", for: String.self) { symbol in
      TicketModel(symbol: symbol, isAlone: true)
    }
    WindowGroup("Chart", id: "trading-chart", for: String.self) { symbol in PriceChartModel(symbol: symbol) }
  }

  /// The prices, rendered once for all windows.
  static let prices = SharedModel("trading-prices") { PricesModel() }

  static let ticketPlacement = WindowPlacement(x: 140, y: 100, width: 440, height: 640)
  static let chartPlacement = WindowPlacement(x: 620, y: 100, width: 720, height: 420)
}

/// A ticket over the blotter. Each row of the prices links to the address of one.
struct TicketPage: URLDestination {
  static let path = "/ticket/:symbol"
  let symbol: String

  var method: NavigationMethod { .sheet }
  var presentationName: String? { "ticket" }

  func makeModel() -> any NavigationModel { TicketModel(symbol: symbol) }
}

/// The root of a trading window: the blotter, and beside it the prices that all windows share.
@NavigationModel
final class TradingDeskModel: CustomNavigationModel {
  var blotter: BlotterModel
  var prices: SharedSlotModel
  @Environment(Market.self) var market
  @Environment(TradingBook.self) var book

  init() {
    blotter = BlotterModel()
    prices = .shared("trading-prices")
  }

  var component: String { "trading-desk" }
  var children: [any NavigationModel] { [blotter, prices] }

  func start() {
    market.keepTime()
    observe { self.book.match(self.market.marks) }
  }
}

/// The prices, which change several times a second. Rendered once: every trader's window gets the same bytes.
@NavigationModel
final class PricesModel {
  @Environment(Market.self) var market
  @Environment(\.user) var user

  var body: some View {
    Board(
      caption: "An instrument opens a ticket",
      columns: [
        .init("Instrument", detail: "Name"), .init("Price", .number), .init("Change", .change),
        .init("90 seconds", .spark, rank: 1),
      ],
      rows: market.instruments.map(row)
    )
    .id("prices").navigationTitle("Market")
  }

  private func row(of instrument: Market.Instrument) -> Board.Row {
    Board.Row(
      id: instrument.symbol,
      cells: [
        Board.Cell(instrument.symbol, detail: instrument.name), Board.Cell(instrument.price.asMoney),
        Board.Cell(instrument.changeText, tone: instrument.tone),
        Board.Cell("", values: instrument.history.suffix(45).map(Double.init)),
      ], link: DemoRoom.address("/trading/ticket/\(instrument.symbol)", in: user.tenant))
  }
}

/// The answer to the question whether orders are to be cancelled: those that the question was about, and no later ones.
struct OrderCancelling: NavigationMessage, Codable {
  let orders: [TradingBook.Order.ID]
}

/// A trader's positions and orders.
@NavigationModel
final class BlotterModel {
  @Environment(Market.self) var market
  @Environment(TradingBook.self) var book
  @Environment(\.user) var user

  static let example = "HALC"

  var body: some View {
    let marks = market.marks
    let profit = book.profit(at: marks)
    let working = book.orders.filter { $0.status == .working }
    Tiles(tiles: [
      Tiles.Tile("profit and loss", profit.asMoney, tone: profit < 0 ? .danger : .good),
      Tiles.Tile("working orders", "\(working.count)"),
      Tiles.Tile("half-typed tickets", "\(book.drafts.count)", tone: book.drafts.isEmpty ? nil : .warn),
    ]).id("tiles")
    positions(marks).id("positions")
    orders.id("orders").navigationTitle("Trading")
      .toolbar {
        Button("Open a half-typed ticket") { self.openExample() }.buttonStyle(.bordered).id("try")
        Button("Cancel working orders") {
          self.present(.confirmationDialog(self.question(about: working), source: "cancel-all"))
        }
        .buttonStyle(.bordered).disabled(working.isEmpty).navigationSource(id: "cancel-all").id("cancel-all")
      }
    AppLinks(room: user.tenant)
  }

  private func question(about working: [TradingBook.Order]) -> ConfirmationDialogState<OrderCancelling> {
    let named = working.prefix(5).map { "\($0.summary) \($0.symbol)" }.joined(separator: ", ")
    let rest = working.count > 5 ? " and \(working.count - 5) more" : ""
    let isOne = working.count == 1
    return ConfirmationDialogState(
      isOne ? "Cancel the working order?" : "Cancel \(working.count) working orders?",
      message: """
        \(named)\(rest): \(isOne ? "a cancelled order" : "cancelled orders") can’t be brought back. Filled orders stay.
        """
    ) {
      ButtonState(
        isOne ? "Cancel the order" : "Cancel \(working.count) orders", role: .destructive,
        action: OrderCancelling(orders: working.map(\.id)))
      ButtonState(isOne ? "Keep it working" : "Keep them working", role: .cancel)
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let cancelling = message as? OrderCancelling else { return }
    for order in cancelling.orders { book.cancel(order) }
  }

  private func positions(_ marks: [Market.Instrument]) -> Board {
    Board(
      caption: "Positions",
      columns: [
        .init("Instrument", detail: "Name"), .init("Held", .number), .init("Price", .number, rank: 1),
        .init("P&L", .change),
      ],
      rows: marks.filter { book.positions[$0.symbol]?.quantity ?? 0 != 0 }.map { mark in
        let profit = book.profit(of: mark)
        return Board.Row(
          id: mark.symbol, tone: profit < 0 ? .danger : .good,
          cells: [
            Board.Cell(mark.symbol, detail: mark.name),
            Board.Cell((book.positions[mark.symbol]?.quantity ?? 0).grouped), Board.Cell(mark.price.asMoney),
            Board.Cell(profit.asMoney, tone: profit < 0 ? .danger : .good),
          ])
      }, empty: "You hold nothing.", open: { self.openTicket($0) })
  }

  private var orders: Board {
    Board(
      caption: "Orders",
      columns: [
        .init("Order"), .init("Status", .status), .init("Limit", .number, rank: 1),
        .init("Filled at", .number, rank: 1),
      ],
      rows: book.orders.map { order in
        Board.Row(
          id: "\(order.id)",
          cells: [
            Board.Cell("\(order.summary) \(order.symbol)", detail: "No. \(order.id)"),
            Board.Cell(
              order.status.rawValue, tone: order.status == .working ? .warn : order.status == .filled ? .good : nil),
            Board.Cell(order.limit?.asMoney ?? "market"), Board.Cell(order.price?.asMoney ?? "–"),
          ])
      }, empty: "No orders yet.",
      open: { id in
        if let order = self.book.orders.first(where: { "\($0.id)" == id }) { self.openTicket(order.symbol) }
      })
  }

  private func openTicket(_ symbol: String) { navigate(to: TicketPage(symbol: symbol)) }

  private func openExample() {
    if book[draft: Self.example].isEmpty {
      book[draft: Self.example] = TradingBook.Draft(quantity: "250", note: "Client waits on the li")
    }
    openWindow("trading-ticket", value: Self.example, placement: Trading.ticketPlacement)
  }
}
