import Oriel
import Testing

@testable import OrielGateway

/// Who has the loop next, and for how long.
struct TurnOrderTests {
  private let house: House
  init() throws { house = try House() }

  @Test func `a page that keeps the loop busy waits until it has paid for it`() throws {
    let page = try house.enter("ann")
    for _ in 1...3 { try page.tap("100 ms") }
    #expect(house.done == ["ann"])
    // A fifth of the time is a page's share: 100 ms, less the burst of 50 and what came in meanwhile, take 150.
    try house.pass(milliseconds: 145)
    #expect(house.done == ["ann"])
    try house.pass(milliseconds: 20)
    #expect(house.done == ["ann", "ann"])
    try house.pass(milliseconds: 300)
    #expect(house.done == ["ann", "ann"])
    try house.pass(milliseconds: 200)
    #expect(house.done == ["ann", "ann", "ann"])
    #expect(page.answers == 3)
  }

  @Test func `a page waits for ten seconds at most, also after the process stood still in its turn`() throws {
    let page = try house.enter("ann")
    try page.tap("A minute")
    try page.tap("Nothing")
    try house.pass(milliseconds: 9900)
    #expect(house.done == ["ann"])
    try house.pass(milliseconds: 200)
    #expect(house.done == ["ann", "ann"])
  }

  @Test func `of many events at once a few are handled, then others have their turn`() throws {
    let (ann, bob, cid) = (try house.enter("ann"), try house.enter("bob"), try house.enter("cid"))
    for _ in 1...10 { try ann.tap("Nothing") }
    for _ in 1...7 { try bob.tap("Nothing") }
    try cid.tap("Nothing")
    #expect(house.turns == ["ann 4", "bob 4", "cid 1"])
    try house.pass(milliseconds: 10)
    #expect(house.turns == ["ann 4", "bob 4", "cid 1", "ann 4", "bob 3", "ann 2"])
    #expect((ann.answers, bob.answers, cid.answers) == (10, 7, 1))
  }

  @Test func `after an event that took long others have their turn at once`() throws {
    let (ann, bob) = (try house.enter("ann"), try house.enter("bob"))
    for _ in 1...3 { try ann.tap("10 ms") }
    try bob.tap("Nothing")
    #expect(house.turns == ["ann 1", "bob 1"])
    try house.pass(milliseconds: 1)
    // Two slices of five milliseconds.
    #expect(house.turns == ["ann 1", "bob 1", "ann 2"])
  }

  @Test func `events that waited for a once have their turns after it, and are paid for`() async throws {
    let (ann, bob) = (try house.enter("ann"), try house.enter("bob"))
    try ann.tap("Once")
    for _ in 1...3 { try ann.tap("100 ms") }
    try ann.tap("Nothing")
    #expect(house.turns == [])
    house.work.release()
    try await house.server.wait(until: { ann.answers >= 1 }) { try house.server.run() }
    try bob.tap("Nothing")
    #expect(house.turns == ["bob 1"])
    try house.pass(milliseconds: 5)
    try bob.tap("Nothing")
    #expect(house.turns == ["bob 1", "ann 1", "bob 1"])
    try house.pass(milliseconds: 1500)
    #expect(house.turns == ["bob 1", "ann 1", "bob 1", "ann 3"])
    #expect(ann.answers == 5)
  }

  @Test func `a page that works steadily never waits`() throws {
    let page = try house.enter("ann")
    for count in 1...500 {
      try page.tap("4 ms")
      #expect(page.answers == count)
      try house.pass(milliseconds: 16)
    }
  }

