import CoreMetrics
import Testing

@testable import OrielGateway
@testable import OrielServer

struct RecordedMetricsTests {
  let metrics = RecordedMetrics()

  private var text: String {
    var text = MetricsText()
    metrics.write(to: &text)
    return text.text
  }

  @Test func `what an app counts and sets is there under its name, with its labels`() {
    Counter(label: "shop.orders", dimensions: [("kind", "new"), ("by", "a\"b\\c\n")], factory: metrics).increment(by: 2)
    Counter(label: "shop.orders", dimensions: [("kind", "old")], factory: metrics).increment()
    Meter(label: "queue-length", factory: metrics).set(3)
    Gauge(label: "7up", factory: metrics).record(0.5)
    #expect(
      text == #"""
        # HELP _7up Recorded by the app.
        # TYPE _7up gauge
        _7up 0.5
        # HELP queue_length Recorded by the app.
        # TYPE queue_length gauge
        queue_length 3
        # HELP shop_orders_total Recorded by the app.
        # TYPE shop_orders_total counter
        shop_orders_total{by="a\"b\\c\n",kind="new"} 2
        shop_orders_total{kind="old"} 1

        """#)
  }

  @Test func `times are seconds, in buckets that add up`() {
    let timer = CoreMetrics.Timer(label: "checkout", factory: metrics)
    for milliseconds in [1, 20, 20, 60_000] { timer.recordMilliseconds(milliseconds) }
    let lines = text.split(separator: "\n").dropFirst(2)
    #expect(
      lines == [
        #"checkout_seconds_bucket{le="0.0005"} 0"#, #"checkout_seconds_bucket{le="0.001"} 1"#,
        #"checkout_seconds_bucket{le="0.0025"} 1"#, #"checkout_seconds_bucket{le="0.005"} 1"#,
        #"checkout_seconds_bucket{le="0.01"} 1"#, #"checkout_seconds_bucket{le="0.025"} 3"#,
        #"checkout_seconds_bucket{le="0.05"} 3"#, #"checkout_seconds_bucket{le="0.1"} 3"#,
        #"checkout_seconds_bucket{le="0.25"} 3"#, #"checkout_seconds_bucket{le="0.5"} 3"#,
        #"checkout_seconds_bucket{le="1"} 3"#, #"checkout_seconds_bucket{le="2.5"} 3"#,
        #"checkout_seconds_bucket{le="5"} 3"#, #"checkout_seconds_bucket{le="10"} 3"#,
        #"checkout_seconds_bucket{le="+Inf"} 4"#, "checkout_seconds_sum 60.041", "checkout_seconds_count 4",
      ])
  }

  @Test func `a counter does not go back`() {
    let counter = metrics.makeCounter(label: "steps", dimensions: [])
    counter.increment(by: 3)
    counter.increment(by: -2)
    #expect(text.hasSuffix("\nsteps_total 3\n"))
  }

  @Test func `labels that never end do not fill the memory`() {
    for number in 0...RecordedMetrics.limit {
      metrics.makeCounter(label: "users", dimensions: [("id", "\(number)")]).increment(by: 1)
    }
    #expect(text.split(separator: "\n").count == RecordedMetrics.limit + 2)
  }

  @Test func `a destroyed metric is no longer reported`() {
    let counter = metrics.makeCounter(label: "gone", dimensions: [])
    metrics.destroyCounter(counter)
    #expect(text.isEmpty)
  }
}
