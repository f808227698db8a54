import Oriel
import OrielTesting
import Testing

@testable import Gallery

@Suite("The rooms of the demo")
struct RoomTests {
  let server: TestServer
  init() throws { server = try TestServer(app: GalleryApp()) }

  @Test func `visitors of a room share its count and its apps, and those of another don't`() throws {
    let ann = try server.open(user: "ann", url: "/live?room=a")
    let bob = try server.open(user: "bob", url: "/live?room=a")
    let other = try server.open(user: "eve", url: "/live?room=b")
    try ann.tap("add")
    #expect([ann, bob, other].map { $0.element("count")?["text"] } == ["1", "1", "0"])
    let desk = try server.open(user: "ann", url: "/dispatch/incident/4100?room=a")
    let supervisor = try server.open(user: "bob", url: "/dispatch-supervisor?room=a")
    try desk.type("Two people on the ro", into: "note")
    #expect(supervisor.reads("Desk 1", "4100 · Kitchen fire", "✎ “Two people on the ro”"))
    try server.advance(by: .seconds(2))
    try supervisor.table("Incidents").select("4105")
    #expect(desk.screenTitle == "4105 · Smell of gas")
    #expect(desk.url == "/dispatch/incident/4105?room=a")
    #expect(try server.open(user: "eve", url: "/dispatch-supervisor?room=b").reads("Nobody is at a desk."))
    #expect(server.warnings == [])
  }

  @Test func `an app's link to the first page leads away from its window`() throws {
    let desk = try server.open(user: "ann", url: "/dispatch?room=a")
    let nothing = TestOutcome.rejected(.notExecutable, "There is nothing at this address")
    for address in ["/?room=a", "/", "/windows?room=a"] { #expect(try desk.openURL(address) == nothing) }
    #expect(try desk.openURL("/dispatch?room=a") == .nothing)
  }

  @Test func `a visitor closes no other visitor's window`() throws {
    let other = try server.open(user: "ann", scene: "dispatch")
    let own = try server.open(user: "bob", scene: "dispatch")
    let supervisor = try server.open(user: "bob", scene: "dispatch-supervisor")
    #expect(supervisor.reads("Desk 1", "Desk 2"))
    #expect(throws: TestError.self) { try supervisor.tap("Close the window of Desk 1") }
    try supervisor.tap("Close the window of Desk 2")
    #expect(!own.isAttached && other.isAttached)
    #expect(supervisor.reads("Desk 1") && !supervisor.reads("Desk 2"))
  }

  @Test func `in a full room the oldest seats are given away`() throws {
    let windows = try (0..<3).map { try server.open(user: "user \($0)", scene: "dispatch") }
    let operations = try windows[0].find(DispatchBoardModel.self).operations
    #expect(windows.map(\.screenTitle) == ["Dispatch · Desk 1", "Dispatch · Desk 2", "Dispatch · Desk 3"])
    for number in 3..<65 { _ = try server.open(user: "user \(number)", scene: "dispatch") }
    #expect(operations.seats.count == 60)
    #expect(windows.map(\.screenTitle) == ["Dispatch", "Dispatch", "Dispatch"])
  }

  @Test func `an address is shown as a code only if it may be a page's`() throws {
    let page = try TestWindow(app: GalleryApp(), url: "/?room=a")
    func code(of origin: String) throws -> Bool {
      try page.event("custom:here", of: "invitation", value: .string(origin))
      return page.element("invitation")?["properties"]?["address"] == .string("\(origin)/?room=a")
        && page.element("invitation")?["properties"]?["code"]?["size"] != nil
    }
    for origin in ["https://demo.example.com", "http://192.0.2.2:8080", "http://[2001:db8::1]:8080"] {
      #expect(try code(of: origin))
    }
    let last = page.element("invitation")
    let long = "https://" + String(repeating: "a", count: 200)
    for origin in ["javascript:alert(1)", "https://a/b", "https://a b", "", long] { #expect(try !code(of: origin)) }
    #expect(page.element("invitation") == last)
    #expect(QRCode("") == nil && QRCode(long) == nil)
  }
}
