import CoreMetrics
import OrielGateway
import Synchronization

/// The metrics that an app records with swift-metrics, for `/metrics`. A counter becomes `…_total`, a timer a histogram
/// of `…_seconds`, a recorder a histogram, and a meter or a recorder that doesn't aggregate a gauge.
final class RecordedMetrics: MetricsFactory, Sendable {
  private struct Key: Hashable {
    var name: String
    var labels: [String]
  }

  private let all = Mutex<[Key: RecordedMetric]>([:])
  /// An endless variety of labels would fill the memory, so further series are not recorded.
  static let limit = 10_000

  /// Becomes the metrics backend of this process, unless the app has its own.
  static func bootstrap() -> RecordedMetrics? {
    guard MetricsSystem.factory is NOOPMetricsHandler else { return nil }
    let metrics = RecordedMetrics()
    MetricsSystem.bootstrap(metrics)
    return metrics
  }

  private func metric(
    _ label: String, suffix: String, _ dimensions: [(String, String)], _ kind: RecordedMetric.Kind
  ) -> RecordedMetric {
    let name = Self.name(label, suffix)
    let labels = dimensions.map { (Self.name($0.0, ""), $0.1) }.sorted { $0.0 < $1.0 }
    return all.withLock { all in
      let key = Key(name: name, labels: labels.flatMap { [$0.0, $0.1] })
      if let known = all[key] { return known }
      let metric = RecordedMetric(name: name, labels: labels, kind: kind)
      if all.count < Self.limit { all[key] = metric }
      return metric
    }
  }

  /// The name as Prometheus allows it: `my-app.orders` becomes `my_app_orders`.
  static func name(_ label: String, _ suffix: String) -> String {
    var name = String(
      label.unicodeScalars.map {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789_".contains(Character($0))) ? Character($0) : "_"
      })
    if name.first?.isNumber ?? true { name = "_" + name }
    return name.hasSuffix(suffix) ? name : name + suffix
  }

  /// Writes the metrics ordered by name, so that series with the same name are together.
  func write(to text: inout MetricsText) {
    let sorted = all.withLock { Array($0.values) }.sorted {
      ($0.name, $0.labels.map(\.1).joined(separator: ",")) < ($1.name, $1.labels.map(\.1).joined(separator: ","))
    }
    var last: String?
    for metric in sorted {
      if metric.name != last { text.head(metric.name, metric.type, "Recorded by the app.") }
      last = metric.name
      metric.write(to: &text)
    }
  }

  // MARK: MetricsFactory

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    metric(label, suffix: "_total", dimensions, .counter)
  }

  func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
    metric(label, suffix: "_total", dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    metric(label, suffix: "", dimensions, .gauge)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    metric(label, suffix: "", dimensions, aggregate ? .histogram(RecordedMetric.sizes) : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metric(label, suffix: "_seconds", dimensions, .histogram(RecordedMetric.latencies))
  }

  func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
  func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
  func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
  func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
  func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

  private func forget(_ handler: AnyObject) {
    all.withLock { all in all = all.filter { $0.value !== handler } }
  }
}
