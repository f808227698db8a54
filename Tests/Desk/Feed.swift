import Foundation

/// Another system's events: a file for each room, with a title in each line. The number of an event is that of its line.
actor Feed {
  struct Event: Sendable {
    let number: Int
    let title: String
  }

  private let folder: URL

  static let ofEnvironment = Feed(
    folder: URL(filePath: ProcessInfo.processInfo.environment["DESK_FEED"] ?? ".", directoryHint: .isDirectory))

  init(folder: URL) { self.folder = folder }

  /// A new stream each time, which goes on after this event.
  nonisolated func events(of room: String, after number: Int) -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream { continuation in
      let reading = Task {
        var last = number
        do {
          while true {
            for event in try await self.read(room).dropFirst(last) {
              continuation.yield(event)
              last = event.number
            }
            try await Task.sleep(for: .milliseconds(20))
          }
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  /// The complete lines so far.
  private func read(_ room: String) throws -> [Event] {
    let file = folder.appending(path: room)
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").dropLast()
    return lines.enumerated().map { Event(number: $0 + 1, title: $1) }
  }
}
