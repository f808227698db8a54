import OrielDocument

/// One line of the audit: what an operator has done, or was not allowed to do.
///
/// It holds no payload, no secret, and nothing that a window shows: only what names the act.
package struct AuditRecord: Sendable, Equatable {
  /// Its place in the audit, which the store gives it; 0 until then.
  package var number = 0
  /// Tells a record that comes twice from two.
  package var id = ""
  /// In milliseconds since 1970.
  package var time: Int64 = 0
  /// The id of the user who acted; empty where nobody knows.
  package var who: String
  package var way: Way
  /// What was done, as the JSON API calls it: `dismiss`, `signOut`.
  package var act: String
  /// `window:ID`, `user:ID`, `scene:ID`, `tag:NAME`, `all` or `server`.
  package var target: String
  package var outcome: Outcome
  /// What else names the act: the id and kind of a trigger, the scene of a new window, a limit and its value.
  package var detail = ""
  /// The operator's own words.
  package var reason = ""
  /// How many windows it has reached, or is to reach.
  package var windows: Int?

  /// How an operator came.
  package enum Way: String, Sendable, CaseIterable { case api, commandLine, console, signIn }

  package enum Outcome: String, Sendable, CaseIterable {
    case performed
    /// Another record says how it ended.
    case begun
    /// It could not be done, or not in all windows.
    case failed
    /// Whoever it was may not.
    case forbidden
  }

  package init(
    who: String, way: Way, act: String, target: String = "server", outcome: Outcome = .performed, detail: String = "",
    reason: String = "", windows: Int? = nil
  ) {
    self.who = who
    self.way = way
    self.act = act
    self.target = target
    self.outcome = outcome
    self.detail = detail
    self.reason = reason
    self.windows = windows
  }
}

extension AuditRecord {
  /// What is asked for in vain may be of any length.
  mutating func shorten() {
    target = target.prefix(scalars: 200)
    detail = detail.prefix(scalars: 200)
    reason = reason.prefix(scalars: 500)
  }

  /// As it is exported, and stored.
  package var json: JSONObject {
    var json: JSONObject = number > 0 ? ["number": .integer(number)] : [:]
    json.append("id", .string(id))
    json.append("time", .integer(Int(time)))
    json.append("who", .string(who))
    json.append("way", .string(way.rawValue))
    json.append("act", .string(act))
    json.append("target", .string(target))
    json.append("outcome", .string(outcome.rawValue))
    if !detail.isEmpty { json.append("detail", .string(detail)) }
    if !reason.isEmpty { json.append("reason", .string(reason)) }
    if let windows { json.append("windows", .integer(windows)) }
    return json
  }

  /// `nil` where it is not what `json` gives.
  package init?(json: JSONValue) {
    guard let id = json["id"]?.stringValue, let time = json["time"]?.integerValue, let who = json["who"]?.stringValue,
      let way = json["way"]?.stringValue.flatMap(Way.init), let act = json["act"]?.stringValue,
      let target = json["target"]?.stringValue, let outcome = json["outcome"]?.stringValue.flatMap(Outcome.init)
    else { return nil }
    self.init(
      who: who, way: way, act: act, target: target, outcome: outcome, detail: json["detail"]?.stringValue ?? "",
      reason: json["reason"]?.stringValue ?? "", windows: json["windows"]?.integerValue)
    self.id = id
    self.time = Int64(time)
    number = json["number"]?.integerValue ?? 0
  }
}

/// Which records of the audit are asked for, the newest first: those of which all this is true.
package struct AuditQuery: Sendable, Equatable {
  package var who: String?
  package var act: String?
  package var target: String?
  /// Not older, in milliseconds since 1970.
  package var since: Int64?
  /// The page of the audit that begins behind the record of this number.
  package var before: Int?
  package var limit: Int

  package init(
    who: String? = nil, act: String? = nil, target: String? = nil, since: Int64? = nil, before: Int? = nil,
    limit: Int = 100
  ) {
    self.who = who
    self.act = act
    self.target = target
    self.since = since
    self.before = before
    self.limit = limit
  }

  func matches(_ record: AuditRecord) -> Bool {
    who?.hasSameScalars(as: record.who) ?? true && act?.hasSameScalars(as: record.act) ?? true
      && target?.hasSameScalars(as: record.target) ?? true && since.map { record.time >= $0 } ?? true
      && before.map { record.number < $0 } ?? true
  }
}

extension String {
  fileprivate func prefix(scalars count: Int) -> String {
    var view = UnicodeScalarView()
    view.append(contentsOf: unicodeScalars.prefix(count))
    return String(view)
  }
}
