import ArgumentParser
import Foundation
import OrielDocument

/// `oriel audit`: what operators have done.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "List what operators have done, newest first.",
    discussion:
      "Write a target as the list shows it: window:ID, user:ID, tenant:NAME, scene:ID, tag:NAME, all or server.")

  @Option(help: "Filter by operator ID.") var who: String?
  @Option(help: "Filter by act, such as ban.") var act: String?
  @Option(help: "Filter by target.") var target: String?
  @Option(help: "Only acts on this tenant, on its windows, and on users who are in no other.") var tenant: String?
  @Option(help: "Only this recent period, in minutes, hours or days: 90m, 12h, 7d.", transform: DurationArgument.period)
  var since: Int?
  @Flag(help: "List every page, not just the first.") var all = false
  @Flag(help: "Print every record as JSON, one per line.") var export = false
  @OptionGroup var options: ServerOptions

  private func query(after: String?, now: Date) -> [URLQueryItem] {
    var query = [("who", who), ("act", act), ("target", target), ("tenant", tenant), ("after", after)].compactMap {
      name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    if let since {
      let start = max(0, Int(now.timeIntervalSince1970 * 1000) - since)
      query.append(URLQueryItem(name: "since", value: "\(start)"))
    }
    if all || export { query.append(URLQueryItem(name: "limit", value: "1000")) }
    return query
  }

  func run() async throws {
    let (client, now) = (try options.client(), Date())
    var records: [JSONValue] = []
    var next: String?
    repeat {
      let page = try await client.get("audit", query: query(after: next, now: now))
      let found = page["records"]?.arrayValue ?? []
      next = page["next"]?.stringValue
      if export { for record in found { print(JSONText.compact(record)) } } else { records += found }
    } while next != nil && (all || export)
    if export { return }
    report(records, next)
  }

  private func report(_ records: [JSONValue], _ next: String?) {
    if options.json {
      var json: JSONObject = ["records": .array(records)]
      json["next"] = next.map(JSONValue.string)
      return print(JSONText.compact(.object(json)))
    }
    for line in AuditLines.table(records).lines(width: Terminal.width) { print(line) }
    if next != nil { Terminal.complain("There are older records. Use --all to list them.") }
  }
}

/// Reads durations, in milliseconds.
enum DurationArgument {
  private static let units: [String: Int] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]

  /// In minutes, hours or days.
  @Sendable static func period(_ text: String) throws -> Int {
    guard let unit = text.last, "mhd".contains(unit), let duration = milliseconds(text) else {
      throw ValidationError("write a number followed by m, h or d, such as 90m, 12h or 7d.")
    }
    return duration
  }

  /// In any unit. A bare number is milliseconds.
  @Sendable static func expiry(_ text: String) throws -> Int {
    guard let duration = Int(text) ?? milliseconds(text) else {
      throw ValidationError("write a number of milliseconds, or one followed by s, m, h or d, such as 30s or 30m.")
    }
    return duration
  }

  private static func milliseconds(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let unit = units[String(text.dropFirst(digits.count))], let count = Int(digits), 1...36_500 ~= count else {
      return nil
    }
    return count * unit
  }
}

/// The audit as people read it.
enum AuditLines {
  static func table(_ records: [JSONValue]) -> Table {
    Table(
      columns: [
        Table.Column(title: "TIME"), Table.Column(title: "WHO"), Table.Column(title: "BY"), Table.Column(title: "ACT"),
        Table.Column(title: "TARGET"), Table.Column(title: "OUTCOME"), Table.Column(title: "WINDOWS", isNumber: true),
        Table.Column(title: "DETAIL", givesWay: true), Table.Column(title: "REASON", givesWay: true),
      ],
      rows: records.map { record in
        let text = { (name: String) in record[name]?.stringValue ?? "" }
        return [
          time(record["time"]?.integerValue ?? 0), text("who"), text("way"), text("act"), text("target"),
          text("outcome"), record["windows"]?.integerValue.map(String.init) ?? "-", text("detail"), text("reason"),
        ]
      })
  }

  /// In UTC: operators sit in different places.
  static func time(_ milliseconds: Int) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
  }
}
