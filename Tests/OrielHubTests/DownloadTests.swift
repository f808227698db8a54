import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Files for pages: those that windows show, and those that models make.
struct DownloadTests {
  private func opened(_ limits: HubLimits = HubLimits()) throws -> TestWindow {
    try TestServer(app: PapersApp(), store: TestStore(), limits: limits).open(user: "ada", scene: "papers")
  }

  private func refused(_ body: () async throws -> TestFile) async -> String? {
    do { return "\(try await body().name) was sent" } catch { return "\(error)" }
  }

  @Test func `a model has the page save what it makes`() async throws {
    let window = try opened()
    try window.tap("Export")
    let file = try await window.followDownload()
    #expect(file.name == "orders.csv")
    #expect(file.type == "text/csv")
    #expect(
      String(decoding: file.contents, as: UTF8.self)
        == "Number,Note\r\n1,\"a \"\"note\"\"\"\r\n2,\"a \"\"note\"\"\"\r\n")
  }

  @Test func `its address is no part of the document and of the store, and works once`() async throws {
    let window = try opened()
    let before = window.document
    try window.tap("Export")
    #expect(window.document == before)
    let trigger = try #require(window.triggers.last)
    #expect(trigger.kind == "download")
    #expect(trigger.payload["name"] == "orders.csv")
    _ = try await window.followDownload()
    #expect(await refused(window.followDownload) == "The file was refused: unknownTicket")
  }

  @Test func `it can be fetched for a minute`() async throws {
    let window = try opened()
    try window.tap("Export")
    try window.advance(by: .seconds(59))
    _ = try await window.followDownload()
    try window.tap("Export")
    try window.advance(by: .seconds(61))
    #expect(await refused(window.followDownload) == "The file was refused: unknownTicket")
  }

  @Test func `a body of any length waits for its reader, and does not fill the memory`() async throws {
    let window = try opened()
    try window.tap("Large")
    let model = try window.find(PapersModel.self)
    let url = try #require(window.triggers.last?.payload["url"]?.stringValue)
    let ticket = try #require(FileAddress.ticket(in: url))
    let opened = Opened()
    try window.server.step((ticket, opened), on: window.hub) { hub, asked in
      hub.performNow {
        asked.1.file = try? await hub.openDownload(asked.0, isSent: true, for: User(id: "ada"), in: "127.0.0.1")
      }
    }
    try await window.server.settled { model.written > 0 }
    #expect(model.written == 64)
    var (sizes, pieces) = ([Int](), 0)
    let body = try #require(try opened.file?.body(0..<0))
    while pieces < 3 {
      body.next(for: nil) { piece in
        pieces += 1
        if case .bytes(let bytes) = piece { sizes.append(bytes.count) }
      }
      let read = pieces
      try await window.server.settled { model.written >= 64 + 64 * read }
    }
    #expect(sizes == [65_536, 65_536, 65_536])
    #expect(model.written == 4 * 64)
  }

  @Test func `a reader that goes away ends the code that writes`() async throws {
    let window = try opened()
    try window.tap("Large")
    let model = try window.find(PapersModel.self)
    let url = try #require(window.triggers.last?.payload["url"]?.stringValue)
    try window.server.step((FileAddress.ticket(in: url)!, 0), on: window.hub) { hub, asked in
      hub.performNow {
        _ = try? await hub.openDownload(asked.0, isSent: true, for: User(id: "ada"), in: "127.0.0.1")
      }
    }
    try await window.server.settled { model.outcome != "" }
    #expect(model.outcome == "CancellationError()")
    #expect(window.server.look { $0.files.counts.downloads } == 0)
    #expect(window.server.warnings == [])
  }

  @Test func `code that waits for its reader ends with its model`() async throws {
    let window = try opened()
    try window.tap("More")
    try window.tap("Export all")
    let ticket = try #require(FileAddress.ticket(in: window.triggers.last?.payload["url"]?.stringValue ?? ""))
    let opened = Opened()
    try window.server.step((ticket, opened), on: window.hub) { hub, asked in
      hub.performNow {
        asked.1.file = try? await hub.openDownload(asked.0, isSent: true, for: User(id: "ada"), in: "127.0.0.1")
      }
    }
    let outcome = try window.find(MorePapers.self).outcome
    try await window.server.settled { outcome.written == 64 }
    try window.back()
    try await window.server.settled { outcome.error != nil }
    #expect("\(outcome.error!)" == "CancellationError()")
    _ = opened
  }

  @Test func `code that throws leaves a file that was not completed, and a warning`() async throws {
    let window = try opened()
    try window.tap("Broken")
    #expect(await refused(window.followDownload) == "The file was refused: broken.csv was not completed")
    #expect(window.server.warnings == ["A task of PapersModel failed: Broken()"])
  }

  @Test func `code that writes twice at the same time is told so, and its file is not completed`() async throws {
    let window = try opened()
    try window.tap("Twice")
    let ticket = try #require(FileAddress.ticket(in: window.triggers.last?.payload["url"]?.stringValue ?? ""))
    let opened = Opened()
    try window.server.step((ticket, opened), on: window.hub) { hub, asked in
      hub.performNow {
        asked.1.file = try? await hub.openDownload(asked.0, isSent: true, for: User(id: "ada"), in: "127.0.0.1")
      }
    }
    try await window.server.settled { !window.server.warnings.isEmpty }
    #expect(
      window.server.warnings == [
        "A task of PapersModel failed: BodyWriter.write was called before an earlier call had returned: await each"
      ])
    _ = opened
  }

  @Test func `a model that has finished makes nothing any more`() async throws {
    let window = try opened()
    try window.tap("More")
    try window.tap("Export this")
    try window.back()
    #expect(await refused(window.followDownload) == "The file was refused: unknownTicket")
  }

  @Test func `another user does not get it`() async throws {
    let window = try opened()
    try window.tap("Export")
    try window.choose(files: [TestFile("a.txt", contents: "A")], in: "Paper")
    let url = try #require(window.triggers.last?.payload["url"]?.stringValue)
    let eve = try window.server.open(user: "eve", scene: "papers")
    #expect(await refused { try await eve.file(at: url) } == "The file was refused: unknownTicket")
  }

  @Test func `a link and a picture have an address of the file, for those who see them`() async throws {
    let window = try opened()
    try window.choose(files: [TestFile("a b/ü.txt", contents: "A")], in: "Paper")
    let file = try await window.file(of: "link")
    #expect(file.name == "a b/ü.txt")
    #expect(file.contents == Array("A".utf8))
    #expect(try await window.file(of: "picture").contents == Array("A".utf8))
    #expect(try await window.file(of: "Read").contents == Array("A".utf8))
    #expect(window.link["download"] == "a b/ü.txt")
    #expect(window.link["url"]?.stringValue?.hasSuffix("/a%20b%2F%C3%BC.txt") == true)
    let bob = try window.server.open(user: "bob", scene: "papers")
    #expect(await refused { try await bob.file(of: "link") }?.hasPrefix("Nothing here is called “link”") == true)
  }

  @Test func `an address stays the same as long as the document shows the file`() async throws {
    let window = try opened()
    try window.choose(files: [TestFile("a.txt", contents: "A")], in: "Paper")
    let url = window.link["url"]
    try window.choose(files: [TestFile("b.txt", contents: "B")], in: "Paper")
    #expect(try await window.file(of: "link").contents == Array("B".utf8))
    #expect(
      await refused { try await window.file(at: url?.stringValue ?? "") } == "The file was refused: unknownTicket")
    let second = window.link["url"]
    try window.tap("Export")
    #expect(window.link["url"] == second)
    try window.tap("Hide")
    #expect(
      await refused { try await window.file(at: second?.stringValue ?? "") } == "The file was refused: unknownTicket")
  }

  @Test func `a file that was deleted is gone`() async throws {
    let window = try opened()
    try window.choose(files: [TestFile("a.txt", contents: "A")], in: "Paper")
    let path = try #require(window.find(PapersModel.self).paper?.path)
    window.server.files.delete([path])
    #expect(await refused { try await window.file(of: "link") } == "The file was refused: gone")
  }

  @Test func `downloads at the same time are limited, and one that has ended makes room`() async throws {
    var limits = HubLimits()
    limits.downloads.perUser = 1
    let window = try opened(limits)
    try window.choose(files: [TestFile("a.txt", contents: "A")], in: "Paper")
    let place = window.server.look { hub in
      hub.files.counts.beginDownload(of: User(id: "ada").key, from: RemoteNetwork(of: "127.0.0.1"), hub.limits)
    }
    #expect(place != nil)
    #expect(await refused { try await window.file(of: "link") } == "The file was refused: tooMany")
    withExtendedLifetime(place) {}
    #expect(window.server.look { $0.files.counts.downloads } == 1)
  }

  @Test func `of downloads that no page fetches, the last sixteen wait`() async throws {
    let window = try opened()
    try window.tap("Export")
    let first = try #require(window.triggers.last?.payload["url"]?.stringValue)
    for _ in 1...16 { try window.tap("Export") }
    #expect(await refused { try await window.file(at: first) } == "The file was refused: unknownTicket")
    #expect(try await window.followDownload().name == "orders.csv")
  }
}

