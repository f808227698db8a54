import Logging
import Oriel
import OrielHub
import OrielSystem
import OrielTesting
import Synchronization
import Testing

@testable import OrielGateway

/// Which node a request is sent on to, and for whom a node believes that it was.
struct NodeLinksTests {
  private let a = Life(number: 10)
  private let b = Life(number: 11)

  private func signature(key: String = "key") -> NodeSignature {
    NodeSignature(sign: { hmacSHA256(key: key.utf8, message: $0) }, isEqual: ==)
  }

  private func request(_ query: String = "page=%2F", via: String? = nil) -> HTTPRequest {
    var request = HTTPRequest(path: "/connect", query: query, remoteAddress: "192.0.2.1")
    request.headers[NodeRoute.field] = via
    return request
  }

  @Test func `a node believes for whom another one has sent a request on`() {
    let via = signature().via(request(), from: a, to: b)
    #expect(via.hasPrefix("from=000000000000000a;for=192.0.2.1;mac="))
    var sentOn = request(via: via)
    sentOn.remoteAddress = "10.0.0.1"
    #expect(signature().client(of: sentOn, sentTo: b) == "192.0.2.1")
  }

  @Test func `a word that was made for another request, node or address, or without the key, is not believed`() {
    let via = signature().via(request(), from: a, to: b)
    let forged = via.replacing("192.0.2.1", with: "127.0.0.1")
    var other = request(via: via)
    other.method = "POST"
    #expect(signature().client(of: request(via: via), sentTo: a) == nil)
    #expect(signature(key: "other").client(of: request(via: via), sentTo: b) == nil)
    for request in [
      request("page=%2Fadmin", via: via), request(via: forged), other,
      request(via: via.replacing("from=000000000000000a", with: "from=000000000000000b")),
      request(via: "\(via), \(via)"), request(via: ""), request(via: ";;"),
      request(via: "from=000000000000000a;for=192.0.2.1;mac="), request(),
    ] {
      #expect(signature().client(of: request, sentTo: b) == nil, "\(request)")
    }
  }

