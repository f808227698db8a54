import Oriel
import OrielDocument

/// The keys of the requests that a tenant's objects have handled, with their answers: a request that comes again is not
/// handled again.
///
/// Each is stored as a timer of a type that no class has. Times are in milliseconds since 1970.
struct RequestKeys {
  struct Entry {
    /// Of the body of the first request.
    let fingerprint: String
    let expires: Int64
    /// `nil` while the first request is handled, or if the process ended before there was an answer.
    private(set) var answer: Endpoint.Response?
    /// Those that came while the first request is handled; `nil` if it isn't.
    var waiting: [RunningRequest]?

    init(fingerprint: String, expires: Int64) {
      (self.fingerprint, self.expires, waiting) = (fingerprint, expires, [])
    }

    /// The first request has this answer.
    ///
    /// - Returns: Those that wait for it.
    mutating func end(_ answer: Endpoint.Response) -> [RunningRequest] {
      let isKept = answer.body.count <= RequestKeys.largestAnswer && answer.text != nil
      self.answer = isKept ? answer : Endpoint.Response(answer.status)
      defer { waiting = nil }
      return waiting ?? []
    }
  }

  private var entries: [ScalarKey: Entry] = [:]
  private var swept: Int64 = 0
  private static let sweepInterval: Int64 = 600_000
  /// Larger answers are not kept.
  static let largestAnswer = 4096

  var count: Int { entries.count }

  subscript(id: String) -> Entry? {
    get { entries[ScalarKey(id)] }
    set { entries[ScalarKey(id)] = newValue }
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
    for id in expired { entries[id] = nil }
    return expired.map(\.text)
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
    var saved: JSONObject = ["print": .string(fingerprint), "expires": .integer(Int(expires))]
    if let answer {
      saved["status"] = .integer(answer.status)
      saved["headers"] = .object(JSONObject(answer.fields.map { ($0.name, .string($0.value)) }))
      saved["body"] = answer.text.map(JSONValue.string)
    }
    return JSONBytes.encode(.object(saved))
  }

  fileprivate init?(saved bytes: [UInt8]) {
    guard let saved = try? JSONBytes.decode(bytes), let fingerprint = saved["print"]?.stringValue,
      let expires = saved["expires"]?.integerValue
    else { return nil }
    (self.fingerprint, self.expires) = (fingerprint, Int64(expires))
    guard let status = saved["status"]?.integerValue else { return }
    let headers = (saved["headers"]?.objectValue ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }
    answer = Endpoint.Response(status, headers: headers, body: Array((saved["body"]?.stringValue ?? "").utf8))
  }
}

extension Endpoint.Response {
  /// The body, if it is text.
  fileprivate var text: String? { String(validating: body, as: UTF8.self) }
}
