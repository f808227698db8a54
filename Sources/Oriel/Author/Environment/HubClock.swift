import Observation

/// The server's clock, which models read as `@Environment(\.clock)`. In a test, `TestServer.advance(by:)` moves it.
///
/// ```swift
/// @Environment(\.clock) var clock
///
/// var body: some View {
///   Text("Waiting for \((clock.now(every: .seconds(60)) - since) / 60_000) minutes")
/// }
/// ```
///
/// Where `OrielServer` is imported, `date` and `date(every:)` are the same as Foundation's dates. Confined to the hub.
public final class HubClock {
  package weak var hub: (any HubServices)?
  private var ticks: [Int64: HubTick] = [:]
  /// Whether no page shows the window.
  package var isResting = false {
    didSet {
      guard isResting != oldValue else { return }
      // What has read the time reads it again with the next page.
      for tick in ticks.values { if isResting { tick.rest() } else { tick.passed() } }
    }
  }

  private static let shortestInterval: Int64 = 50
  private static let longestInterval: Int64 = 1 << 40
  private static let mostIntervals = 16

  init() {}

  /// Milliseconds since 1970. A `body` that reads it is not evaluated again as time passes: see ``now(every:)``.
  public var now: Int64 { hub?.wallTime ?? TurnContext.wallTime ?? 0 }

  /// The time in milliseconds since 1970, rounded down to the interval. A `body` or an observation that reads it runs
  /// again when the interval has passed, in a turn of its own. If none has read it, nothing happens.
  ///
  /// A window without a page is not rendered as time passes. It is rendered with the current time before its next page
  /// sees it. The time of a shared model passes as long as a window shows it. For a text that only says how long ago
  /// something was, prefer `Text(_:style:)`, which the page keeps up to date by itself.
  ///
  /// - Parameter interval: At least 50 milliseconds; a shorter one counts as that.
  public func now(every interval: Duration) -> Int64 {
    let interval = min(max(interval.milliseconds, Self.shortestInterval), Self.longestInterval)
    let now = now
    let rounded = now - now % interval
    guard let hub else { return rounded }
    let tick = tick(interval)
    tick.access()
    if !isResting { tick.wait(rounded + interval - now, on: hub) }
    return rounded
  }

  private func tick(_ interval: Int64) -> HubTick {
    if let tick = ticks[interval] { return tick }
    // Intervals that an app computes would otherwise stay behind. Those that wait are read by someone.
    if ticks.count >= Self.mostIntervals, !isResting { ticks = ticks.filter { $0.value.isWaiting } }
    let tick = HubTick()
    ticks[interval] = tick
    return tick
  }
}

/// An interval of a clock, observed by what reads the time.
private final class HubTick: Observable {
  private let registrar = ObservationRegistrar()
  private var timer: GraphTimer?
  private var time: Void { () }
  var isWaiting: Bool { timer != nil }

  func access() { registrar.access(self, keyPath: \.time) }

  /// Sets one timer for all that read the time until then.
  func wait(_ milliseconds: Int64, on hub: any HubServices) {
    guard timer == nil else { return }
    timer = hub.schedule(after: milliseconds) { self.passed() }
  }

  func passed() {
    rest()
    registrar.withMutation(of: self, keyPath: \.time) {}
  }

  func rest() {
    timer?.cancel()
    timer = nil
  }
}