  /// An act of an operator with two roles, and the word of a node for it.
  private func act(_ change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPRequest {
    var request = HTTPRequest(method: "POST", path: "/admin/api/v1/acts", body: Array("{}".utf8))
    request.headers[NodeRoute.round] = "t-1"
    let credentials = Credentials(user: User(id: "ann; from=b", roles: ["desk,1", "admin"]), issued: 7)
    request.headers[NodeRoute.operatorField] = signature().operatorField(credentials, request, from: a, to: b)
    change(&request)
    return request
  }

  @Test func `a node believes for which operator another one asks`() {
    let credentials = signature().operator(of: act(), sentTo: b)
    #expect(credentials == Credentials(user: User(id: "ann; from=b", roles: ["desk,1", "admin"]), issued: 7))
  }

  @Test func `a request for an operator is believed once, in whatever order several come`() {
    let (sender, receiver) = (signature(), signature())
    let requests = (0..<1_100).map { _ in
      var request = act()
      let credentials = Credentials(user: User(id: "ann"))
      request.headers[NodeRoute.operatorField] = sender.operatorField(credentials, request, from: a, to: b)
      return request
    }
    for request in requests.reversed().prefix(2) { #expect(receiver.operator(of: request, sentTo: b) != nil) }
    for request in requests.reversed().prefix(2) { #expect(receiver.operator(of: request, sentTo: b) == nil) }
    for request in requests.dropLast(2) { #expect(receiver.operator(of: request, sentTo: b) != nil) }
    // The numbers of the first are not known any more.
    for request in requests { #expect(receiver.operator(of: request, sentTo: b) == nil) }
  }

  @Test func `a word for an operator holds for one request with its body, and two nodes`() {
    #expect(signature().operator(of: act(), sentTo: a) == nil)
    #expect(signature(key: "other").operator(of: act(), sentTo: b) == nil)
    let field = NodeRoute.operatorField
    let word = act().headers[field] ?? ""
    for request in [
      act { $0.body = Array("{ }".utf8) }, act { $0.method = "GET" }, act { $0.query = "dry-run=true" },
      act { $0.headers[NodeRoute.round] = "t-2" }, act { $0.headers[NodeRoute.name] = "b" },
      act { $0.headers[field] = nil },
      act { $0.headers[field] = word.replacing("desk", with: "root") },
      act { $0.headers[field] = word.replacing("id=ann", with: "id=bob") },
      act { $0.headers[field] = word.replacing("from=000000000000000a", with: "from=000000000000000b") },
      act { $0.headers[field] = word + ";more=1" }, act { $0.headers[field] = ";;;" },
    ] {
      #expect(signature().operator(of: request, sentTo: b) == nil, "\(request)")
    }
  }

  @Test func `a request with the word of a node is not from this machine, true or not`() {
    var request = request(via: "x")
    request.remoteAddress = "127.0.0.1"
    #expect(!request.isFromThisMachine)
  }

  @Test(arguments: [
    ("1", PlaceHint(loop: 1)), ("000000000000000a", PlaceHint(node: Life(number: 10))),
    ("~000000000000000a.1", PlaceHint(node: Life(number: 10), loop: 1, isFormer: true)),
    ("n000000000000000a", PlaceHint(node: Life(number: 10), isOfOtherNode: true)),
    ("n000000000000000a.31", PlaceHint(node: Life(number: 10), loop: 31, isOfOtherNode: true)),
  ])
  func `a place is written as it is read`(text: String, hint: PlaceHint) {
    #expect(PlaceHint(text) == hint)
    #expect(hint.text == text)
  }

  @Test(arguments: [
    "", "x", "-1", "1x", "01", "1.", ".1", "~", "n", "~n1", "000000000000000a.", "000000000000000a.x",
    "000000000000000a.1.1",
    "0000000000000000", "000000000000000g.1", "00000000000000000a", "a000000000000000", "9999999999999999999999",
  ])
  func `a text that no server has written is no place`(text: String) {
    #expect(PlaceHint(text) == nil)
  }

  @Test func `a ticket says where its window is`() {
    #expect(TicketPlace(ofTicket: "abc") == TicketPlace(ofTicket: ""))
    let tickets = ["3.secret", "000000000000000a.secret", "000000000000000a.12.secret", "1000.secret"]
    let places = tickets.map { TicketPlace(ofTicket: $0) }
    #expect(places.map(\.node) == [nil, a, a, nil])
    #expect(places.map(\.hub) == [3, nil, 12, nil])
  }
}

/// The place of each request, at a gateway that has two other nodes.
struct NodeChoiceTests {
  private let server: TestServer
  private let gateway: Gateway
  private let nodes = StillNodes(own: Life(number: 1))
  private let b = Life(number: 2)
  private let c = Life(number: 3)

  init() throws {
    server = try TestServer(app: RoomsByPathApp(), hubs: 1)
    var logger = Logger(label: "nodes")
    logger.logLevel = .critical
    nodes.set(
      others: [
        ServerNode(life: Life(number: 2), name: "b", address: "b:1"),
        ServerNode(life: Life(number: 3), name: "c", address: "c:1"),
      ], owners: ["north": Life(number: 2), "here": Life(number: 1), "lost": Life(number: 9)])
    gateway = Gateway(
      version: "1", links: NodeLinks(nodes, NodeSignature(sign: { $0 }, isEqual: ==)),
      authentication: Authentication(
        sign: { $0 }, isEqual: { $0 == $1 }, random: { [1] }, adminToken: "token", secureCookies: false),
      origins: AllowedOrigins(),
      pages: Pages(page: Asset(contentType: "text/html", body: [], compress: { $0 }, digest: { $0 }), files: [:]),
      routes: [], scheduler: WorkClock(server.clock), logger: logger, compress: { $0 })
  }

  private func handshake(_ query: String) -> HTTPRequest {
    let signature = gateway.authentication.signature(of: "ann", as: "cookie")
    return HTTPRequest(
      path: "/connect", query: query,
      headers: [
        "host": "x", "origin": "http://x", "sec-websocket-protocol": "oriel.v1", "cookie": "oriel=ann.\(signature)",
      ], remoteAddress: "192.0.2.1")
  }

  private final class Found {
    private var place: RequestPlace?

    func take(_ place: RequestPlace) {
      self.place = place
      if case .later(let later) = place { later.then { self.take($0) } }
    }

    var text: String? {
      switch place {
      case nil, .later: nil
      case .here: "here"
      case .loop(let loop): "loop \(loop)"
      case .node(let node): node.address
      case .refused(let response): "\(response.status)"
      }
    }
  }

  private func find(_ request: HTTPRequest, failed: Life? = nil) throws -> Found {
    let found = Found()
    var attempt = RouteAttempt(since: server.clock.now)
    attempt.failed = failed
    try server.step((gateway, request, attempt, found), on: 0) { hub, asked in
      let (gateway, request, attempt, found) = asked
      let place = gateway.place(of: request, isHandshake: request.path == "/connect", attempt, hub: hub)
      found.take(place)
    }
    return found
  }

  /// A loop's timers run on the hub. These don't, so that the hub has to be run after them.
  private func pass(_ milliseconds: Int) throws {
    for _ in 0..<milliseconds / 50 {
      try server.advance(by: .milliseconds(50))
      try server.advance(by: .zero)
    }
  }

  private func place(_ query: String, failed: Life? = nil) throws -> String? {
    try find(handshake(query), failed: failed).text
  }

  @Test func `a handshake goes to the node of the tenant that its address names`() throws {
    #expect(try place("page=%2Fnorth") == "b:1")
    #expect(try place("page=%2Fhere") == "here")
    #expect(try place("page=%2Ffree") == "here")
    #expect(try place("") == "here")
  }

  @Test func `a place that the page names goes before its address, if it lives`() throws {
    #expect(try place("page=%2Fnorth&at=\(c)") == "c:1")
    #expect(try place("page=%2Fnorth&at=n\(c)") == "c:1")
    #expect(try place("page=%2Fnorth&at=\(nodes.own)") == "here")
    #expect(try place("page=%2Fnorth&at=~\(Life(number: 9))") == "b:1")
  }

  @Test func `a request that another node has sent on stays`() throws {
    var request = handshake("page=%2Fnorth&at=\(c)")
    request.isFromNode = true
    #expect(try find(request).text == "here")
  }

  @Test func `a handshake that would be refused is not sent on`() throws {
    for change in [{ $0.headers["origin"] = "http://y" }, { $0.headers["cookie"] = nil }, { $0.path = "/page" }]
      as [(inout HTTPRequest) -> Void]
    {
      var request = handshake("page=%2Fnorth")
      change(&request)
      #expect(try find(request).text == "here")
    }
  }

  @Test func `an operator's request goes to the node that it names, if the token is right and none was guessed`() throws
  {
    var request = HTTPRequest(
      path: "/metrics", headers: ["authorization": "Bearer token", "oriel-node": "c"], remoteAddress: "192.0.2.1")
    #expect(try find(request).text == "c:1")
    for change in [
      { $0.headers["oriel-node"] = "a" }, { $0.headers["oriel-node"] = nil }, { $0.headers["authorization"] = nil },
      { $0.headers["authorization"] = "Bearer wrong" }, { $0.path = "/page" }, { $0.isFromNode = true },
    ] as [(inout HTTPRequest) -> Void] {
      var other = request
      change(&other)
      #expect(try find(other).text == "here")
    }
    for _ in 1...100 { gateway.networks.failedToSignIn(request.remoteAddress, now: server.clock.now) }
    #expect(try find(request).text == "here")
    request.remoteAddress = "192.0.2.2"
    #expect(try find(request).text == "c:1")
  }

  @Test func `an upload goes to the node that has issued its ticket`() throws {
    var upload = handshake("")
    (upload.method, upload.path) = ("POST", "/upload/\(c).secret")
    #expect(try find(upload).text == "c:1")
    upload.path = "/upload/\(nodes.own).secret"
    #expect(try find(upload).text == "here")
    (upload.path, upload.headers["cookie"]) = ("/upload/\(c).secret", nil)
    #expect(try find(upload).text == "here")
  }

  @Test func `a request waits for a node that is gone, and goes where the tenant is then`() throws {
    let found = try find(handshake("page=%2Fnorth"), failed: b)
    #expect(found.text == nil)
    try pass(2000)
    #expect(found.text == nil)
    nodes.set(others: [ServerNode(life: c, name: "c", address: "c:1")], owners: ["north": c])
    try pass(250)
    #expect(found.text == "c:1")
  }

  @Test func `a request is refused if its node lives and can't be reached`() throws {
    let found = try find(handshake("page=%2Fnorth"), failed: b)
    for beat in [1, 2] as [Int64] {
      #expect(found.text == nil)
      nodes.set(others: [ServerNode(life: b, name: "b", address: "b:1", beat: beat)], owners: ["north": b])
      try pass(250)
    }
    #expect(found.text == "503")
    #expect(gateway.networks.counts.unreached == 1)
  }

  @Test(arguments: [
    (100, 0, "here"), (101, 0, "b:1"), (300, 200, "here"), (301, 200, "b:1"), (201, 100, "b:1"), (0, 500, "here"),
  ])
  func `a tenant that no node has goes to the one with the fewest pages`(own: Int, other: Int, place: String) throws {
    nodes.count(pages: own)
    nodes.set(
      others: [
        ServerNode(life: b, name: "b", address: "b:1", pages: other),
        ServerNode(life: c, name: "c", address: "c:1", isDraining: true),
        ServerNode(life: Life(), name: "old", address: "old:1", build: -1),
      ], owners: ["north": nodes.own])
    #expect(try find(handshake("page=%2Fsouth")).text == place)
    #expect(try find(handshake("page=%2Fsouth"), failed: b).text == "here")
    #expect(try find(handshake("page=%2Fnorth")).text == "here")
  }

  @Test func `a request waits for eight seconds at most`() throws {
    let found = try find(handshake("page=%2Flost"))
    try pass(7900)
    #expect(found.text == nil)
    try pass(400)
    #expect(found.text == "503")
    // It does not live.
    #expect(gateway.networks.counts.unreached == 0)
  }

  @Test func `a request waits for a node that drains`() throws {
    nodes.set(
      others: [ServerNode(life: b, name: "b", address: "b:1", isDraining: true)], owners: ["north": b])
    let found = try find(handshake("page=%2Fnorth"))
    #expect(found.text == nil)
    nodes.set(others: [], owners: [:])
    try pass(250)
    #expect(found.text == "here")
  }
}

/// Nodes as a test says them.
private final class StillNodes: Nodes {
  private let state: Mutex<(itself: ServerNode, others: [ServerNode], owners: [Tenant: Life])>

  init(own: Life) { state = Mutex((ServerNode(life: own, name: "a", address: "a:1"), [], [:])) }

  func set(others: [ServerNode], owners: [Tenant: Life]) {
    state.withLock { ($0.others, $0.owners) = (others, owners) }
  }

  func count(pages: Int) { state.withLock { $0.itself.pages += pages } }

  var itself: ServerNode { state.withLock { $0.itself } }
  var others: [ServerNode] { state.withLock { $0.others } }
  var isStoreThere: Bool { true }
  func seemsFree(_ tenant: Tenant) -> Bool { false }
  func owner(of tenant: Tenant, then answer: @escaping StoreAnswer<Life?>) {
    answer(.success(state.withLock { $0.owners[tenant] }))
  }
  func claims(then answer: @escaping StoreAnswer<[Tenant: Life]>) { answer(.success([:])) }
  func claim(_ tenant: Tenant, then answer: @escaping StoreAnswer<Life>) { answer(.success(own)) }
  func release(_ tenant: Tenant) {}
  func give(_ tenant: Tenant, to node: Life, then answer: @escaping StoreAnswer<Bool>) { answer(.success(false)) }
  func keep(_ crashes: [CrashFinding], then answer: @escaping StoreAnswer<Void>) { answer(.success(())) }
  func crashes(then answer: @escaping StoreAnswer<[CrashJournalEntry]>) { answer(.success([])) }
  func forgetCrashes(of subject: String) {}
  func listen(_ listener: @escaping @Sendable (NodeNews) -> Void) {}
  func drain() {}
}
