import Oriel
import OrielDocument

/// A record of the audit: an operator's act, or an attempt that was not allowed.
///
/// It contains only what names the act: no payload, no secrets, and nothing that a window shows.
package struct AuditRecord: Sendable, Equatable {
  /// The position in the audit, assigned by the store; 0 until then.
  package var number = 0
  /// The unique id, by which a repeated record is recognised.
  package var id = ""
  /// In milliseconds since 1970.
  package var time: Int64 = 0
  /// The id of the user who acted; empty if unknown.
  package var who: String
  package var way: Way
  /// The act's name in the JSON API: `dismiss`, `signOut`.
  package var act: String
  /// `window:ID`, `user:ID`, `tenant:NAME`, `scene:ID`, `tag:NAME`, `all` or `server`.
  package var target: String
  /// The tenant in which it was done; `nil` if it was in several, in none, or in one that is not known.
  package var tenant: Tenant?
  package var outcome: Outcome
  /// Further details: the id and kind of a trigger, the scene of a new window, a setting and its value.
  package var detail = ""
  /// The operator's own words.
  package var reason = ""
  /// The number of windows it reached, or will reach.
  package var windows: Int?

  /// The route of an act: an operator's, a user's own, or the app's code.
  package enum Way: String, Sendable, CaseIterable { case api, commandLine, console, signIn, app }

  package enum Outcome: String, Sendable, CaseIterable {
    case performed
    /// The act has begun; another record has its result.
    case begun
    /// The act failed, at least in some windows.
    case failed
    /// The user was not allowed to.
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
  /// Whether an operator's act did nothing. An operator with few rights can make many of these records.
  package var isOfRefusal: Bool {
    way != .app && (outcome == .forbidden || outcome == .failed && windows ?? 0 == 0)
  }

  /// Shortens the texts, because those of a refused request can have any length.
  mutating func shorten() {
    target = target.prefix(scalars: 200)
    detail = detail.prefix(scalars: 200)
    reason = reason.prefix(scalars: 500)
  }

  /// The exported and stored form.
  package var json: JSONObject {
    var json: JSONObject = number > 0 ? ["number": .integer(number)] : [:]
    json.append("id", .string(id))
    json.append("time", .integer(Int(time)))
    json.append("who", .string(who))
    json.append("way", .string(way.rawValue))
    json.append("act", .string(act))
    json.append("target", .string(target))
    if let tenant, tenant != .app { json.append("tenant", .string(tenant.name)) }
    json.append("outcome", .string(outcome.rawValue))
    if !detail.isEmpty { json.append("detail", .string(detail)) }
    if !reason.isEmpty { json.append("reason", .string(reason)) }
    if let windows { json.append("windows", .integer(windows)) }
    return json
  }

  /// Parses the form of `json`; `nil` if it is invalid.
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
    tenant = json["tenant"]?.stringValue.flatMap(Tenant.init(named:))
    number = json["number"]?.integerValue ?? 0
  }
}

/// A query of the audit, newest first, for records that match all of its conditions.
package struct AuditQuery: Sendable, Equatable {
  package var who: String?
  package var act: String?
  package var target: String?
  package var tenant: Tenant?
  /// The earliest time, in milliseconds since 1970.
  package var since: Int64?
  /// The cursor: the page begins after the record with this number.
  package var before: Int?
  package var limit: Int

  package init(
    who: String? = nil, act: String? = nil, target: String? = nil, tenant: Tenant? = nil, since: Int64? = nil,
    before: Int? = nil, limit: Int = 100
  ) {
    self.who = who
    self.act = act
    self.target = target
    self.tenant = tenant
    self.since = since
    self.before = before
    self.limit = limit
  }

  func matches(_ record: AuditRecord) -> Bool {
    who?.hasSameScalars(as: record.who) ?? true && act?.hasSameScalars(as: record.act) ?? true
      && target?.hasSameScalars(as: record.target) ?? true && tenant.map { $0 == record.tenant } ?? true
      && since.map { record.time >= $0 } ?? true
      && before.map { record.number < $0 } ?? true
  }
}

extension String {
  func prefix(scalars count: Int) -> String {
    var view = UnicodeScalarView()
    view.append(contentsOf: unicodeScalars.prefix(count))
    return String(view)
  }
}
