import Foundation
import OrielHub
import OrielSQL

/// The table of the turns that ended nodes, each with the build of the program that it ended.
extension PostgresConnection {
  /// As many as a crash journal keeps.
  private static let kept = 256

  private static let build = "(SELECT build FROM nodes WHERE life = ?1)"

  /// Adds those that are not there. An event that was only suspected is fatal the second time, on any node.
  func keep(_ crashes: [CrashFinding], of life: Life, _ news: inout TurnNews) throws {
    for crash in crashes {
      let turn = crash.turn
      let act: SQLArguments = [life.number, Bytes(turn.subject), Bytes(turn.instance), turn.event]
      let record = Bytes([UInt8](try JSONEncoder.sorted.encode(turn)))
      let same = "build = \(Self.build) AND subject = ?2 AND instance = ?3 AND event = ?4"
      let isThere = try number("SELECT count(*) FROM crashes WHERE \(same) AND record = ?5", act + [record]) > 0
      if isThere { continue }
      let isFatal = try crash.isFatal || number("SELECT count(*) FROM crashes WHERE \(same)", act) > 0
      let added = try number(
        """
        INSERT INTO crashes (build, subject, instance, event, fatal, record)
        VALUES (\(Self.build), ?2, ?3, ?4, ?5, ?6) RETURNING number
        """, act + [isFatal, record])
      if isFatal { news.add(crash: Int64(added), of: turn.subject) }
    }
    try send(
      """
      DELETE FROM crashes WHERE build = \(Self.build) AND number <= (
        SELECT number FROM crashes WHERE build = \(Self.build) ORDER BY number DESC OFFSET \(Self.kept) LIMIT 1)
      """, [life.number])
  }

  /// The turns that are known to have crashed the build of this node, oldest first.
  func crashes(of life: Life) throws -> [CrashJournalEntry] {
    try query("SELECT record FROM crashes WHERE build = \(Self.build) AND fatal ORDER BY number", [life.number]) {
      CrashJournalEntry(stored: $0.bytes(0))
    }
  }

  func forgetCrashes(of subject: String) throws {
    try send("DELETE FROM crashes WHERE subject = ?", [Bytes(subject)])
  }
}

extension CrashJournalEntry {
  /// - Returns: `nil` if it can't be read, as one of a later version.
  init?(stored record: Bytes) {
    guard let turn = try? JSONDecoder().decode(Self.self, from: Data(record.bytes)) else { return nil }
    self = turn
  }
}

extension JSONEncoder {
  /// The same value is the same text.
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
