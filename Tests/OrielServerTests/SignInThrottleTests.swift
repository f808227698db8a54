import Testing

@testable import OrielGateway

struct SignInThrottleTests {
  @Test func `the fifth failure makes an address wait, and each further one twice as long`() {
    var throttle = SignInThrottle()
    var waits: [Int] = []
    for _ in 1...15 {
      throttle.failed("192.0.2.1", now: 0)
      waits.append(throttle.wait(of: "192.0.2.1", now: 0))
    }
    #expect(waits == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    #expect(throttle.wait(of: "192.0.2.1", now: 299_001) == 1)
    #expect(throttle.wait(of: "192.0.2.1", now: 300_000) == 0)
    #expect(throttle.wait(of: "192.0.2.2", now: 0) == 0)
  }

  @Test func `a quarter of an hour makes failures forgotten`() {
    var throttle = SignInThrottle()
    for _ in 1...4 { throttle.failed("a", now: 0) }
    throttle.failed("a", now: SignInThrottle.forgotten)
    #expect(throttle.wait(of: "a", now: SignInThrottle.forgotten) == 0)
  }

  @Test(
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8:1:2::9", "2001:db8:1:2"), ("2001:db8::9", "2001:db8:0:0"),
      ("::1", "0:0:0:0"), ("1::3:4:5:6:7:8", "1:0:3:4"), ("192.0.2.1", "192.0.2.1"),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
    ])
  func `an IPv6 address stands for its network`(address: String, network: String) {
    #expect(RemoteNetwork(of: address).text == network)
  }

  @Test func `the addresses of the latest failures are remembered, up to a limit`() {
    var throttle = SignInThrottle()
    for number in 0...SignInThrottle.addresses {
      for _ in 1...5 { throttle.failed("a\(number)", now: Int64(number)) }
    }
    let now = Int64(SignInThrottle.addresses)
    #expect(throttle.wait(of: "a\(SignInThrottle.addresses)", now: now) == 1)
    #expect(throttle.wait(of: "a0", now: now - 10_000 + 1) == 0)
  }
}
