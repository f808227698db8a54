import Observation
import Oriel

struct Quote: Sendable {
  let symbol: String
  let cents: Int
}

let symbols = ["GOLD", "OIL", "WHEAT"]

/// The one price feed of the process.
actor Feed {
  private var listeners: [Int: AsyncStream<[Quote]>.Continuation] = [:]
  private var count = 0
  private var last: [Quote] = []

  func run() async {
    var cents = ["GOLD": 241_050, "OIL": 7_125, "WHEAT": 55_300]
    while !Task.isCancelled {
      received(
        symbols.map { symbol in
          cents[symbol, default: 100] += Int.random(in: -40...40)
          return Quote(symbol: symbol, cents: cents[symbol, default: 100])
        })
      try? await Task.sleep(for: .milliseconds(300))
    }
  }

  func received(_ quotes: [Quote]) {
    last = (last + quotes).suffix(60 * symbols.count)
    for listener in listeners.values { listener.yield(quotes) }
  }

  /// Begins with the last 60 of each.
  func changes() -> AsyncStream<[Quote]> {
    let (stream, listener) = AsyncStream.makeStream(of: [Quote].self, bufferingPolicy: .bufferingNewest(256))
    count += 1
    let id = count
    listeners[id] = listener
    listener.yield(last)
    listener.onTermination = { _ in Task { await self.end(id) } }
    return stream
  }

  private func end(_ id: Int) { listeners[id] = nil }
}

@Observable
final class Instrument: Identifiable {
  let id: String
  var cents = 0
  var history: [Int] = []

  init(_ id: String) { self.id = id }
}

@SavedState
final class Market {
  @Transient var instruments = symbols.map(Instrument.init)
  @Environment(Feed.self) var feed

  init() {}

  subscript(symbol: String) -> Instrument? { instruments.first { $0.id == symbol } }

  func start() {
    task(restarting: true) {
      for await quotes in await self.feed.changes() {
        for quote in quotes {
          guard let instrument = self[quote.symbol] else { continue }
          instrument.cents = quote.cents
          instrument.history = (instrument.history + [quote.cents]).suffix(60)
        }
      }
    }
  }
}

@NavigationModel
final class PricesModel {
  @Environment(Market.self) var market

  init() {}

  var body: some View {
    List {
      ForEach(market.instruments) { instrument in
        HStack {
          Button(instrument.id) { self.openWindow("chart", value: instrument.id) }
          Text(instrument.cents.asPrice).monospaced()
        }
      }
    }
    .navigationTitle("Prices")
  }
}

@NavigationModel
final class ChartModel {
  let symbol: String
  @Environment(Market.self) var market
  @Environment(Desk.self) var desk

  init(symbol: String) { self.symbol = symbol }

  func start() { followHalt(of: desk) }

  var body: some View {
    Text((market[symbol]?.cents ?? 0).asPrice).font(.title).navigationTitle(symbol)
    Component("chart", properties: ["values": market[symbol]?.history ?? []])
  }
}

let chartScript = """
  import { defineElement } from "/client/client.js";

  defineElement("chart", (host) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    svg.setAttribute("viewBox", "0 0 590 200");
    svg.append(line);
    host.classList.add("blotter-chart");
    host.append(svg);
    return ({ values }) => {
      const low = Math.min(...values), high = Math.max(...values, low + 1);
      host.dataset.count = values.length;
      line.setAttribute("points", values.map((value, at) =>
        `${at * 10},${190 - 180 * (value - low) / (high - low)}`).join(" "));
    };
  });
  """

let chartStyle = """
  .blotter-chart svg { width: 100%; height: 14rem; }
  .blotter-chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; }
  """
