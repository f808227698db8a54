import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Uploads with which a page goes on after a cut connection.
struct ResumableUploadTests {
  private let key = "a-key-that-no-one-guesses"
  private let user = User(id: "user")
  private let window: TestWindow
  private let ticket: String

  init() throws { try self.init(HubLimits()) }

  private init(_ limits: HubLimits) throws {
    window = try TestServer(app: OneDrawerApp(), store: TestStore(), limits: limits).open(user: "user")
    let field = try #require(window.document["models"]?["m1"]?["body"]?[0])
    ticket = try #require(field["ticket"]?.stringValue)
  }

  private final class Request {}

  /// A file of four bytes of which the first two have come, and its request has been cut off.
  private func cutOff() throws {
    try window.server.step((ticket, key, user)) { hub, sent in
      let description = FileDescription(name: "a.txt", type: "text/plain", size: 4)
      let file = try hub.receiveFile(description, ticket: sent.0, key: sent.1, from: sent.2)
      let request = Request()
      file.begin(by: request)
      [UInt8]("ab".utf8).withUnsafeBytes { bytes in file.receive(bytes) { #expect($0 == nil) } }
      file.pause()
    }
  }

  /// Goes on with it, and is cut off again after these bytes.
  private func comeBack(with more: String) throws {
    try window.server.step((ticket, key, user)) { hub, sent in
      let file = try hub.continueFile(ticket: sent.0, key: sent.1, from: sent.2, at: 2, rest: 2)
      let request = Request()
      file.begin(by: request)
      if !more.isEmpty { [UInt8](more.utf8).withUnsafeBytes { bytes in file.receive(bytes) { #expect($0 == nil) } } }
      file.pause()
    }
  }

  /// The number of its bytes that the server has; `nil` if it has nothing of it.
  private var count: Int? {
    window.server.look((ticket, key, user)) { hub, asked in
      (try? hub.knownFile(ticket: asked.0, key: asked.1, from: asked.2))?.count
    }
  }

  private var uploads: Int { window.server.look { $0.files.count } }

  @Test func `it waits for its page for a minute, and takes a place meanwhile`() throws {
    try cutOff()
    try window.advance(by: .seconds(59))
    #expect((count, uploads) == (2, 1))
    try window.advance(by: .seconds(2))
    #expect((count, uploads) == (nil, 0))
    #expect(window.server.files.all == [])
  }

  @Test func `what has arrived is not sent again`() throws {
    try cutOff()
    try window.server.step((ticket, key, user)) { hub, sent in
      let file = try hub.continueFile(ticket: sent.0, key: sent.1, from: sent.2, at: 2, rest: 2)
      let request = Request()
      file.begin(by: request)
      [UInt8]("cd".utf8).withUnsafeBytes { bytes in file.receive(bytes) { #expect($0 == nil) } }
      file.finish { #expect($0 == nil) }
    }
    #expect(window.server.files.all.count == 1)
    // Its page may not have heard that it is complete, and has a minute to ask.
    #expect(count == 4)
    try window.advance(by: .seconds(61))
    #expect(count == nil)
    #expect(window.server.files.all.count == 1)
  }

  @Test func `another number of bytes, another user and another key are refused`() throws {
    try cutOff()
    try window.server.step((ticket, key, user)) { hub, sent in
      let (ticket, key, user) = sent
      #expect(throws: UploadRefusal.outOfStep) {
        try hub.continueFile(ticket: ticket, key: key, from: user, at: 1, rest: 3)
      }
      #expect(throws: UploadRefusal.outOfStep) {
        try hub.continueFile(ticket: ticket, key: key, from: user, at: 2, rest: 3)
      }
      #expect(throws: UploadRefusal.unknownTicket) {
        try hub.continueFile(ticket: ticket, key: key + "x", from: user, at: 2, rest: 2)
      }
      #expect(throws: UploadRefusal.unknownTicket) {
        try hub.continueFile(ticket: ticket, key: key, from: User(id: "eve"), at: 2, rest: 2)
      }
      #expect(throws: UploadRefusal.unknownTicket) {
        try hub.continueFile(ticket: ticket + "x", key: key, from: user, at: 2, rest: 2)
      }
    }
    #expect(count == 2)
  }

  @Test func `one that begins again with the same key replaces the first`() throws {
    try cutOff()
    try cutOff()
    #expect((count, uploads) == (2, 1))
  }

  @Test func `when its window has ended, it does not wait`() throws {
    try cutOff()
    let id = window.id
    try window.server.step { _ = $0.dismiss(id, .unused) }
    #expect(count == nil)
    try window.advance(by: .seconds(61))
    #expect(uploads == 0)
  }

  @Test func `coming back without a byte brings no more time`() throws {
    try cutOff()
    try window.advance(by: .seconds(50))
    try comeBack(with: "")
    try window.advance(by: .seconds(11))
    #expect((count, uploads) == (nil, 0))
  }

  @Test func `one that drips ends after a minute, and bytes bring time in proportion`() throws {
    try cutOff()
    try window.advance(by: .seconds(50))
    try comeBack(with: "c")
    #expect((count, uploads) == (3, 1))
    try window.advance(by: .seconds(11))
    #expect((count, uploads) == (nil, 0))
    try window.server.step((ticket, key, user)) { hub, sent in
      let description = FileDescription(name: "a.txt", type: "text/plain", size: 900_000)
      let file = try hub.receiveFile(description, ticket: sent.0, key: sent.1, from: sent.2)
      let request = Request()
      file.begin(by: request)
      // As many as in 100 s at the slowest rate.
      let bytes = [UInt8](repeating: 0, count: 400_000)
      bytes.withUnsafeBytes { bytes in file.receive(bytes) { #expect($0 == nil) } }
      file.pause()
    }
    try window.advance(by: .seconds(50))
    try window.server.step((ticket, key, user)) { hub, sent in
      try hub.continueFile(ticket: sent.0, key: sent.1, from: sent.2, at: 400_000, rest: 500_000).pause()
    }
    try window.advance(by: .seconds(59))
    #expect((count, uploads) == (400_000, 1))
    try window.advance(by: .seconds(2))
    #expect((count, uploads) == (nil, 0))
  }

  @Test func `the bytes that a network announces are limited`() {
    var limits = HubLimits()
    (limits.uploadBytesPerNetwork, limits.uploadBytes) = (100, 100)
    let (counts, one, other) = (VisitorCounts(), RemoteNetwork(of: "192.0.2.1"), RemoteNetwork(of: "192.0.2.2"))
    func begins(_ user: String, _ network: RemoteNetwork, _ size: Int) -> Bool {
      counts.beginUpload(of: ScalarKey(user), from: network, size: size, limits)
    }
    #expect(begins("ann", one, 60))
    #expect(!begins("bob", one, 41))
    #expect(begins("bob", one, 40))
    #expect(begins("eve", other, 100))
    counts.endUpload(of: "ann", from: one, size: 60)
    #expect(begins("ann", one, 60))
    // One of the largest always fits.
    limits.uploadBytes = 200
    #expect(begins("zoe", RemoteNetwork(of: "192.0.2.3"), 200))
    #expect(!begins("zoe", RemoteNetwork(of: "192.0.2.3"), 1))
  }

  @Test
  func `while it is being completed no request goes on with it, and one that waits is answered if it is called off`()
    throws
  {
    window.server.files.holdsEnds = true
    let answers = Answers()
    try window.server.step((ticket, key, user, answers)) { hub, sent in
      let (ticket, key, user, answers) = sent
      let description = FileDescription(name: "a.txt", type: "text/plain", size: 2)
      let file = try hub.receiveFile(description, ticket: ticket, key: key, from: user)
      [UInt8]("ab".utf8).withUnsafeBytes { bytes in file.receive(bytes) { #expect($0 == nil) } }
      file.finish { answers.all.append($0) }
      #expect(throws: UploadRefusal.outOfStep) {
        try hub.continueFile(ticket: ticket, key: key, from: user, at: 2, rest: 0)
      }
      file.finish { answers.all.append($0) }
      #expect(answers.all == [.outOfStep])
      file.cancel()
      [UInt8]("c".utf8).withUnsafeBytes { bytes in file.receive(bytes) { answers.all.append($0) } }
    }
    window.server.files.completeHeld()
    #expect(answers.all == [.outOfStep, .unknownTicket, .unknownTicket])
    #expect(uploads == 0)
  }

  private final class Answers {
    var all: [UploadRefusal?] = []
  }

  @Test func `beyond the limit of those that can be gone on with, one that is cut off makes room at once`() throws {
    var limits = HubLimits()
    limits.resumableUploads = 1
    let tests = try ResumableUploadTests(limits)
    try tests.cutOff()
    try tests.window.server.step((tests.ticket, tests.user)) { hub, sent in
      let description = FileDescription(name: "b.txt", type: "text/plain", size: 4)
      let file = try hub.receiveFile(description, ticket: sent.0, key: "another-key-entirely", from: sent.1)
      file.begin(by: Request())
      #expect(hub.files.count == 2)
      file.pause()
    }
    #expect(tests.uploads == 1)
  }
}

private struct OneDrawerApp: WindowApp {
  var body: some Scene { WindowGroup("Drawer") { FileDrawerModel() } }
}
