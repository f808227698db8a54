import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

@Suite("Files of windows that are gone")
struct FormerFileTests {
  @Test func `files that a process had no time to delete are deleted after the next start`() throws {
    let window = try TestWindow(FileDrawerModel())
    let server = window.server
    try window.choose(files: [TestFile("a.txt", contents: "kept")], in: "Put in")
    server.look { [files = server.files] _ in
      let writer = files.begin("f-1", in: "w-gone", size: 0)
      writer.finish { _ in }
    }
    #expect(server.files.all.count == 2)
    try server.restart()
    try server.step { $0.deleteFormerFiles() }
    #expect(server.files.all.map { $0.prefix(while: { $0 != "/" }) } == [Substring(window.id.rawValue)])
  }

  @Test func `a window that a crash brings back has its files`() throws {
    let store = TestStore()
    let server = try TestServer(app: DrawerApp(), store: store)
    let window = try server.open()
    try window.choose(files: [TestFile("a.txt", contents: "kept")], in: "Put in")
    let files = server.files.all
    #expect(files.count == 1)
    store.holdCommits()
    #expect(try server.step { hub in hub.dismiss(window.id, .unused) })
    #expect(server.files.all == files)
    try server.restart()
    try window.reconnect()
    #expect(server.files.all == files)
    #expect(try server.step { hub in hub.dismiss(window.id, .unused) })
    #expect(server.files.all == [])
  }

  @Test(arguments: [("w-7Qz_", "w-7Qz_"), ("../../é", "%2E.%2F..%2F%C3%A9"), (".", "%2E"), ("%", "%25")])
  func `a window's folder has its id, whatever that is`(id: String, folder: String) {
    #expect(WindowID(id).folder == folder)
    #expect(WindowID(folder: folder) == WindowID(id))
  }

  @Test func `the number of files under way, or waiting for their handler, is limited`() throws {
    var limits = HubLimits()
    limits.uploads.perUser = 2
    limits.waitingFiles = 1
    limits.uploadBytes = 5
    let server = try TestServer(app: DrawerApp(), store: TestStore(), limits: limits)
    let window = try server.open()
    let field = try #require(window.document["models"]?["m1"]?["body"]?[0])
    #expect(field["maxBytes"] == 5)
    let ticket = try #require(field["ticket"]?.stringValue)
    let file = FileDescription(name: "a", type: "text/plain", size: 1)
    try server.step { hub in
      let first = try hub.receiveFile(file, ticket: ticket, from: User(id: "user"))
      _ = try hub.receiveFile(file, ticket: ticket, from: User(id: "user"))
      #expect(throws: UploadRefusal.tooMany) { try hub.receiveFile(file, ticket: ticket, from: User(id: "user")) }
      first.cancel()
      let third = try hub.receiveFile(file, ticket: ticket, from: User(id: "user"))
      third.finish { #expect($0 == nil) }
      #expect(throws: UploadRefusal.tooMany) { try hub.receiveFile(file, ticket: ticket, from: User(id: "user")) }
      // Its page has never heard of it.
      third.cancel()
      _ = try hub.receiveFile(file, ticket: ticket, from: User(id: "user"))
    }
    #expect(server.files.all == [])
  }

  @Test(arguments: [1, 2])
  func `files under way are counted in all tenants`(hubs: Int) throws {
    var limits = HubLimits()
    limits.uploads.perUser = 2
    let server = try TestServer(
      app: DrawerApp(tenancy: .path { user, _ in user }), hubs: hubs, store: TestStore(), limits: limits)
    let windows = try ["a", "b", "c"].map { ($0, try server.open(url: "/\($0)")) }
    let file = FileDescription(name: "a", type: "text/plain", size: 1)
    func send(from place: Int) throws -> IncomingFile {
      let (name, window) = windows[place]
      let field = try #require(window.document["models"]?["m1"]?["body"]?[0])
      let ticket = try #require(field["ticket"]?.stringValue)
      return try server.step(in: try #require(Tenant(name))) { hub in
        try hub.receiveFile(file, ticket: ticket, from: User(id: "user"))
      }
    }
    let first = try send(from: 0)
    _ = try send(from: 1)
    #expect(throws: UploadRefusal.tooMany) { try send(from: 2) }
    first.cancel()
    _ = try send(from: 2)
  }
}

private struct DrawerApp: WindowApp {
  var tenancy = Tenancy.single

  init() {}
  init(tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene { WindowGroup("Drawer") { FileDrawerModel() } }
}

@NavigationModel
final class FileDrawerModel {
  var files: [UploadedFile] = []

  var body: some View {
    FileField("Put in", allowsMultiple: true) { self.files += $0 }
  }
}
