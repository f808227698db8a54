import Testing

@testable import OrielGateway

struct NetworkTimeTests {
  private let network = RemoteNetwork(of: "192.0.2.1")
  private var time = NetworkTime(GatewayLimits().loopTime(burst: 1000))

  private func milliseconds(_ number: Int64) -> Int64 { number * 1_000_000 }

  @Test mutating func `a network may leave a second unpaid, and pays with a fifth of the time`() {
    time.add(milliseconds(999), of: network, now: 0)
    #expect(time.wait(of: network, now: 0) == 0)
    time.add(milliseconds(101), of: network, now: 0)
    #expect(time.wait(of: network, now: 0) == 501)
    #expect(time.wait(of: RemoteNetwork(of: "192.0.2.2"), now: 0) == 0)
    #expect(time.wait(of: network, now: 400) == 101)
    #expect(time.wait(of: network, now: 501) == 0)
  }

  @Test mutating func `one slow event keeps a network waiting for ten seconds at most`() {
    for _ in 1...3 { time.add(milliseconds(60_000), of: network, now: 0) }
    #expect(time.wait(of: network, now: 0) == 10_001)
    #expect(time.wait(of: network, now: 10_001) == 0)
  }

  @Test mutating func `networks are remembered up to a limit, until they have paid`() {
    for number in 0..<NetworkTime.remembered {
      time.add(milliseconds(2000), of: RemoteNetwork(of: "10.0.\(number / 256).\(number % 256)"), now: 0)
    }
    time.add(milliseconds(2000), of: network, now: 0)
    #expect(time.wait(of: network, now: 0) == 0)
    time.add(milliseconds(2000), of: network, now: 10_000)
    #expect(time.wait(of: network, now: 10_000) == 5001)
  }
}
