import ArgumentParser
import Foundation
import OrielDocument

/// `oriel tail`: follows what happens in windows.
struct TailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Follow the events of a window, or of all windows that a filter finds.",
    discussion: """
      It asks once a second, until Ctrl-C. The server keeps the last 16 events of a window in memory, so that of one in \
      which more happens in a second, some are missed.
      """)

  @Argument(help: "The ID of the window, or its beginning.") var id: String?
  @Option(help: "All windows in memory of this user: what they do, wherever they do it.") var user: String?
  @Option(help: "All windows in memory that this filter finds, at most 100, such as 'scene:shop tag:vip'.")
  var filter: String?
  @Flag(help: "Print what is known now, and end.") var once = false
  @OptionGroup var options: ServerOptions

  /// The most windows that are followed.
  private static let limit = 100

  func validate() throws {
    guard [id, user, filter].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("Name a window or use one of --user and --filter.")
    }
  }

  func run() async throws {
    let client = try options.client()
    let named: String? = if let id { try await client.windowID(id) } else { nil }
    var known = KnownEvents()
    repeat {
      let windows = if let named { [named] } else { try await windows(client) }
      for event in known.news(of: try await events(of: windows, client)) {
        print(options.json ? JSONText.compact(event.json) : event.line(isStyled: Terminal.hasColours))
      }
      fflush(nil)
      if !once { try await Task.sleep(for: .seconds(1)) }
    } while !once
  }

  private func windows(_ client: AdminClient) async throws -> [String] {
    var query = [
      URLQueryItem(name: "state", value: "awake"), URLQueryItem(name: "limit", value: "\(Self.limit)"),
    ]
    if let user { query.append(URLQueryItem(name: "user", value: user)) }
    if let filter { query.append(URLQueryItem(name: "filter", value: filter)) }
    let found = try await client.get("windows", query: query)
    MissingNodes(found).complain("windows")
    return (found["windows"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
  }

  /// One that has gone meanwhile has none, unless it is the only one.
  private func events(of windows: [String], _ client: AdminClient) async throws -> [String: [JSONValue]] {
    var events: [String: [JSONValue]] = [:]
    for window in windows {
      let found: JSONValue?
      if id == nil {
        found = try? await client.get("windows", window, "events")
      } else {
        found = try await client.get("windows", window, "events")
      }
      events[window] = found?["events"]?.arrayValue ?? []
    }
    return events
  }
}

/// An event of a window, as `oriel tail` prints it.
struct TailedEvent {
  let window: String
  let event: JSONValue

  var time: Int { event["time"]?.integerValue ?? 0 }

  var json: JSONValue {
    var json = event.objectValue ?? [:]
    json["window"] = .string(window)
    return .object(json)
  }

  /// `12:04:31 w-7F3KxQa2 tap “increment” of CounterModel: applied in 1,200 µs`
  func line(isStyled: Bool) -> String {
    let text = { (name: String) in event[name]?.stringValue ?? "" }
    var line = "\(Self.time(time)) \(window.prefix(10)) \(text("name"))"
    if !text("element").isEmpty { line += " “\(text("element"))”" }
    if !text("type").isEmpty { line += " of \(text("type"))" }
    if !text("message").isEmpty { line += ": \(text("message"))" }
    if let by = event["by"]?.stringValue { line += ", by \(by)" }
    line = Terminal.safe(line.replacing("\n", with: " "))
    guard let outcome = event["outcome"]?.stringValue else { return line }
    let end = ": \(outcome) in \(event["microseconds"]?.integerValue ?? 0) µs"
    return line + (isStyled && outcome != "applied" ? "\u{1B}[31m\(end)\u{1B}[0m" : end)
  }

  /// Of the day, in UTC.
  private static func time(_ milliseconds: Int) -> String {
    let text = Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
    return String(text.dropFirst(11).prefix(8))
  }
}

/// The events that were printed already.
struct KnownEvents {
  private var known: [String: [JSONValue]] = [:]

  /// Those that were not among the last ones of their window, in the order of their times.
  mutating func news(of events: [String: [JSONValue]]) -> [TailedEvent] {
    let news = events.flatMap { window, latest in
      let before = known[window] ?? []
      // The server drops the oldest events, so those known already come first.
      let kept = (0...min(before.count, latest.count)).last { count in before.suffix(count) == latest.prefix(count) }
      return latest.dropFirst(kept ?? 0).map { TailedEvent(window: window, event: $0) }
    }
    known = events
    return news.sorted { ($0.time, $0.window) < ($1.time, $1.window) }
  }
}
