import Foundation
import Oriel
import OrielDocument
import OrielServer
import OrielTesting
import Testing

struct ClockDateTests {
  let server: TestServer
  init() throws { server = try TestServer(app: DiaryApp()) }

  @Test func `the clock's date is the server's time, which a test moves`() throws {
    let window = try server.open()
    let start = Date(timeIntervalSince1970: Double(server.clock.wallTime) / 1000)
    try server.advance(by: .seconds(90))
    try window.tap("Note")
    #expect(window.text == ["\(start + 90)", "\(start + 60)", "Note"])
  }

  @Test func `a text of a date is that of its milliseconds`() throws {
    for (date, text) in [
      (Date(timeIntervalSince1970: 1_795_300_000.999), "2026-11-21T22:26:40Z"),
      (Date(timeIntervalSince1970: -0.001), "1969-12-31T23:59:59Z"),
      (Date(timeIntervalSince1970: .infinity), "9999-12-31T23:59:59Z"),
    ] {
      let window = try TestWindow(WaitingModel(since: date))
      #expect(window.text == [text])
    }
  }

  /// The clients read the same fixture.
  @Test func `a time is rendered as in the fixture`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/frames.json")
    let fixture = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8))
    guard case .array(let frames) = fixture else { throw CocoaError(.coderReadCorrupt) }
    let frame = frames.first { $0["name"] == "state with a time" }
    let window = try TestWindow(WaitingModel(since: Date(timeIntervalSince1970: 1_795_300_000)))
    let models = window.document["models"]
    #expect(models?["m1"]?["body"] == frame?["message"]?["value"]?["models"]?["m1"]?["body"])
  }
}

private struct DiaryApp: WindowApp {
  var body: some Scene {
    WindowGroup("Diary", id: "main") { DiaryModel() }
  }
}

@NavigationModel
final class DiaryModel {
  var writtenAt: Date?
  @Environment(\.clock) var clock

  init() {}

  var body: some View {
    Text(writtenAt.map { "\($0)" } ?? "nothing")
    Text("\(clock.date(every: .seconds(60)))")
    Button("Note") { self.writtenAt = self.clock.date }
  }
}

@NavigationModel
final class WaitingModel {
  let since: Date

  init(since: Date) { self.since = since }

  var body: some View { Text(since, style: .relative) }
}
