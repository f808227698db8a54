import Oriel

/// A half-typed order, in a sheet or in a window of its own. The text belongs to the book, not to the window.
@NavigationModel
final class TicketModel {
  let symbol: String
  let isAlone: Bool
  @Environment(Market.self) var market
  @Environment(TradingBook.self) var book

  init(symbol: String, isAlone: Bool = false) {
    (self.symbol, self.isAlone) = (symbol, isAlone)
  }

  func start() {
    guard isAlone else { return }
    market.keepTime()
    observe { self.book.match(self.market.marks) }
  }

  var body: some View {
    if let instrument = market[symbol] {
      Tiles(tiles: [
        Tiles.Tile(instrument.name, instrument.price.asMoney, tone: instrument.tone, note: instrument.changeText)
      ]).id("price")
      form
      HStack {
        Button(draft.isBuy ? "Buy" : "Sell") { self.place() }.buttonStyle(.borderedProminent)
          .disabled(draft.wholeQuantity == nil || isLimitWrong).id("place")
        Button("Chart") { self.openChart() }.id("chart")
        if !isAlone { Button("Open in a window") { self.moveToOwnWindow() }.id("own") }
      }
      .navigationTitle("\(symbol) ticket")
      if !draft.isEmpty {
        Text("Stop the server and start it again: every character is still here.").font(.caption)
          .foregroundStyle(.secondary).id("promise")
      }
    } else {
      Text("“\(symbol)” is not traded here.").foregroundStyle(.secondary).navigationTitle("No such instrument")
    }
  }

  @ViewBuilder private var form: some View {
    Form {
      Picker("Side", selection: field(\.isBuy)) {
        Text("Buy").tag(true)
        Text("Sell").tag(false)
      }
      .pickerStyle(.segmented).id("side")
      TextField("Quantity", text: field(\.quantity), prompt: "1 to 100,000").textLimit(9)
        .problem(isQuantityWrong ? "The quantity is a whole number from 1 to 100,000." : nil).id("quantity")
      TextField("Limit", text: field(\.limit), prompt: "Empty: market order").textLimit(12)
        .problem(isLimitWrong ? "The limit is a price, such as 84.12." : nil).id("limit")
      TextField("Note", text: field(\.note), prompt: "For the log").textLimit(200).id("note")
    }
  }

  private var draft: TradingBook.Draft { book[draft: symbol] }
  private var isQuantityWrong: Bool { !draft.quantity.isEmpty && draft.wholeQuantity == nil }
  private var isLimitWrong: Bool { !draft.limit.isEmpty && draft.limitPrice == nil }

  private func field<Value>(_ part: WritableKeyPath<TradingBook.Draft, Value>) -> Binding<Value> {
    Binding(
      get: { self.book[draft: self.symbol][keyPath: part] },
      set: { if self.market[self.symbol] != nil { self.book[draft: self.symbol][keyPath: part] = $0 } })
  }

  private func place() {
    guard let instrument = market[symbol] else { return }
    book.place(instrument)
    if isAlone { dismissWindow() } else { back() }
  }

  private func openChart() {
    openWindow("trading-chart", value: symbol, placement: Trading.chartPlacement)
  }

  private func moveToOwnWindow() {
    openWindow("trading-ticket", value: symbol, placement: Trading.ticketPlacement)
    back()
  }
}

/// The last ninety seconds of one price.
@NavigationModel
final class PriceChartModel {
  let symbol: String
  @Environment(Market.self) var market

  init(symbol: String) {
    self.symbol = symbol
  }

  func start() {
    market.keepTime()
  }

  var body: some View {
    if let mark = market.mark(of: symbol) {
      HStack(alignment: .firstTextBaseline) {
        Text(mark.price.asMoney).font(.title)
        Text(mark.changeText).foregroundStyle(mark.tone?.style ?? .primary)
      }
      .id("price")
      Chart("Ninety seconds", Array(mark.history.enumerated())) { point in
        AreaMark(
          x: .value("Second", mark.second - mark.history.count + point.offset + 1),
          y: .value("Price", Double(point.element) / 100))
      }
      .chartXAxis(.hidden).frame(height: 280).id("chart")
      Button("Open a ticket") {
        self.openWindow(
          "trading-ticket", value: self.symbol, placement: Trading.ticketPlacement)
      }
      .id("ticket").navigationTitle("\(mark.symbol) · \(mark.name)")
    } else {
      Text("“\(symbol)” is not traded here.").foregroundStyle(.secondary).navigationTitle("No such instrument")
    }
  }
}
