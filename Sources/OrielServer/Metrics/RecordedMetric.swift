import CoreMetrics
import OrielGateway
import Synchronization

/// A metric: one name with one set of labels. Recorded from any thread.
final class RecordedMetric: Sendable {
  enum Kind: Equatable {
    case counter
    case gauge
    /// A histogram, with the upper bounds of its buckets.
    case histogram([Double])
  }

  private struct State {
    /// The value, or the sum of all values.
    var value = 0.0
    var counts: [Int]
  }

  let name: String
  let labels: [(String, String)]
  let kind: Kind
  private let state: Mutex<State>

  /// From half a millisecond to ten seconds.
  static let latencies = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  static let sizes: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

  init(name: String, labels: [(String, String)], kind: Kind) {
    self.name = name
    self.labels = labels
    self.kind = kind
    if case .histogram(let bounds) = kind {
      state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    } else {
      state = Mutex(State(counts: []))
    }
  }

  var type: String {
    switch kind {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }

  func write(to text: inout MetricsText) {
    let (value, counts) = state.withLock { ($0.value, $0.counts) }
    if case .histogram(let bounds) = kind {
      text.histogram(name, labels: labels, bounds: bounds, counts: counts, sum: value)
    } else {
      text.sample(name, labels: labels, value)
    }
  }

  private func add(_ amount: Double) { state.withLock { $0.value += amount } }

  private func observe(_ value: Double) {
    guard case .histogram(let bounds) = kind else { return state.withLock { $0.value = value } }
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock {
      $0.value += value
      $0.counts[bucket] += 1
    }
  }
}

extension RecordedMetric: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  /// A counter only grows, or is reset.
  func increment(by amount: Int64) { if kind != .counter || amount > 0 { add(Double(amount)) } }
  func increment(by amount: Double) { if kind != .counter || amount > 0 { add(amount) } }
  func decrement(by amount: Double) { add(-amount) }
  func reset() { state.withLock { $0.value = 0 } }
  func set(_ value: Int64) { observe(Double(value)) }
  func set(_ value: Double) { observe(value) }
  func record(_ value: Int64) { observe(Double(value)) }
  func record(_ value: Double) { observe(value) }
  func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}
