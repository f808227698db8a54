import Oriel
import OrielDocument

/// The keys of the requests that a tenant's objects have handled, with their answers: a request that comes again is not
/// handled again.
///
/// Each is stored as a timer of a type that no class has. Times are in milliseconds since 1970.
struct RequestKeys {
  struct Entry {
    /// The id of the user who has sent it; empty for none.
    let user: ScalarKey
    /// Of the first request.
    let fingerprint: String
    let expires: Int64
    /// `nil` while the first request is handled, or if the process ended before there was an answer.
    private(set) var answer: Endpoint.Response?
    /// Those that came while the first request is handled; `nil` if it isn't.
    var waiting: [RunningRequest]?

    init(user: String, fingerprint: String, expires: Int64) {
      (self.user, self.fingerprint, self.expires, waiting) = (ScalarKey(user), fingerprint, expires, [])
    }

    /// The first request has this answer.
    ///
    /// - Returns: Those that wait for it.
    mutating func end(_ answer: Endpoint.Response) -> [RunningRequest] {
      let size = answer.fields.reduce(answer.body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      let isKept = size <= RequestKeys.largestAnswer && answer.text != nil && answer.stream == nil
      self.answer = isKept ? answer : Endpoint.Response(answer.status)
      defer { waiting = nil }
      return waiting ?? []
    }
  }

  private var entries: [ScalarKey: Entry] = [:]
  private var counts: [ScalarKey: Int] = [:]
  private var swept: Int64 = 0
  private static let sweepInterval: Int64 = 600_000
  /// Larger answers are not kept, in bytes with their header fields.
  static let largestAnswer = 1024

  var count: Int { entries.count }
  func count(of user: String) -> Int { counts[ScalarKey(user), default: 0] }

  subscript(id: String) -> Entry? {
    get { entries[ScalarKey(id)] }
    set {
      let former = entries[ScalarKey(id)]
      entries[ScalarKey(id)] = newValue
      if let former { counts[former.user] = counts[former.user].flatMap { $0 > 1 ? $0 - 1 : nil } }
      if let newValue { counts[newValue.user, default: 0] += 1 }
    }
  }

  /// - Parameter timers: Of all types.
  init(_ timers: [StoredTimer] = []) {
    for timer in timers where timer.isRequestKey { self[timer.id] = Entry(saved: timer.message ?? []) }
  }

  /// Forgets those that have expired, now and then.
  ///
  /// - Returns: Their ids.
  mutating func sweep(at time: Int64) -> [String] {
    guard time >= swept + Self.sweepInterval else { return [] }
    swept = time
    let expired = entries.filter { $0.value.expires <= time && $0.value.waiting == nil }.keys
    let ids = expired.map(\.text)
    for id in ids { self[id] = nil }
    return ids
  }

  /// The id of a key, which is another one for each endpoint and user.
  static func id(of key: String, for request: Endpoint.Request) -> String {
    JSONBytes.text(
      .array([
        .string("\(request.method.rawValue) \(request.pattern)"), .string(request.user?.id ?? ""), .string(key),
      ]))
  }
}

extension StoredTimer {
  /// The type of timers that are keys of requests. No class has such a name.
  static let requestKeyType = "/request"

  var isRequestKey: Bool { type == Self.requestKeyType }

  /// Whether it is a message to an object.
  package var isMessage: Bool { !isAct && !isRequestKey }

  /// - Parameter key: `nil` deletes it. Nothing is to be done when it expires.
  init(_ id: String, _ key: RequestKeys.Entry?, of tenant: Tenant) {
    self.init(tenant: tenant, type: Self.requestKeyType, id: id, due: .max, message: key?.saved)
  }
}

extension RequestKeys.Entry {
  var saved: [UInt8] {
    var saved: JSONObject = [
      "print": .string(fingerprint), "expires": .integer(Int(expires)), "user": .string(user.text),
    ]
    if let answer {
      saved["status"] = .integer(answer.status)
      saved["headers"] = .object(JSONObject(answer.fields.map { ($0.name, .string($0.value)) }))
      saved["body"] = answer.text.map(JSONValue.string)
    }
    return JSONBytes.encode(.object(saved))
  }

  fileprivate init?(saved bytes: [UInt8]) {
    guard let saved = try? JSONBytes.decode(bytes), let fingerprint = saved["print"]?.stringValue,
      let expires = saved["expires"]?.integerValue, let user = saved["user"]?.stringValue
    else { return nil }
    (self.user, self.fingerprint, self.expires) = (ScalarKey(user), fingerprint, Int64(expires))
    guard let status = saved["status"]?.integerValue else { return }
    let headers = (saved["headers"]?.objectValue ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }
    answer = Endpoint.Response(status, headers: headers, body: Array((saved["body"]?.stringValue ?? "").utf8))
  }
}

extension Endpoint.Response {
  /// The body, if it is text.
  var text: String? { String(validating: body, as: UTF8.self) }
}