  @Test func `a page that waits is answered its pings, and nothing it has said is out of order`() throws {
    let page = try house.enter("ann")
    try page.tap("100 ms")
    try page.tap("Nothing")
    try page.say(#"{"ping": 7}"#)
    #expect(page.frames.last == #"{"pong":7}"#)
    try page.say(#"{"leave": {}}"#)
    #expect(page.answers == 1)
    try house.pass(milliseconds: 1000)
    #expect(house.done == ["ann", "ann"])
    #expect(page.closed == 1000)
  }

  @Test func `a ping is short, and is answered whatever waits`() throws {
    let page = try house.enter("ann")
    try page.tap("100 ms")
    try page.tap("Nothing")
    try page.say(#"{"ping":1}"# + String(repeating: " ", count: 64 - 10))
    #expect(page.frames.last == #"{"pong":1}"#)
    let other = try house.enter("bob")
    try other.say(#"{"ping":1}"# + String(repeating: " ", count: 65 - 10))
    #expect(other.closed == 4400)
  }

  @Test func `a page that owes time and sends much is not read until it has paid`() throws {
    let (page, other) = (try house.enter("ann"), try house.enter("bob"))
    for _ in 1...2 {
      try page.tap("100 ms")
      for _ in 1...16 { try page.tap("Nothing") }
      for _ in 1...20 { try other.tap("Nothing") }
      try house.pass(milliseconds: 1000)
    }
    #expect((page.pauses, other.pauses) == ([151, 151], []))
    #expect((page.answers, other.answers) == (34, 40))
    try page.tap("100 ms")
    for _ in 1...15 { try page.tap("Nothing") }
    #expect(page.pauses == [151, 151])
  }

  @Test func `a page that owes much is read now and then`() throws {
    var limits = GatewayLimits()
    (limits.owingBytes, limits.longestReadingPause) = (2 * 4096, 100)
    let house = try House(limits: limits)
    let page = try house.enter("ann")
    try page.tap("100 ms")
    for _ in 1...5 { try page.tap("Nothing") }
    #expect(page.pauses == [100, 100])
  }

  @Test func `pages of a network that has used much come after those of others`() throws {
    for name in ["a", "b", "c", "d"] { try house.connect(name, from: "192.0.2.1").tap("100 ms") }
    let (busy, calm) = (try house.connect("ann", from: "192.0.2.1"), try house.connect("bob", from: "192.0.2.2"))
    for _ in 1...10 { try busy.tap("Nothing") }
    for _ in 1...10 { try calm.tap("Nothing") }
    try house.pass(milliseconds: 1)
    #expect(house.turns.suffix(3) == ["ann 3", "bob 10", "ann 7"])
    #expect((busy.answers, calm.answers) == (10, 10))
  }

  @Test func `requests of a network that owes time wait until it has paid`() throws {
    let address = "192.0.2.1"
    house.gateway.spent(1_100_000_000, by: address)
    #expect(house.gateway.waitForTime(of: address) == 501)
    #expect(house.gateway.waitForTime(of: "192.0.2.2") == 0)
    #expect(house.gateway.waitForTime(of: "127.0.0.1") == 0)
    try house.pass(milliseconds: 501)
    #expect(house.gateway.waitForTime(of: address) == 0)
  }

  @Test func `so much may wait, in bytes`() throws {
    let page = try house.enter("ann")
    try page.tap("100 ms")
    for _ in 1...17 { try page.tap("Nothing", padding: 60_000) }
    #expect(page.closed == nil)
    try page.tap("Nothing", padding: 60_000)
    #expect(page.closed == 4429)
    try house.pass(milliseconds: 10_000)
    #expect(house.done == ["ann"])
  }

  @Test func `so much of all pages may wait, in bytes`() throws {
    var limits = GatewayLimits()
    limits.allWaitingBytes = 100_000
    let house = try House(limits: limits)
    let pages = try ["ann", "bob", "cid"].map { try house.enter($0) }
    for page in pages { try page.tap("100 ms") }
    try pages[0].tap("Nothing", padding: 60_000)
    try pages[1].tap("Nothing", padding: 60_000)
    #expect(pages.map(\.closed) == [nil, 4429, nil])
    try house.pass(milliseconds: 1000)
    try pages[2].tap("100 ms")
    try pages[2].tap("Nothing", padding: 60_000)
    #expect(house.gateway.keptBytes > 60_000)
    try pages[2].cut()
    try pages[0].cut()
    #expect(house.gateway.keptBytes == 0)
  }

  @Test func `unpaid events of a page that is cut off are dropped, with their places`() throws {
    let page = try house.enter("ann")
    try page.tap("100 ms")
    for _ in 1...3 { try page.tap("Nothing") }
    try page.cut()
    try house.pass(milliseconds: 10_000)
    #expect(house.done == ["ann"])
    #expect(house.waiting == 0)

    let other = try house.enter("bob")
    for _ in 1...10 { try other.tap("Nothing") }
    try other.cut()
    #expect(house.turns == ["ann 1", "bob 10"])
  }

  @Test func `what was received before a restart is done, but for what holds the restart up`() throws {
    let (ann, bob) = (try house.enter("ann"), try house.enter("bob"))
    for _ in 1...20 { try ann.tap("Nothing") }
    for _ in 1...20 { try bob.tap("100 ms") }
    try house.drain()
    #expect(house.done.count { $0 == "ann" } == 20)
    #expect(house.done.count { $0 == "bob" } == 1)
    #expect((ann.closed, bob.closed) == (1012, 1012))
  }

  @Test func `a page pays for what its handlers do after they have waited`() async throws {
    let page = try house.enter("ann")
    try page.tap("Later")
    try page.tap("Nothing")
    #expect(house.done == ["ann"])
    try await release { house.done.count == 2 }
    try page.tap("Nothing")
    #expect(house.done.count == 2)
    // A fifth of the time is its share: 2 s, less the burst of 50 ms and what came in meanwhile, take 7,750 ms.
    try house.pass(milliseconds: 7700)
    #expect(house.done.count == 2)
    try house.pass(milliseconds: 100)
    #expect(house.done.count == 3)
  }

  // MARK: Attaching

  /// Lets the tenant of a slow window be there.
  private func release(until condition: () -> Bool) async throws {
    house.work.release()
    try await house.server.wait(until: condition) { try house.server.run() }
  }

  @Test func `a page pays for what is done for it after a wait`() async throws {
    let page = try house.connect("ann", scene: "slow")
    #expect(!page.isAttached)
    try await release { page.isAttached }
    #expect(house.done == ["ann"])
    try page.tap("Nothing")
    #expect(house.done == ["ann"])
    // A fifth of the time is its share: 2 s, less the burst of 50 ms and what came in meanwhile, take 7,750 ms.
    try house.pass(milliseconds: 7700)
    #expect(house.done == ["ann"])
    try house.pass(milliseconds: 100)
    #expect(house.done == ["ann", "ann"])
  }

  @Test func `a page pays for a window that wakes for it`() async throws {
    let page = try house.connect("ann", scene: "slow")
    try await release { page.isAttached }
    try house.server.restart()
    try house.pass(milliseconds: 1)
    let again = try house.connect("ann", scene: "slow", window: page.window)
    #expect(!again.isAttached)
    try await release { again.isAttached }
    #expect(house.done == ["ann", "ann"])
    try again.tap("Nothing")
    #expect(house.done == ["ann", "ann"])
    try house.pass(milliseconds: 10_000)
    #expect(house.done == ["ann", "ann", "ann"])
  }

  @Test func `a window that wakes is rendered piece by piece, and others have their turn in between`() throws {
    let page = try house.connect("ann", scene: "tall")
    let id = WindowID(try #require(page.window))
    try house.server.restart()
    try house.pass(milliseconds: 1000)
    let other = try house.enter("bob")
    let start = house.clock.now
    let again = try house.connect("ann", scene: "tall", window: page.window)
    #expect(house.clock.now == start + 4)
    try other.tap("Nothing")
    #expect(house.done == ["bob"] && !again.isAttached)
    // Meanwhile it is listed and saved under the title that it had.
    let title = "A floor’s title"
    #expect(house.server.look { $0.windows[id]?.title } == title)
    #expect(try house.server.stored().contains("\"title\":\"\(title)\""))
    try house.pass(milliseconds: 0)
    #expect(again.isAttached && house.clock.now == start + 32)
    #expect(again.frames.count { $0.firstRange(of: "A floor") != nil } == 1)
  }

  @Test func `the network of a page that has hung up pays for what is done for it later`() async throws {
    let page = try house.arrive("ann", from: "192.0.2.1")
    try page.sayAndHangUp(page.attach("ann", scene: "slow"))
    #expect(house.done == [])
    try await release { house.done == ["ann"] }
    let next = try house.connect("bob", from: "192.0.2.1")
    #expect(!next.isAttached)
    try house.pass(milliseconds: 10_000)
    #expect(next.isAttached)
  }

  // MARK: Connecting again

  /// A page comes, makes the loop work, and hangs up, again and again without a pause.
  private func comeAndGo(_ times: Int, from address: String, at house: House? = nil) throws {
    for number in 1...times {
      let page = try (house ?? self.house).connect("page\(number)", from: address)
      try page.tap("100 ms")
      try page.cut()
    }
  }

  @Test func `a page that connects again goes on with what its network has left unpaid`() throws {
    try comeAndGo(100, from: "192.0.2.1")
    // A second of it is free.
    #expect(10..<30 ~= house.done.count)
    let (next, other) = (
      try house.connect("ann", from: "192.0.2.1"), try house.connect("bob", from: "192.0.2.2")
    )
    #expect(!next.isAttached && other.isAttached)
    try next.tap("Nothing")
    try house.pass(milliseconds: 10_000)
    #expect(next.isAttached && next.answers == 1)
  }

  @Test func `pages of this machine never wait for one another, because it may be a proxy`() throws {
    try comeAndGo(100, from: "127.0.0.1")
    #expect(house.done.count == 100)
  }

  @Test func `handshakes of a network are limited per minute`() throws {
    func accepted(_ count: Int, from address: String) throws -> Int {
      try (0..<count).count { _ in
        if case .accept = try house.handshake("ann", from: address) { true } else { false }
      }
    }
    #expect(try accepted(1300, from: "2001:db8::1") == 1200)
    #expect(try accepted(1300, from: "127.0.0.1") == 1300)
    #expect(try accepted(10, from: "2001:db8:0:1::1") == 10)
    try house.pass(milliseconds: 1000)
    #expect(try accepted(100, from: "2001:db8::2") == 20)
    guard case .refuse(let refusal) = try house.handshake("ann", from: "2001:db8::3") else { throw House.Refused() }
    #expect(refusal.status == 429 && refusal.headers["retry-after"] == "5")
  }

  // MARK: Several gateways

  @Test func `gateways of one process have the limits of a network together`() throws {
    let networks = NetworkLimits()
    let houses = [try House(networks), try House(networks)]
    func isRefused(_ address: String) throws -> [Bool] {
      try houses.map { if case .refuse = try $0.handshake("ann", from: address) { true } else { false } }
    }
    for number in 0..<1200 { _ = try houses[number % 2].handshake("ann", from: "192.0.2.1") }
    #expect(try isRefused("192.0.2.1") == [true, true])
    let waiting = try (0..<50).map { try houses[$0 % 2].arrive("ann", from: "192.0.2.2") }
    #expect(try isRefused("192.0.2.2") == [true, true])
    try waiting[0].cut()
    #expect(try isRefused("192.0.2.2") == [false, false])
    try comeAndGo(100, from: "192.0.2.3", at: houses[0])
    #expect(try !houses[1].connect("bob", from: "192.0.2.3").isAttached)
    #expect(networks.socketCount == 50)
  }
}
