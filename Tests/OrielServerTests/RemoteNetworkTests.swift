import Testing

@testable import OrielGateway
@testable import OrielHub

/// The networks that limits by address count.
struct RemoteNetworkTests {
  @Test(
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:DB8:1:2::9", "2001:db8:1:2::"),
      ("2001:db8::9", "2001:db8:0:0::"), ("::1", "0:0:0:0::"), ("::", "0:0:0:0::"), ("1::3:4:5:6:7:8", "1:0:3:4::"),
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:C000:201", "192.0.2.1"),
      ("0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"), ("64:ff9b::192.0.2.1", "64:ff9b:0:0::"), ("0.0.0.0", "0.0.0.0"),
    ])
  func `an address is in one network, however it is written`(address: String, network: String) {
    #expect(RemoteNetwork(of: address).text == network)
    #expect(RemoteNetwork(of: network) == RemoteNetwork(of: address))
  }

  @Test(arguments: ["", ":", "1:2", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1:2:3:4:5:6:7:8:9", "g::", "name", "::1%eth0"])
  func `text that is no address is in the network of none`(text: String) {
    #expect(RemoteNetwork(of: text) == RemoteNetwork(of: "::"))
  }

  @Test func `this machine has its addresses in any form`() {
    let own = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:0:0:1"]
    #expect(own.map(RemoteNetwork.isLoopback) == Array(repeating: true, count: own.count))
    let others = ["126.0.0.1", "128.0.0.1", "::2", "1::1", "::ffff:126.0.0.1", "::127.0.0.1", "127", ""]
    #expect(others.map(RemoteNetwork.isLoopback) == Array(repeating: false, count: others.count))
  }

  // MARK: /64, /56 and /48

  /// How many of 100 addresses are let in: of one /64, of different ones of a /56, of a /48, of different /48s.
  private func admitted(_ make: () -> (String) -> Bool) -> [Int] {
    ["2001:db8:0:0::%", "2001:db8:0:%::", "2001:db8:0:%00::", "2001:db8:%::"].map { form in
      let admit = make()
      return (0..<100).count { admit(form.replacing("%", with: String($0, radix: 16))) }
    }
  }

  @Test func `handshakes of a /56 and of a /48 are ten times those of a /64`() {
    var limits = GatewayLimits()
    limits.handshakesPerMinute = 3
    let counts = admitted {
      let networks = NetworkLimits(limits)
      return { networks.admitHandshake(of: RemoteNetwork(of: $0), now: 0) }
    }
    #expect(counts == [3, 30, 30, 100])
  }

  @Test func `sockets of a /56 and of a /48 are ten times those of a /64`() {
    var limits = GatewayLimits()
    limits.connectionsPerAddress = 4
    limits.unattachedPerAddress = 3
    let counts = admitted {
      let networks = NetworkLimits(limits)
      return { address in
        let network = RemoteNetwork(of: address)
        guard networks.refusal(of: network) == nil else { return false }
        networks.opened(from: network)
        return true
      }
    }
    #expect(counts == [3, 30, 30, 100])
  }

  @Test func `sockets are counted once, and give their places back in each prefix`() {
    var limits = GatewayLimits()
    limits.connectionsPerAddress = 1
    let networks = NetworkLimits(limits)
    let network = RemoteNetwork(of: "2001:db8::1")
    for _ in 0..<11 {
      #expect(networks.refusal(of: network) == nil)
      networks.opened(from: network)
      #expect(networks.socketCount == 1)
      networks.attached(from: network)
      networks.closed(from: network, hadAttached: true)
    }
    #expect(networks.socketCount == 0)
  }

  @Test func `wrong tokens of a /56 and of a /48 are ten times those of a /64`() {
    let counts = admitted {
      let networks = NetworkLimits()
      return { address in
        guard networks.waitToSignIn(of: address, now: 0) == 0 else { return false }
        networks.failedToSignIn(address, now: 0)
        return true
      }
    }
    #expect(counts == [5, 50, 50, 100])
  }

  @Test func `a /48 may leave ten seconds unpaid, and pays no faster than a /64`() {
    let networks = NetworkLimits()
    for number in 0..<11 {
      networks.add(unpaid: 1_000_000_000, of: RemoteNetwork(of: "2001:db8:0:\(number)00::"), now: 0)
    }
    #expect(networks.wait(of: RemoteNetwork(of: "2001:db8:0:ff00::"), now: 0) == 5001)
    #expect(networks.wait(of: RemoteNetwork(of: "2001:db8:1::"), now: 0) == 0)
  }

  @Test func `windows of a /56 and of a /48 are ten times those of a /64`() {
    var limits = HubLimits()
    limits.newWindowsPerHour = 3
    let counts = admitted { [limits] in
      let rates = VisitorRates()
      return { rates.hasWindow($0, limits, now: 0) && rates.admitWindow($0, limits, now: 0) }
    }
    #expect(counts == [3, 30, 30, 100])
  }

  @Test func `uploads of a /56 and of a /48 are ten times those of a /64`() {
    var limits = HubLimits()
    (limits.uploads.perUser, limits.uploads.perNetwork) = (1000, 3)
    let counts = admitted { [limits] in
      let counts = VisitorCounts()
      return { counts.beginUpload(of: "ann", from: RemoteNetwork(of: $0), size: 0, limits) }
    }
    #expect(counts == [3, 30, 30, 100])
  }
}
