import OrielTesting
import Testing

@testable import Gallery

@Suite("The catalogue")
struct CatalogueTests {
  private static let exhibits = Room.all.flatMap(\.exhibits).map(\.id)

  @Test func `every exhibit has a name of its own`() {
    #expect(Set(Self.exhibits).count == Self.exhibits.count)
  }

  @Test(arguments: exhibits)
  func `an exhibit is reached by its address, and says so`(_ id: String) throws {
    let window = try TestWindow(exhibit: id)
    #expect(window.url.contains("/\(id)"))
    #expect(window.screenTitle?.isEmpty == false)
    #expect(window.server.warnings == [])
    let own = try window.server.open(scene: "exhibit", value: id)
    #expect(own.screenTitle == window.screenTitle)
    #expect(window.server.warnings == [])
  }

  @Test(arguments: exhibits)
  func `an exhibit outlives a reload, a cut and a restart (DX3)`(_ id: String) throws {
    let window = try TestWindow(exhibit: id)
    let (title, url) = (window.screenTitle, window.url)
    try window.reload()
    #expect((window.screenTitle, window.url) == (title, url))
    try window.disconnect()
    try window.reconnect()
    #expect((window.screenTitle, window.url) == (title, url))
    try window.restart()
    #expect((window.screenTitle, window.url) == (title, url))
    #expect(window.server.warnings == [])
  }

  @Test(arguments: Room.all.flatMap(\.exhibits).filter { $0.address != nil }.map(\.id))
  func `an exhibit with windows of its own says what to try in them, and shows its code`(_ id: String) throws {
    let exhibit = try #require(Exhibit.named(id))
    let window = try TestWindow(exhibit: id)
    #expect(window.reads(exhibit.summary, exhibit.why, "Try this"))
    #expect(exhibit.steps.count > 1)
    for (number, step) in exhibit.steps.enumerated() { #expect(window.reads("\(number + 1). \(step)")) }
    #expect(window.element("code")?["properties"]?["name"] == .string(exhibit.code))
    #expect(window.element("code")?["properties"]?["text"]?.stringValue?.isEmpty == false)
  }

  @Test func `what is to be pressed is there to be pressed`() {
    let code = embeddedFiles.map(\.text.description).joined()
    let named = Room.all.flatMap(\.exhibits).flatMap(\.steps).flatMap { $0.matches(of: /“([^”]+)”/).map(\.output.1) }
    #expect(named.count > 20)
    for name in named { #expect(code.contains("\"\(name)\"")) }
  }

  @Test func `an exhibit that is not there is not shown`() throws {
    let window = try TestWindow(exhibit: "attic")
    #expect(window.url == "/home")
  }

  @Test func `the catalogue finds what is searched for, and each has an about sheet (DC1)`() throws {
    let window = try TestWindow(app: GalleryApp(), url: "/home/catalogue")
    for room in Room.all { #expect(window.reads(room.title)) }
    try window.type("wi-fi password", into: "search")
    #expect(window.text.filter { $0 == "Guest Wi-Fi" } == ["Guest Wi-Fi"])
    #expect(!window.reads("Focus"))
    try window.tap("About “Guest Wi-Fi”")
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Guest Wi-Fi")
    try window.tap("done")
    #expect(window.layers == [])
    try window.type("dodo", into: "search")
    #expect(window.reads("Nothing here is called “dodo”."))
  }
}
