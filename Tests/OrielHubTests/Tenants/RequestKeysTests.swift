import Oriel
import Testing

@testable import OrielHub

struct RequestKeysTests {
  private var keys = RequestKeys()

  private func holder(_ network: String, _ endpoint: String = "POST /a") -> RequestHolder {
    RequestHolder(nil, from: network, to: endpoint)
  }

  /// Adds a key that has been answered.
  private mutating func add(_ id: String, _ holder: RequestHolder, isHandled: Bool = false) {
    var entry = RequestKeys.Entry(of: holder, fingerprint: "", expires: 1)
    if !isHandled { _ = entry.end(Endpoint.Response(204)) }
    keys.add(entry, id: id)
  }

  @Test mutating func `a full table forgets the oldest of those who have most`() {
    for number in 0..<60 { add("a\(number)", holder("192.0.2.1")) }
    for number in 0..<30 { add("b\(number)", holder("192.0.2.2")) }
    for number in 0..<10 { add("c\(number)", holder("192.0.2.3")) }
    for number in 0..<200 {
      let forgotten = keys.makeRoom(for: holder("192.0.2.1", "POST /b"), limit: 100, ofHolder: 1000)
      #expect(forgotten?.count == 1)
      #expect(forgotten?.allSatisfy { !$0.hasPrefix("c") } == true)
      add("d\(number)", holder("192.0.2.1", "POST /b"))
    }
    #expect(keys.count == 100)
    #expect((0..<10).allSatisfy { keys["c\($0)"] != nil })
    #expect(keys["a0"] == nil && keys["a59"] != nil && keys["b29"] != nil && keys["d199"] != nil)
    let counts = [holder("192.0.2.1"), holder("192.0.2.2"), holder("192.0.2.1", "POST /b")].map { keys.count(of: $0) }
    #expect(counts.allSatisfy { 29...31 ~= $0 })
  }

  @Test mutating func `many who have one each make room for another`() {
    for number in 0..<100 { add("\(number)", holder("192.0.2.\(number)")) }
    let forgotten = keys.makeRoom(for: holder("198.51.100.1"), limit: 100, ofHolder: 10)
    #expect(forgotten?.count == 1)
    #expect(keys.count == 99)
  }

  @Test mutating func `keys of requests that are handled are not forgotten`() {
    for number in 0..<5 { add("\(number)", holder("192.0.2.1"), isHandled: number != 3) }
    #expect(keys.makeRoom(for: holder("192.0.2.1"), limit: 5, ofHolder: 5) == ["3"])
    add("5", holder("192.0.2.1"), isHandled: true)
    #expect(keys.makeRoom(for: holder("192.0.2.1"), limit: 10, ofHolder: 5) == nil)
    #expect(keys.makeRoom(for: holder("192.0.2.2"), limit: 5, ofHolder: 5) == nil)
    #expect(keys.count == 5)
  }

  @Test mutating func `a key that is forgotten and comes again is a new one`() {
    add("1", holder("192.0.2.1"))
    keys["1"] = nil
    for number in 2..<200 {
      add("\(number)", holder("192.0.2.1"))
      keys["\(number)"] = nil
    }
    add("200", holder("192.0.2.1"))
    add("1", holder("192.0.2.1"))
    #expect(keys.makeRoom(for: holder("192.0.2.1"), limit: 2, ofHolder: 10) == ["200"])
  }

  @Test func `an anonymous user is counted by the network, and any other by name`() {
    let anonymous = User(id: "u-1")
    #expect(RequestHolder(anonymous, from: "192.0.2.1", to: "GET /a") == holder("192.0.2.1", "GET /a"))
    #expect(
      RequestHolder(User(id: "ann"), from: "192.0.2.1", to: "GET /a")
        == RequestHolder(User(id: "ann"), from: "192.0.2.2", to: "GET /a"))
  }
}