extension TestWindow {
  /// The element `link` of a screen.
  fileprivate var link: JSONValue {
    let screens = document["models"]?.objectValue?.map(\.value) ?? []
    let elements = screens.flatMap { $0["body"]?.arrayValue ?? [] }
    return elements.first { $0["id"] == "link" } ?? .null
  }
}

private final class Outcome {
  var written = 0
  var error: (any Error)?
}

private final class Opened {
  var file: OutgoingFile?
}

private struct Broken: Error {}

private struct PapersApp: WindowApp {
  var body: some Scene { WindowGroup("Papers", id: "papers") { .stacked(PapersModel()) } }
}

@NavigationModel
private final class PapersModel {
  var paper: UploadedFile?
  var written = 0
  var outcome = ""

  init() {}

  var body: some View {
    FileField("Paper") { files in self.paper = files.first }
    if let paper {
      Link(file: paper).id("link")
      Link("Read", file: paper)
      Image(file: paper, label: "The paper").id("picture")
    }
    Button("Export") {
      self.download(name: "orders.csv", type: "text/csv") { file in
        try await file.write(row: ["Number", "Note"])
        for number in 1...2 { try await file.write(row: ["\(number)", "a \"note\""]) }
      }
    }
    Button("Large") {
      self.download(name: "large") { file in
        do {
          for _ in 1...10_000 {
            self.written += 1
            try await file.write(Array(repeating: 7, count: 1024))
          }
        } catch {
          self.outcome = "\(error)"
          throw error
        }
      }
    }
    Button("Broken") {
      self.download(name: "broken.csv") { file in
        try await file.write("half")
        throw Broken()
      }
    }
    Button("Twice") {
      self.download(name: "twice") { file in
        self.task { try? await file.write(Array(repeating: 7, count: 100_000)) }
        await Task.yield()
        try await file.write(Array(repeating: 7, count: 100_000))
      }
    }
    Button("More") { self.push(MorePapers()) }
    Button("Hide") { self.paper = nil }
  }
}

@NavigationModel
private final class MorePapers {
  @Transient var outcome = Outcome()

  init() {}

  var body: some View {
    Button("Export all") {
      let outcome = self.outcome
      self.download(name: "all") { file in
        do {
          for _ in 1...1000 {
            outcome.written += 1
            try await file.write(Array(repeating: 7, count: 1024))
          }
        } catch {
          outcome.error = error
          throw error
        }
      }
    }
    Button("Export this") { self.download(name: "this") { try await $0.write("this") } }
  }
}
