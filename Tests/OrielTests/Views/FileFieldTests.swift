import Foundation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

@Suite("File fields")
struct FileFieldTests {
  private func fieldTicket(of window: TestWindow) -> String? {
    window.document["models"]?["m1"]?["body"]?[0]?["ticket"]?.stringValue
  }

  private func listed(_ window: TestWindow) -> [String] { window.text.filter { $0.contains(": ") } }

  @Test func `files that were chosen reach the model whole, and outlive a restart`() throws {
    let window = try TestWindow(FileAlbumModel())
    try window.choose(files: [TestFile("a.txt", contents: "first"), TestFile("b.txt", contents: "")], in: "Add")
    #expect(listed(window) == ["a.txt: first", "b.txt: "])
    try window.server.restart()
    try window.reconnect()
    try window.tap("Read again")
    #expect(listed(window) == ["a.txt: first", "b.txt: "])
  }

  @Test func `a file is kept as long as its window, and as long as that can be reopened`() throws {
    let window = try TestWindow(FileAlbumModel())
    try window.choose(files: [TestFile("a.txt", contents: "first")], in: "Add")
    #expect(window.server.files.all.count == 1)
    try window.tap("Close")
    try window.reopen()
    try window.tap("Read again")
    #expect(listed(window) == ["a.txt: first"])
    try window.tap("Forget")
    #expect(window.server.files.all.count == 1)
    try window.tap("Close")
    try window.server.advance(by: .seconds(599))
    #expect(window.server.files.all.count == 1)
    try window.server.advance(by: .seconds(2))
    #expect(window.server.files.all == [])
  }

  @Test func `a file that no model has taken goes with its field's model`() throws {
    let window = try TestWindow(.stacked(FileAlbumModel()))
    try window.tap("Another")
    let another = try #require(window.document["models"]?["m3"]?["body"]?[0]?["ticket"]?.stringValue)
    _ = try window.send(TestFile("a.txt", contents: "first"), another)
    #expect(window.server.files.all.count == 1)
    try window.back()
    #expect(window.server.files.all == [])
    #expect(throws: TestError.fileRefused("unknownTicket")) {
      try window.send(TestFile("a.txt", contents: "first"), another)
    }
  }

  @Test func `a field of one file keeps the last that came, and its action may take its time`() async throws {
    let window = try TestWindow(FilePortraitModel())
    let ticket = try #require(fieldTicket(of: window))
    _ = try window.send(TestFile("a.png", contents: "1"), ticket)
    _ = try window.send(TestFile("b.png", contents: "2"), ticket)
    #expect(window.server.files.all.count == 1)
    let two = [TestFile("c.png", contents: "3"), TestFile("d.png", contents: "4")]
    #expect(try window.choose(files: two, in: "Portrait") == .rejected(.invalid, "Expected files"))
    try window.choose(files: [TestFile("e.png", contents: "5")], in: "Portrait")
    try await window.settled()
    #expect(window.text == ["Portrait", "e.png"])
  }

  @Test func `what is too large is refused before it comes`() throws {
    let window = try TestWindow(FilePortraitModel())
    #expect(throws: TestError.fileRefused("tooLarge(limit: 10)")) {
      try window.choose(files: [TestFile("a.png", contents: "12345678901")], in: "Portrait")
    }
    #expect(window.server.files.all == [])
  }

  @Test func `a ticket is good for its window's user only`() throws {
    let window = try TestWindow(FileAlbumModel())
    let ticket = try #require(fieldTicket(of: window))
    let other = try window.server.open(user: "other")
    #expect(throws: TestError.fileRefused("unknownTicket")) {
      try other.send(TestFile("a.txt", contents: "first"), ticket)
    }
    _ = try window.send(TestFile("a.txt", contents: "first"), ticket)
  }

  @Test func `files are saved by their place below the folder of all, which may move`() throws {
    let file = UploadedFile(name: "a", size: 1, type: "text/plain", path: "/data/uploads/w-1/f-1")
    #expect(try JSONValueEncoder.encode(file)["path"] == "/data/uploads/w-1/f-1")
    UploadedFile.folder.withLock { $0 = "/data/uploads" }
    defer { UploadedFile.folder.withLock { $0 = nil } }
    let saved = try JSONValueEncoder.encode(file)
    #expect(saved == ["name": "a", "size": 1, "type": "text/plain", "place": "w-1/f-1"])
    UploadedFile.folder.withLock { $0 = "/srv/files" }
    #expect(try JSONValueDecoder.decode(UploadedFile.self, from: saved).path == "/srv/files/w-1/f-1")
  }
}

/// The files it has taken, and what they say.
@NavigationModel
final class FileAlbumModel {
  var files: [UploadedFile] = []
  var contents: [String] = []

  var body: some View {
    FileField("Add", allowsMultiple: true) { files in
      self.files += files
      self.readAgain()
    }
    ForEach(Array(zip(files, contents)), id: \.0.id) { file, contents in Text("\(file.name): \(contents)") }
    Button("Read again") { self.readAgain() }
    Button("Forget") { self.files = [] }
    Button("Another") { self.push(FileAlbumModel()) }
    Button("Close") { self.dismissWindow() }
  }

  private func readAgain() { contents = files.map { (try? String(contentsOfFile: $0.path, encoding: .utf8)) ?? "?" } }
}

/// Takes one small file, slowly.
@NavigationModel
final class FilePortraitModel {
  var name = ""

  var body: some View {
    FileField("Portrait", types: ["image/png"], maximumSize: 10) { files in
      await Task.yield()
      self.name = files[0].name
    }
    Text(name)
  }
}
