import Oriel

/// Prices that move by themselves, the same for all in a room. They are not saved: a market opens with each start of the server.
@SavedState
final class Market: Attended {
  struct Instrument: Identifiable, Hashable {
    let symbol: String
    let name: String
    /// In hundredths, when the market opened.
    let open: Int
    /// In hundredths.
    var price: Int
    /// The prices of the last seconds, the newest last.
    var history: [Int]
    /// The number of the newest one.
    var second = 0

    var id: String { symbol }

    init(_ symbol: String, _ name: String, _ open: Int) {
      (self.symbol, self.name, self.open, price, history) = (symbol, name, open, open, [open])
    }
  }

  /// The live prices. Some of them change four times a second.
  @Transient private(set) var instruments = [
    Instrument("HALC", "Halcyon Shipping", 8_412), Instrument("BRNT", "Brent Copper", 1_275),
    Instrument("ORLA", "Orla Robotics", 23_840), Instrument("KITE", "Kite Airlines", 642),
    Instrument("MERE", "Mere Water", 3_118), Instrument("PINE", "Pine & Sons Timber", 2_250),
    Instrument("QUAY", "Quayside Bank", 5_506), Instrument("SOLA", "Sola Energy", 987),
    Instrument("TARN", "Tarn Biologics", 14_230), Instrument("VELO", "Velo Works", 4_475),
  ]
  /// A copy made once a second, for screens that need no faster prices.
  @Transient private(set) var marks: [Instrument] = []
  @Transient private var beats = 0
  @Transient private var chance: UInt64 = 0x9E37_79B9_7F4A_7C15
  @Environment(Windows.self) var windows
  @Environment(\.clock) var clock
  @Transient var timer: TaskHandle?

  static let interval = Duration.milliseconds(250)
  static let historyLimit = 90

  init() {
    for _ in 0..<(4 * Self.historyLimit) { beat() }
  }

  subscript(symbol: String) -> Instrument? { instruments.first { $0.symbol == symbol } }

  func mark(of symbol: String) -> Instrument? { marks.first { $0.symbol == symbol } }

  /// A quarter of a second: three prices move.
  func beat() {
    beats += 1
    var instruments = instruments
    for _ in 0..<3 {
      let index = Int(next() % UInt64(instruments.count))
      let step = max(1, instruments[index].open / 900)
      let drift = (instruments[index].open - instruments[index].price) / (40 * step)
      let move = Int(next() % 7) - 3 + max(-2, min(2, drift))
      instruments[index].price = max(1, instruments[index].price + move * step)
    }
    if beats.isMultiple(of: 4) {
      for index in instruments.indices {
        instruments[index].history.append(instruments[index].price)
        instruments[index].second += 1
        if instruments[index].history.count > Self.historyLimit { instruments[index].history.removeFirst() }
      }
    }
    self.instruments = instruments
    if beats.isMultiple(of: 4) { marks = instruments }
  }

  /// xorshift: the numbers look random, and are the same in each test.
  private func next() -> UInt64 {
    chance ^= chance << 13
    chance ^= chance >> 7
    chance ^= chance << 17
    return chance >> 11
  }
}

extension Market.Instrument {
  /// The change since the market opened, in hundredths of a per cent.
  var change: Int { (price - open) * 10_000 / open }

  var tone: Tone? { change == 0 ? nil : change > 0 ? .good : .danger }

  var changeText: String {
    let (whole, part) = abs(change).quotientAndRemainder(dividingBy: 100)
    return "\(change < 0 ? "▼ −" : "▲ +")\(whole).\(part < 10 ? "0" : "")\(part)%"
  }
}

extension Int {
  /// Hundredths, as `1,234.50`.
  var asMoney: String {
    let (whole, part) = abs(self).quotientAndRemainder(dividingBy: 100)
    return "\(self < 0 ? "−" : "")\(whole.grouped).\(part < 10 ? "0" : "")\(part)"
  }

  /// `1,234`.
  var grouped: String {
    let digits = Array(String(magnitude))
    let text = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
    }
    return (self < 0 ? "−" : "") + text.joined()
  }
}
