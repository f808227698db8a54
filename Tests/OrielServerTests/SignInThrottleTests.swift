import OrielHub
import Testing

@testable import OrielGateway

struct SignInThrottleTests {
  @Test func `the fifth failure makes an address wait, and each further one twice as long`() {
    var throttle = SignInThrottle<RemoteNetwork>()
    var waits: [Int] = []
    for _ in 1...15 {
      throttle.failed(RemoteNetwork(of: "192.0.2.1"), now: 0)
      waits.append(throttle.wait(of: RemoteNetwork(of: "192.0.2.1"), now: 0))
    }
    #expect(waits == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    #expect(throttle.wait(of: RemoteNetwork(of: "192.0.2.1"), now: 299_001) == 1)
    #expect(throttle.wait(of: RemoteNetwork(of: "192.0.2.1"), now: 300_000) == 0)
    #expect(throttle.wait(of: RemoteNetwork(of: "192.0.2.2"), now: 0) == 0)
  }

  @Test func `a quarter of an hour makes failures forgotten`() {
    var throttle = SignInThrottle<RemoteNetwork>()
    for _ in 1...4 { throttle.failed(RemoteNetwork(of: "192.0.2.1"), now: 0) }
    throttle.failed(RemoteNetwork(of: "192.0.2.1"), now: SignInThrottle<RemoteNetwork>.forgotten)
    #expect(throttle.wait(of: RemoteNetwork(of: "192.0.2.1"), now: SignInThrottle<RemoteNetwork>.forgotten) == 0)
  }

  @Test func `the addresses of the latest failures are remembered, up to a limit`() {
    var throttle = SignInThrottle<RemoteNetwork>()
    func network(_ number: Int) -> RemoteNetwork { RemoteNetwork(of: "10.0.\(number / 256).\(number % 256)") }
    for number in 0...SignInThrottle<RemoteNetwork>.keys {
      for _ in 1...5 { throttle.failed(network(number), now: Int64(number)) }
    }
    let now = Int64(SignInThrottle<RemoteNetwork>.keys)
    #expect(throttle.wait(of: network(SignInThrottle<RemoteNetwork>.keys), now: now) == 1)
    #expect(throttle.wait(of: network(0), now: now - 10_000 + 1) == 0)
  }
}
