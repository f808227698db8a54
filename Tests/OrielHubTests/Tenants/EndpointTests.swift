import Oriel
import OrielTesting
import Synchronization
import Testing

@testable import OrielHub

/// Requests to the app's own addresses, which objects of tenants answer.
struct EndpointTests {
  let exchange = Exchange()

  private func server(
    hubs: Int? = nil, tenancy: Tenancy = .claim("desk"), _ limits: HubLimits = HubLimits(),
    journal: any CrashJournal = NoCrashJournal(), store: TestStore = TestStore()
  ) throws -> TestServer {
    try TestServer(
      app: FillsApp(tenancy: tenancy, exchange: exchange), hubs: hubs, store: store, limits: limits, journal: journal)
  }

  private func opened(_ server: TestServer, _ desk: Tenant = "rates") throws -> TestWindow {
    try server.open(tenant: desk, user: "ada", roles: ["trader"])
  }

  @Test func `a webhook changes the state of the tenant that its path names`() throws {
    let server = try server()
    let (rates, credit) = (try opened(server), try opened(server, "credit"))
    let request = try server.request(.post, "/hooks/credit/fills", body: #"{"id":"f1","price":7}"#)
    #expect(request.response == .text("1 fills"))
    #expect(rates.text[0] == "0 fills")
    #expect(credit.text[0] == "1 fills")
  }

  @Test func `an answer is sent when what was changed is saved, and that to a GET at once`() throws {
    let server = try server()
    let window = try opened(server)
    try server.pauseSaving()
    let fill = try server.request(.post, "/hooks/rates/fills", body: #"{"id":"f1","price":7}"#)
    let read = try server.request(.get, "/fills.csv", user: "ada", claims: ["desk": "rates"])
    #expect(window.text[0] == "1 fills")
    #expect(fill.response == nil)
    #expect(read.response == .csv([["id", "price"], ["f1-0", "7"]]).attachment(named: "fills.csv"))
    try server.resumeSaving()
    #expect(fill.response == .text("1 fills"))
  }

  @Test(arguments: [
    (nil, [:], 401), ("ada", [:], 401), ("ada", ["desk": "credit"], 200), ("u-7", ["desk": "rates"], 200),
  ])
  func `only members of a tenant are answered, unless the endpoint opens to anyone`(
    user: String?, claims: [String: String], status: Int
  ) throws {
    let server = try server()
    _ = try opened(server)
    let request = try server.request(.get, "/fills.csv", user: user, claims: claims)
    #expect(request.response?.status == (user != nil && claims.isEmpty ? 404 : status))
  }

  @Test func `a member of one tenant is none of another, whose path they type`() throws {
    let server = try server()
    _ = try opened(server)
    let others = try server.request(.delete, "/desks/rates/fills", user: "eve", claims: ["desk": "credit"])
    let mine = try server.request(.delete, "/desks/rates/fills", user: "bob", claims: ["desk": "rates"])
    let trader = try server.request(
      .delete, "/desks/rates/fills", user: "ada", roles: ["trader"], claims: ["desk": "rates"])
    #expect(others.response == .text("This user is not a member here", status: 403))
    #expect(mine.response == .text("This user does not have the role", status: 403))
    #expect(trader.response == Endpoint.Response(204))
    #expect(try server.request(.delete, "/desks/rates/fills").response?.status == 401)
    for visitor in [nil, "u-7"] {
      #expect(try server.request(.get, "/fills.csv", user: visitor).response?.status == 401)
    }
  }

  @Test func `a tenancy's admit says who is a member, with which roles`() throws {
    let server = try server(
      tenancy: .path { user, _ in
        guard user.id != "eve" else { return nil }
        var member = user
        member.roles = ["trader"]
        return member
      })
    let admitted = try server.request(.delete, "/desks/rates/fills", user: "ada")
    let refused = try server.request(.delete, "/desks/rates/fills", user: "eve")
    #expect(admitted.response == Endpoint.Response(204))
    #expect(refused.response == .text("This user is not a member here", status: 403))
  }

  @Test func `a name that a sender has made up is no tenant, and one with something saved is a tenant`() throws {
    let server = try server()
    #expect(try server.request(.post, "/hooks/made-up/fills", body: "{}").response?.status == 404)
    #expect(try server.request(.post, "/hooks/no name/fills", body: "{}").response?.status == 404)
    #expect(exchange.started == [])
    // A visitor without a name creates none either.
    let visit = try server.request(.get, "/fills.csv", user: "u-7", claims: ["desk": "rates"])
    #expect(visit.response?.status == 404)
    #expect(exchange.started == [])
    let window = try opened(server)
    try window.tap("Fill")
    try server.restart()
    let request = try server.request(.post, "/hooks/rates/fills", body: #"{"id":"f1","price":7}"#)
    #expect(request.response == .text("2 fills"))
  }

  @Test func `an endpoint that creates its tenant takes the first request that is verified`() throws {
    let server = try server()
    let forged = try server.request(
      .post, "/first/rates/fills", headers: ["X-Forged": "yes"], body: #"{"id":"f1","price":7}"#)
    #expect(forged.response?.status == 401)
    #expect(exchange.started == [])
    let first = try server.request(.post, "/first/rates/fills", body: #"{"id":"f1","price":7}"#)
    #expect(first.response == .text("1 fills"))
    #expect(exchange.started == ["rates"])
    try server.restart()
    // It is a tenant now, also for the others.
    let next = try server.request(.post, "/hooks/rates/fills", body: #"{"id":"f2","price":8}"#)
    #expect(next.response == .text("2 fills"))
    #expect(try server.request(.post, "/first/unknown/fills", body: "{}").response?.status == 404)
    #expect(exchange.started == ["rates", "rates"])
  }

  @Test func `a request says what it has`() throws {
    let server = try server()
    _ = try opened(server)
    let request = try server.request(
      .put, "/hooks/rates/notes/a%20b?day=2%204&day=5", headers: ["X-Kind": "plain"], body: "text", user: "ada",
      claims: ["desk": "rates"])
    #expect(
      request.response
        == .text("PUT /hooks/{tenant}/notes/{note} rates a b day=2 4 kind=plain body=text user=ada from 127.0.0.1"))
  }

  @Test func `a body that can't be decoded, an error and an answer that is thrown are told to the sender`() throws {
    let server = try server()
    _ = try opened(server)
    let malformed = try server.request(.post, "/hooks/rates/fills", body: "{")
    let wrong = try server.request(.post, "/hooks/rates/fills", body: #"{"id":"f1"}"#)
    let refused = try server.request(.post, "/hooks/rates/fills", body: #"{"id":"","price":1}"#)
    let failed = try server.request(.post, "/hooks/rates/fills", body: #"{"id":"bad","price":1}"#)
    #expect(malformed.response?.status == 400)
    #expect(wrong.response?.status == 400)
    #expect(refused.response == .text("An id is missing", status: 422))
    #expect(failed.response == .text("The server could not answer this request", status: 500))
    #expect(server.warnings == ["POST /hooks/{tenant}/fills failed: BadFill()"])
  }

  @Test(arguments: ["status", "break", "cookie", "name", "gigabyte"])
  func `an answer that can't be sent is a failure that the log explains`(fault: String) throws {
    let server = try server()
    _ = try opened(server)
    let request = try server.request(.get, "/faults/\(fault)", user: "ada", claims: ["desk": "rates"])
    #expect(request.response?.status == 500)
    let reasons = [
      "status": "the status 99 is not one from 200 to 599",
      "break": "the header x-note has a line break or another control character",
      "cookie": "the header set-cookie is set by the server", "name": "\"x note\" is not a header's name",
      "gigabyte": "its body has 16777217 bytes, and may have 16777216",
    ]
    #expect(server.warnings == ["An answer to /faults/{fault} was not sent: \(reasons[fault]!)"])
  }

  @Test func `a handler that hangs is answered for, cancelled, and logged`() async throws {
    let server = try server()
    _ = try opened(server)
    let request = try server.request(.get, "/slow", user: "ada", claims: ["desk": "rates"])
    #expect(request.response == nil)
    try server.advance(by: .seconds(2))
    #expect(request.response == .text("There was no answer in time", status: 504))
    try await server.settled { exchange.cancelled == 1 }
    #expect(
      server.warnings == [
        """
        Fills has not answered GET /slow within 2000 ms, and its task is cancelled. If that is usual, give the endpoint a longer \
        timeLimit
        """
      ])
  }

  @Test func `a limited number of requests of a tenant are handled at once`() async throws {
    var limits = HubLimits()
    limits.requestsPerTenant = 2
    let server = try server(limits)
    _ = try opened(server)
    _ = try opened(server, "credit")
    func slow(_ desk: String) throws -> TestRequest {
      try server.request(.get, "/slow", user: "ada", claims: ["desk": desk])
    }
    let all = [try slow("rates"), try slow("rates"), try slow("rates"), try slow("credit")]
    #expect(all.map { $0.response?.status } == [nil, nil, 503, nil])
    #expect(
      server.warnings == ["A request was refused: 2 others of the tenant \"rates\" are still handled"])
    try server.advance(by: .seconds(2))
    try await server.settled { exchange.cancelled == 3 }
    #expect(try slow("rates").response == nil)
  }

  @Test func `one endpoint and one sender leave places for others`() throws {
    var limits = HubLimits()
    (limits.requestsPerTenant, limits.requestsPerEndpoint, limits.requestsPerUser) = (4, 3, 2)
    let server = try server(limits)
    _ = try opened(server)
    func slow(_ method: Endpoint.Method, _ path: String, _ user: String, _ key: String = "k") throws -> Int? {
      try server.request(method, path, headers: ["idempotency-key": key], user: user, claims: ["desk": "rates"])
        .response?.status
    }
    #expect(
      try [slow(.get, "/slow", "ada"), slow(.get, "/slow", "ada"), slow(.get, "/slow", "ada")] == [nil, nil, 503])
    #expect(try [slow(.get, "/slow", "bob"), slow(.get, "/slow", "eve")] == [nil, 503])
    #expect(try [slow(.post, "/slow-orders", "eve"), slow(.post, "/slow-orders", "eve", "l")] == [nil, 503])
    #expect(
      server.warnings == [
        "A request was refused: 2 others of the same sender of the tenant \"rates\" are still handled",
        "A request was refused: 3 others to the endpoint of the tenant \"rates\" are still handled",
        "A request was refused: 4 others of the tenant \"rates\" are still handled",
      ])
  }

  @Test func `an address without an endpoint, and another method, are refused`() throws {
    let server = try server()
    #expect(try server.request(.get, "/nothing").response?.status == 404)
    #expect(try server.request(.get, "/hooks/rates/fills").response?.status == 404)
    #expect(try server.request(.delete, "/hooks/rates/fills").response?.status == 405)
  }

  @Test func `a request of a tenant's object that has no respond is answered with 404, and logged`() throws {
    let server = try server()
    _ = try opened(server)
    #expect(try server.request(.get, "/mute", user: "ada", claims: ["desk": "rates"]).response?.status == 404)
    #expect(server.warnings == ["Mute has no respond(to:), so /mute was answered with 404"])
  }

  @Test func `a network may have a limited number of tenants loaded that don't exist`() throws {
    let server = try server()
    _ = try opened(server)
    func ask(_ desk: Tenant, from network: String?) throws -> Int? {
      let path = "/hooks/\(desk)/fills"
      let found = server.look { $0.endpoints.find("POST", path) }
      guard case .endpoint(let match)? = found else { return nil }
      let call = EndpointCall(
        match, Endpoint.Request(match, path: path, body: Array(#"{"id":"f","price":1}"#.utf8)), from: nil,
        at: PageAddress(host: "localhost", path: path), fingerprint: "", network: network)
      let status = Mutex<Int?>(nil)
      try server.step(
        (call, { (answer: Endpoint.Response) in status.withLock { $0 = answer.status } }), on: server.hub(of: desk)
      ) {
        $0.requests.answer($1.0, reply: $1.1)
      }
      return status.withLock { $0 }
    }
    for number in 1...10 { #expect(try ask(Tenant("made-up-\(number)")!, from: "203.0.113.7") == 404) }
    #expect(try ask("made-up-11", from: "203.0.113.7") == 503)
    #expect(try ask("rates", from: "203.0.113.7") == 200)
    #expect(try ask("made-up-11", from: "198.51.100.7") == 404)
    #expect(try ask("made-up-11", from: nil) == 404)
    try server.advance(by: .seconds(60))
    #expect(try ask("made-up-12", from: "203.0.113.7") == 404)
  }

  // MARK: Keys

  private func fill(
    _ server: TestServer, key: String?, _ body: String = #"{"id":"f1","price":7}"#, user: String? = nil
  ) throws -> TestRequest {
    try server.request(
      .post, "/keyed/rates/fills", headers: key.map { ["webhook-id": $0] } ?? [:], body: body, user: user,
      claims: user == nil ? [:] : ["desk": "rates"])
  }

  @Test func `a webhook that is said twice changes the state once, also after a restart`() throws {
    let server = try server()
    let window = try opened(server)
    let first = try fill(server, key: "k1")
    let second = try fill(server, key: "k1")
    try server.restart()
    let third = try fill(server, key: "k1")
    let other = try fill(server, key: "k2")
    #expect([first, second, third].map(\.response) == Array(repeating: .text("1 fills"), count: 3))
    #expect(other.response == .text("2 fills"))
    try window.reconnect()
    #expect(window.text[0] == "2 fills")
  }

  @Test func `a crash before the answer is saved leaves neither the change nor the key`() throws {
    let server = try server()
    let window = try opened(server)
    try window.tap("Fill")
    try server.pauseSaving()
    let lost = try fill(server, key: "k1")
    let repeated = try fill(server, key: "k1")
    #expect(window.text[0] == "2 fills")
    try server.restart()
    #expect([lost.response, repeated.response] == [nil, nil])
    #expect(try fill(server, key: "k1").response == .text("2 fills"))
    try window.reconnect()
    #expect(window.text[0] == "2 fills")
  }

  @Test func `a key belongs to one endpoint, one user and one body`() throws {
    let server = try server()
    _ = try opened(server)
    #expect(try fill(server, key: "k1").response == .text("1 fills"))
    #expect(try fill(server, key: "k1", user: "bob").response == .text("2 fills"))
    #expect(
      try fill(server, key: "k1", #"{"id":"f2","price":7}"#).response
        == .text("This key came with another request before", status: 422))
    #expect(try fill(server, key: nil).response?.status == 400)
    #expect(try fill(server, key: String(repeating: "k", count: 129)).response?.status == 400)
  }

  @Test func `the same key for another path is another request`() throws {
    let server = try server()
    _ = try opened(server)
    func delete(_ order: Int) throws -> TestRequest {
      try server.request(
        .delete, "/orders/\(order)", headers: ["idempotency-key": "k"], user: "ada", claims: ["desk": "rates"])
    }
    #expect(try delete(1).response == .text("deleted 1"))
    #expect(try delete(1).response == .text("deleted 1"))
    #expect(try delete(2).response == .text("This key came with another request before", status: 422))
  }

  @Test func `what is saved of a handler whose time was over is not done again`() async throws {
    let server = try server()
    let window = try opened(server)
    func slow() throws -> TestRequest {
      try server.request(
        .post, "/slow-orders", headers: ["idempotency-key": "k"], user: "ada", claims: ["desk": "rates"])
    }
    let first = try slow()
    #expect(window.text[0] == "1 fills")
    try server.advance(by: .seconds(2))
    #expect(first.response?.status == 504)
    try await server.settled { exchange.cancelled == 1 }
    #expect(try slow().response == Endpoint.Response(200))
    #expect(window.text[0] == "1 fills")
  }

  @Test func `a once that was cancelled is done when the request comes again`() async throws {
    let server = try server()
    _ = try opened(server)
    func order() throws -> TestRequest {
      try server.request(
        .post, "/slow-once", headers: ["idempotency-key": "k"], user: "ada", claims: ["desk": "rates"])
    }
    let first = try order()
    try server.advance(by: .seconds(2))
    #expect(first.response?.status == 504)
    try await server.settled { exchange.cancelled == 1 }
    #expect(try order().response == nil)
    #expect(exchange.orders.count == 2)
    #expect(Set(exchange.orders).count == 1)
  }

  @Test func `one user's keys leave room for those of others`() throws {
    var limits = HubLimits()
    limits.requestKeysOfUser = 1
    let server = try server(limits)
    _ = try opened(server)
    #expect(try fill(server, key: "k1", user: "bob").response == .text("1 fills"))
    #expect(try fill(server, key: "k1", user: "eve").response == .text("2 fills"))
    #expect(try fill(server, key: "k1").response == .text("3 fills"))
    #expect(try fill(server, key: "k2", user: "bob").response == .text("4 fills"))
    // Only the oldest of the one who has too many is forgotten.
    #expect(try fill(server, key: "k1", user: "eve").response == .text("2 fills"))
    #expect(try fill(server, key: "k1").response == .text("3 fills"))
    #expect(try fill(server, key: "k1", user: "bob").response == .text("5 fills"))
  }

  @Test func `a request is verified before its key is looked for`() throws {
    let server = try server()
    _ = try opened(server)
    #expect(try fill(server, key: "k1").response == .text("1 fills"))
    let forged = try server.request(
      .post, "/keyed/rates/fills", headers: ["webhook-id": "k1", "x-forged": "yes"], body: #"{"id":"f1","price":7}"#)
    #expect(forged.response == .text("The signature is wrong", status: 401))
    #expect(try fill(server, key: "k1").response == .text("1 fills"))
  }

  @Test func `a request whose client has left frees its place, if nothing is lost by it`() async throws {
    let server = try server()
    _ = try opened(server)
    func send(_ method: Endpoint.Method, _ path: String, key: String? = nil) throws -> TestRequest {
      try server.request(
        method, path, headers: key.map { ["idempotency-key": $0] } ?? [:], user: "ada", claims: ["desk": "rates"])
    }
    try send(.get, "/slow").disconnect()
    try await server.settled { exchange.cancelled == 1 }
    // An equal one waits for the answer of the first.
    let first = try send(.post, "/orders", key: "k")
    let second = try send(.post, "/orders", key: "k")
    try first.disconnect()
    exchange.answer()
    #expect(try await second.answered() == .text("order 1"))
    #expect(exchange.cancelled == 1)
    try send(.post, "/slow-once", key: "l").disconnect()
    try await server.settled { exchange.cancelled == 2 }
    #expect(server.warnings == [])
  }

  @Test func `a request of which something is saved goes on when its client leaves, and the next one gets its answer`()
    async throws
  {
    let server = try server()
    let window = try opened(server)
    func send() throws -> TestRequest {
      try server.request(
        .post, "/orders", headers: ["idempotency-key": "k"], body: "saved first", user: "ada",
        claims: ["desk": "rates"])
    }
    try send().disconnect()
    exchange.answer()
    #expect(try await send().answered() == .text("placed"))
    #expect(window.text[0] == "1 fills")
  }

  @Test func `a limited number of requests wait for their answers, with a limited size of bodies`() throws {
    var limits = HubLimits()
    limits.requestBytes = 100
    let server = try server(limits)
    _ = try opened(server)
    try server.pauseSaving()
    let body = #"{"id":"f1","price":7}"#
    let requests = try (1...5).map { _ in try server.request(.post, "/hooks/rates/fills", body: body) }
    #expect(requests.map { $0.response?.status } == [nil, nil, nil, nil, 503])
    try server.resumeSaving()
    #expect(requests.prefix(4).allSatisfy { $0.response?.status == 200 })
    #expect(try server.request(.post, "/hooks/rates/fills", body: body).response?.status == 200)
  }

  @Test(arguments: [("s3cret", true), ("s3creT", false), ("s3cret2", false), ("", false), (nil, false)])
  func `a header field is compared with a secret`(_ sent: String?, _ isRight: Bool) throws {
    let found = try server().look { $0.endpoints.find("POST", "/hooks/rates/fills") }
    guard case .endpoint(let match)? = found else {
      Issue.record("There is no such endpoint")
      return
    }
    let headers = sent.map { [("x-secret", $0)] } ?? []
    let request = Endpoint.Request(match, path: "/hooks/rates/fills", headers: headers)
    #expect(request.header("X-Secret", matches: "s3cret") == isRight)
    #expect(!request.header("x-secret", matches: ""))
  }

  @Test func `the name of a header that was written last is the one that counts`() throws {
    var response = Endpoint.Response.text("{}")
    response.headers["Content-Type"] = "application/problem+json"
    #expect(response.headers == ["content-type": "application/problem+json"])
  }

  @Test func `an error forgets the key, so that the sender can try again`() throws {
    let server = try server()
    let window = try opened(server)
    #expect(try fill(server, key: "k1", #"{"id":"bad","price":7}"#).response?.status == 500)
    #expect(try fill(server, key: "k2", #"{"id":"","price":7}"#).response?.status == 422)
    #expect(try fill(server, key: "k1").response == .text("1 fills"))
    #expect(try fill(server, key: "k2").response == .text("2 fills"))
    #expect(window.text[0] == "2 fills")
  }

  @Test func `requests that come while an equal one is handled wait for its answer`() async throws {
    var limits = HubLimits()
    limits.repeatedRequests = 2
    let server = try server(limits)
    _ = try opened(server)
    func order() throws -> TestRequest {
      try server.request(
        .post, "/orders", headers: ["idempotency-key": "o1"], user: "ada", claims: ["desk": "rates"])
    }
    let requests = [try order(), try order(), try order(), try order()]
    #expect(requests.map { $0.response?.status } == [nil, nil, nil, 503])
    exchange.answer()
    for request in requests.prefix(3) { #expect(try await request.answered() == .text("order 1")) }
    #expect(exchange.orders.count == 1)
  }

  @Test func `once has the same key after a crash`() async throws {
    let server = try server()
    let window = try opened(server)
    try window.tap("Fill")
    func order() throws -> TestRequest {
      try server.request(
        .post, "/orders", headers: ["idempotency-key": "o1"], user: "ada", claims: ["desk": "rates"])
    }
    _ = try order()
    try server.restart()
    let again = try order()
    exchange.answer()
    #expect(try await again.answered() == .text("order 2"))
    #expect(exchange.orders.count == 2)
    #expect(Set(exchange.orders).count == 1)
  }

  @Test func `keys are forgotten after their time, and a tenant has a limited number of them`() throws {
    var limits = HubLimits()
    limits.requestKeys = 2
    let server = try server(limits)
    _ = try opened(server)
    #expect(try fill(server, key: "k1").response == .text("1 fills"))
    #expect(try fill(server, key: "k2").response == .text("2 fills"))
    #expect(try fill(server, key: "k3").response == .text("3 fills"))
    #expect(
      server.warnings == [
        """
        The oldest keys of requests are forgotten before their time: the tenant "rates" remembers 1, of network  to \
        /keyed/{tenant}/fills 1. If that is usual, keep them for a shorter time: idempotencyKey(keptFor:)
        """
      ])
    #expect(try fill(server, key: "k2").response == .text("2 fills"))
    try server.advance(by: .seconds(3601))
    #expect(try fill(server, key: "k1").response == .text("4 fills"))
    #expect(try fill(server, key: "k3").response == .text("5 fills"))
  }

  @Test func `keys don't wake a tenant, and are none of its messages`() throws {
    let server = try server()
    let window = try opened(server)
    #expect(try fill(server, key: "k1").response == .text("1 fills"))
    try window.disconnect()
    try server.advance(by: .seconds(7200))
    #expect(server.look(in: "rates") { $0.sleep("rates") })
    try server.advance(by: .seconds(24 * 3600))
    #expect(server.look(in: "rates") { $0.environment(of: "rates") == nil })
    #expect(server.warnings == [])
  }

  @Test func `an object whose requests have crashed the process three times is not asked any more`() throws {
    let journal = ScriptedJournal()
    let server = try server(journal: journal)
    let window = try opened(server)
    func fill() throws -> Int? {
      try server.request(.post, "/hooks/rates/fills", body: #"{"id":"f1","price":7}"#).response?.status
    }
    #expect(try fill() == 200)
    let turn = try #require(journal.take().last { $0.kind == .request })
    #expect("\(turn)" == "answering the request POST /hooks/{tenant}/fills to Fills")
    for _ in 1...3 { journal.died(in: turn) }
    try server.restart()
    #expect(try fill() == 503)
    try window.reconnect()
    try window.tap("Fill")
    #expect(window.text[0] == "2 fills")
    server.look(in: "rates") { hub in
      #expect(hub.quarantine.parked.map(\.subject) == [.requests("rates", to: "Fills")])
      hub.quarantine.forget(.requests("rates", to: "Fills"))
    }
    #expect(try fill() == 200)
  }

  // MARK: At the start

  @Test(arguments: [
    ("orders", "a pattern begins with a slash"),
    ("/orders/", "\"\" is no component: write text without braces, or a name in braces, such as {order}"),
    ("/a{b}", "\"a{b}\" is no component: write text without braces, or a name in braces, such as {order}"),
    ("/{tenant}/{order}", "at least one component must be fixed"),
    ("/a/{b}/{b}", "two of its components have the same name"),
    ("/admin/orders", "addresses below /admin are the server's own: begin with another component"),
    ("/" + String(repeating: "a/", count: 16) + "a", "a pattern has at most 16 components"),
    ("/windows", "the window \"windows\" is at this address: give one of them another"),
  ])
  func `a pattern that can't be used says why`(pattern: String, reason: String) {
    #expect(throws: EndpointError(Endpoint(.get, pattern, Fills.self), reason)) {
      try TestServer(app: OneEndpointApp(pattern))
    }
  }

  @Test func `a tenancy that finds no tenant, and two endpoints for the same requests, are refused`() {
    func table(_ endpoints: Endpoint..., tenancy: Tenancy = .claim("desk")) throws -> EndpointTable {
      try EndpointTable(endpoints, tenancy: tenancy)
    }
    let (one, tenant) = (Endpoint(.get, "/a/{b}", Fills.self), Endpoint(.get, "/a/{tenant}", Fills.self))
    #expect(throws: EndpointError(one, "no tenant answers it: add .tenancy(.single), or another tenancy")) {
      try table(one, tenancy: .everywhere)
    }
    #expect(
      throws: EndpointError(one, "its tenancy is .path: write {tenant} for the component that names the tenant")
    ) { try table(one, tenancy: .path { user, _ in user }) }
    #expect(
      throws: EndpointError(
        tenant, "all users share one tenant: give {tenant} another name, or the app a tenancy that has several")
    ) { try table(tenant, tenancy: .single) }
    #expect(throws: EndpointError(tenant, "another endpoint answers the same requests: remove one")) {
      try table(one, tenant)
    }
  }

  @Test func `where several patterns fit, the one with the earlier fixed component is taken`() throws {
    let table = try EndpointTable(
      ["/{x}/b/{y}", "/a/{x}/{y}", "/a/b/{y}", "/a/{x}/c"].map { Endpoint(.get, $0, Fills.self) }, tenancy: .perUser)
    let found = ["/a/b/c", "/a/x/c", "/a/x/y", "/x/b/y", "/x/y/z", "/a//c", "/client/b/c"].map { path -> String? in
      guard case .endpoint(let match)? = table.find("GET", path) else { return nil }
      return match.endpoint.pattern
    }
    #expect(found == ["/a/b/{y}", "/a/{x}/c", "/a/{x}/{y}", "/{x}/b/{y}", nil, nil, nil])
  }

  @Test(arguments: [
    ("a.csv", #"attachment; filename="a.csv"; filename*=UTF-8''a.csv"#),
    ("../../etc/pass\nwd", #"attachment; filename="passwd"; filename*=UTF-8''passwd"#),
    (#"C:\x"y%.csv"#, #"attachment; filename="x_y_.csv"; filename*=UTF-8''x%22y%25.csv"#),
    ("Aufträge.csv", #"attachment; filename="Auftr_ge.csv"; filename*=UTF-8''Auftr%C3%A4ge.csv"#),
  ])
  func `a suggested file name has no folder and no line break`(name: String, header: String) {
    #expect(Endpoint.Response(200).attachment(named: name).headers == ["content-disposition": header])
  }

  @Test func `fields of a table are quoted where they must be`() {
    let rows = [["a", "b c", "d,e"], ["f\"g", "h\r\ni", ""]]
    #expect(Endpoint.Response.csv(rows).body == Array("a,b c,\"d,e\"\r\n\"f\"\"g\",\"h\r\ni\",\r\n".utf8))
  }
}

private struct BadFill: Error {}

private struct Fill: Codable, Sendable, Identifiable {
  let id: String
  let price: Int
}

/// Another system, whose answers the test gives.
final class Exchange: Sendable {
  private struct State {
    var orders: [String] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var cancelled = 0
    var started: [String] = []
  }

  private let state = Mutex(State())

  var orders: [String] { state.withLock { $0.orders } }
  var cancelled: Int { state.withLock { $0.cancelled } }
  var started: [String] { state.withLock { $0.started } }

  func noteStart(of tenant: String) { state.withLock { $0.started.append(tenant) } }
  func note(_ order: String) { state.withLock { $0.orders.append(order) } }
  func noteCancelled() { state.withLock { $0.cancelled += 1 } }

  func place(_ key: String) async {
    await withCheckedContinuation { waiting in
      state.withLock {
        $0.orders.append(key)
        $0.waiting.append(waiting)
      }
    }
  }

  func answer() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}

@SavedState private final class Fills {
  let all = Rows<Fill>()
  var orders = 0
  @Environment(Exchange.self) var exchange
  @Environment(\.tenant) var tenant

  func start() { exchange.noteStart(of: tenant.id) }

  func verify(_ request: Endpoint.Request) throws {
    if request.header("x-forged") != nil { throw Endpoint.Response.text("The signature is wrong", status: 401) }
  }

  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    switch request.pattern {
    case "/hooks/{tenant}/fills", "/keyed/{tenant}/fills", "/first/{tenant}/fills": return try fill(request.decode())
    case "/fills.csv":
      return .csv([["id", "price"]] + all.map { [$0.id, "\($0.price)"] }).attachment(named: "fills.csv")
    case "/orders" where request.text == "stream":
      _ = try fill(Fill(id: "streamed", price: 1))
      return .stream(type: "text/csv", status: 201) { try await $0.write("1,2\r\n") }
    case "/orders" where request.text == "saved first":
      _ = try fill(Fill(id: "saved", price: 1))
      await exchange.place("saved")
      try Task.checkCancellation()
      return .text("placed")
    case "/orders":
      try await once { key in await self.exchange.place(key) }
      orders += 1
      return .text("order \(all.count + orders)")
    case "/slow":
      do { try await Task.sleep(for: .seconds(3600)) } catch { exchange.noteCancelled() }
      return .text("late")
    case "/slow-once":
      try await once { key in
        self.exchange.note(key)
        do { try await Task.sleep(for: .seconds(3600)) } catch {
          self.exchange.noteCancelled()
          throw error
        }
      }
      return .text("late")
    case "/slow-orders":
      _ = try fill(Fill(id: "slow", price: 1))
      do { try await Task.sleep(for: .seconds(3600)) } catch {
        exchange.noteCancelled()
        throw error
      }
      return .text("late")
    case "/orders/{order}": return .text("deleted \(request["order"] ?? "")")
    case "/faults/{fault}": return fault(request["fault"])
    case "/desks/{tenant}/fills":
      for fill in all { all.remove(id: fill.id) }
      return Endpoint.Response()
    default:
      let day = request.queryItem("day") ?? "", kind = request.header("x-kind") ?? ""
      return .text(
        """
        \(request.method.rawValue) \(request.pattern) \(request.tenant) \(request["note"] ?? "") day=\(day) kind=\(kind) \
        body=\(request.text) user=\(request.user?.id ?? "") from \(request.remoteAddress)
        """)
    }
  }

  private func fill(_ fill: Fill) throws -> Endpoint.Response {
    guard !fill.id.isEmpty else { throw Endpoint.Response.text("An id is missing", status: 422) }
    guard fill.id != "bad" else { throw BadFill() }
    all[id: "\(fill.id)-\(all.count)"] = Fill(id: "\(fill.id)-\(all.count)", price: fill.price)
    return .text("\(all.count) fills")
  }

  private func fault(_ kind: String?) -> Endpoint.Response {
    switch kind {
    case "stream": return .stream(type: "text/csv") { try await $0.write(row: ["1", "2"]) }
    case "broken-stream":
      return .stream(type: "text/csv") { body in
        try await body.write("half")
        throw BadFill()
      }
    case "mixed-stream":
      var answer = Endpoint.Response.stream(type: "text/csv") { try await $0.write("a") }
      answer.body = [1]
      return answer
    case "status": return Endpoint.Response(99)
    case "break": return Endpoint.Response(200, headers: ["x-note": "a\r\nset-cookie: b"])
    case "cookie": return Endpoint.Response(200, headers: ["Set-Cookie": "a=b"])
    case "name": return Endpoint.Response(200, headers: ["x note": "a"])
    default: return Endpoint.Response(200, body: Array(repeating: 65, count: 16 << 20 + 1))
    }
  }
}

@SavedState private final class Mute {
  var count = 0
}

@NavigationModel private final class FillsModel {
  @Environment(Fills.self) var fills

  var body: some View {
    Text("\(fills.all.count) fills")
    Button("Fill") { self.fills.all.append(Fill(id: "own", price: 1)) }
  }
}

extension EndpointTests {
  @Test func `a stream is read to its end, and one that throws is cut off`() async throws {
    let server = try server()
    _ = try opened(server)
    let whole = try server.request(.get, "/faults/stream", user: "ada", claims: ["desk": "rates"])
    #expect(try await whole.answered().body == Array("1,2\r\n".utf8))
    #expect(!whole.isCutOff)
    let broken = try server.request(.get, "/faults/broken-stream", user: "ada", claims: ["desk": "rates"])
    _ = try await broken.answered()
    #expect(broken.isCutOff)
    let mixed = try server.request(.get, "/faults/mixed-stream", user: "ada", claims: ["desk": "rates"])
    #expect(try await mixed.answered().status == 500)
    #expect(server.look { $0.files.counts.downloads } == 0)
  }

  @Test func `without room for its stream a request that has changed something is not repeated`() async throws {
    var limits = HubLimits()
    limits.downloads.all = 0
    let server = try server(limits)
    let window = try opened(server)
    func order() throws -> TestRequest {
      try server.request(
        .post, "/orders", headers: ["idempotency-key": "k1"], body: "stream", user: "ada", claims: ["desk": "rates"])
    }
    let answers = [try await order().answered(), try await order().answered()]
    #expect(answers.map(\.status) == [201, 201])
    #expect(window.text[0] == "1 fills")
    let read = try server.request(.get, "/faults/stream", user: "ada", claims: ["desk": "rates"])
    #expect(try await read.answered().status == 503)
  }

  @Test func `the tenant that all users share answers before its first visitor`() throws {
    let server = try TestServer(app: HealthApp())
    #expect(try server.request(.get, "/healthz").response == .text("ok"))
  }
}

/// An app of many tenants whose health is that of the one that all share.
private struct HealthApp: WindowApp {
  var tenancy: Tenancy { .claim("desk") }
  var body: some Scene { WindowGroup("Main", id: "main") { HealthModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Health()] }
  var endpoints: [Endpoint] { [Endpoint(.get, "/healthz", Health.self).tenancy(.single).opensToAnyone()] }
}

@SavedState
private final class Health {
  var state = ""
  init() {}
  func start() { state = "ok" }
  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response { .text(state) }
}

@NavigationModel
private final class HealthModel {
  init() {}
  var body: some View { Text("Main") }
}

private struct FillsApp: WindowApp {
  var tenancy: Tenancy = .single
  var exchange = Exchange()

  init() {}
  init(tenancy: Tenancy, exchange: Exchange) { (self.tenancy, self.exchange) = (tenancy, exchange) }

  var body: some Scene { WindowGroup("Fills") { FillsModel() } }

  func prepare() async throws -> Services { [exchange] }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant.id == "unknown" { throw UnknownTenant() }
    return [Fills(), Mute()]
  }

  var endpoints: [Endpoint] {
    let all = [
      Endpoint(.post, "/hooks/{tenant}/fills", Fills.self).opensToAnyone(),
      Endpoint(.post, "/first/{tenant}/fills", Fills.self).opensToAnyone().createsTenant(),
      Endpoint(.put, "/hooks/{tenant}/notes/{note}", Fills.self).opensToAnyone(),
      Endpoint(.post, "/keyed/{tenant}/fills", Fills.self).opensToAnyone()
        .idempotencyKey(keptFor: .seconds(3600)) { $0.header("webhook-id") },
      Endpoint(.delete, "/desks/{tenant}/fills", Fills.self).requiresRole("trader"),
    ]
    if tenancy.isPath { return all }
    return all + [
      Endpoint(.get, "/fills.csv", Fills.self),
      Endpoint(.post, "/orders", Fills.self).idempotencyKey { $0.header("idempotency-key") },
      Endpoint(.get, "/slow", Fills.self).timeLimit(.seconds(2)),
      Endpoint(.post, "/slow-orders", Fills.self).timeLimit(.seconds(2))
        .idempotencyKey { $0.header("idempotency-key") },
      Endpoint(.post, "/slow-once", Fills.self).timeLimit(.seconds(2))
        .idempotencyKey { $0.header("idempotency-key") },
      Endpoint(.delete, "/orders/{order}", Fills.self).idempotencyKey { $0.header("idempotency-key") },
      Endpoint(.get, "/faults/{fault}", Fills.self),
      Endpoint(.get, "/mute", Mute.self),
    ]
  }
}

private struct OneEndpointApp: WindowApp {
  var pattern = ""
  var tenancy: Tenancy { .claim("desk") }

  init() {}
  init(_ pattern: String) { self.pattern = pattern }

  var body: some Scene { WindowGroup("Windows", id: "windows") { FillsModel() } }
  var endpoints: [Endpoint] { [Endpoint(.get, pattern, Fills.self)] }
}
