import DequeModule
import Oriel
import OrielDocument

/// The sender of a request, for limits: a user who has signed in, or else the network. Requests to different endpoints are
/// counted apart.
struct RequestHolder: Hashable {
  private let sender: ScalarKey
  let endpoint: ScalarKey

  /// - Parameter network: `nil` for one on this machine.
  init(_ user: User?, from network: String?, to endpoint: String) {
    let name = if let user, !user.isAnonymous { "user \(user.id)" } else { "network \(network ?? "")" }
    self.init(sender: name, endpoint: endpoint)
  }

  fileprivate init(sender: String, endpoint: String) {
    (self.sender, self.endpoint) = (ScalarKey(sender), ScalarKey(endpoint))
  }

  /// For the log.
  var name: String { sender.text }

  /// The id of the user, or empty for a network.
  fileprivate var user: String { name.hasPrefix("user ") ? String(name.dropFirst("user ".count)) : "" }

  /// The one of three limits that is this sender's. This machine has the one of all: a proxy that is not named may speak for
  /// everybody.
  func limit(ofUser user: Int, ofNetwork network: Int, ofAll all: Int) -> Int {
    if name.hasPrefix("user ") { return user }
    return name == "network " ? all : network
  }
}

/// The keys of the requests that a tenant's objects have handled, with their answers: a request that comes again is not
/// handled again.
///
/// Each is stored as a timer of a type that no class has. Times are in milliseconds since 1970. A key beyond a limit has the
/// oldest forgotten: of its own sender, or of the sender who has most.
struct RequestKeys {
  struct Entry {
    let holder: RequestHolder
    /// Of the first request.
    let fingerprint: String
    let expires: Int64
    /// `nil` while the first request is handled, or if the process ended before there was an answer.
    private(set) var answer: Endpoint.Response?
    /// Those that came while the first request is handled; `nil` if it isn't.
    var waiting: [RunningRequest]?
    /// Its place among all.
    fileprivate var number = 0

    init(of holder: RequestHolder, fingerprint: String, expires: Int64) {
      (self.holder, self.fingerprint, self.expires, waiting) = (holder, fingerprint, expires, [])
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

  /// The keys of one holder.
  private struct Held {
    var count = 0
    /// The oldest first, with some that are gone.
    var order: Deque<(id: ScalarKey, number: Int)> = []

    mutating func add(_ key: (id: ScalarKey, number: Int), isThere: ((id: ScalarKey, number: Int)) -> Bool) {
      count += 1
      if order.count > 2 * count + 16 { order.removeAll { !isThere($0) } }
      order.append(key)
    }
  }

  private var entries: [ScalarKey: Entry] = [:]
  private var held: [RequestHolder: Held] = [:]
  private var lastNumber = 0
  private var swept: Int64 = 0
  private static let sweepInterval: Int64 = 600_000
  /// Larger answers are not kept, in bytes with their header fields.
  static let largestAnswer = 1024

  var count: Int { entries.count }
  func count(of holder: RequestHolder) -> Int { held[holder]?.count ?? 0 }

  /// The entry of an id. A new one is added with `add`.
  subscript(id: String) -> Entry? {
    get { entries[ScalarKey(id)] }
    set {
      guard let newValue else { return remove(ScalarKey(id)) }
      entries[ScalarKey(id)] = newValue
    }
  }

  /// - Parameter timers: Of all types.
  init(_ timers: [StoredTimer] = []) {
    let saved = timers.filter(\.isRequestKey).compactMap { timer in
      Entry(saved: timer.message ?? [], id: timer.id).map { (timer.id, $0) }
    }
    for (id, entry) in saved.sorted(by: { $0.1.expires < $1.1.expires }) { add(entry, id: id) }
  }

  mutating func add(_ entry: Entry, id: String) {
    lastNumber += 1
    var entry = entry
    entry.number = lastNumber
    entries[ScalarKey(id)] = entry
    held[entry.holder, default: Held()].add((ScalarKey(id), lastNumber)) { [entries] in
      entries[$0.id]?.number == $0.number
    }
  }

  private mutating func remove(_ id: ScalarKey) {
    guard let holder = entries.removeValue(forKey: id)?.holder, var its = held[holder] else { return }
    its.count -= 1
    held[holder] = its.count > 0 ? its : nil
  }

  /// Makes room for another key of a holder, by forgetting the oldest that are not handled any more. In pieces of a hundredth,
  /// because it looks at all holders.
  ///
  /// - Returns: Their ids; `nil` if there is no room.
  mutating func makeRoom(for holder: RequestHolder, limit: Int, ofHolder own: Int) -> [String]? {
    var forgotten: [String] = []
    if count(of: holder) >= own { forgotten = forget(max(1, own / 100), of: holder) }
    guard count(of: holder) < own else { return nil }
    guard count >= limit else { return forgotten }
    var missing = max(1, limit / 100)
    let largest = held.map { (holder: $0.key, count: $0.value.count) }.sorted { $0.count > $1.count }
    for (place, each) in largest.enumerated() where missing > 0 {
      // Down to the next one's, but of equal ones a share each.
      let next = place + 1 < largest.count ? largest[place + 1].count : 0
      let taken = forget(min(missing, max(each.count - next, missing / (largest.count - place), 1)), of: each.holder)
      missing -= taken.count
      forgotten += taken
    }
    return count < limit ? forgotten : nil
  }

  private mutating func forget(_ wanted: Int, of holder: RequestHolder) -> [String] {
    var (forgotten, kept): ([String], [(id: ScalarKey, number: Int)]) = ([], [])
    while forgotten.count < wanted, let next = held[holder]?.order.popFirst() {
      guard let entry = entries[next.id], entry.number == next.number else { continue }
      if entry.waiting == nil {
        remove(next.id)
        forgotten.append(next.id.text)
      } else {
        kept.append(next)
      }
    }
    held[holder]?.order.prepend(contentsOf: kept)
    return forgotten
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
        .string(request.endpoint), .string(request.user?.id ?? ""), .string(key),
      ]))
  }
}

extension Endpoint.Request {
  /// The endpoint that it is for.
  var endpoint: String { "\(method.rawValue) \(pattern)" }
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
      "print": .string(fingerprint), "expires": .integer(Int(expires)), "by": .string(holder.name),
      // What nodes of older versions read.
      "user": .string(holder.user),
    ]
    if let answer {
      saved["status"] = .integer(answer.status)
      saved["headers"] = .object(JSONObject(answer.fields.map { ($0.name, .string($0.value)) }))
      saved["body"] = answer.text.map(JSONValue.string)
    }
    return JSONBytes.encode(.object(saved))
  }

  fileprivate init?(saved bytes: [UInt8], id: String) {
    guard let saved = try? JSONBytes.decode(bytes), let fingerprint = saved["print"]?.stringValue,
      let expires = saved["expires"]?.integerValue
    else { return nil }
    // Older versions have saved the user alone.
    let user = saved["user"]?.stringValue.map { $0.isEmpty ? "network " : "user \($0)" }
    guard let sender = saved["by"]?.stringValue ?? user else { return nil }
    let endpoint = (try? JSONBytes.decode(Array(id.utf8)))?.arrayValue?.first?.stringValue ?? ""
    (holder, self.fingerprint) = (RequestHolder(sender: sender, endpoint: endpoint), fingerprint)
    self.expires = Int64(expires)
    guard let status = saved["status"]?.integerValue else { return }
    let headers = (saved["headers"]?.objectValue ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }
    answer = Endpoint.Response(status, headers: headers, body: Array((saved["body"]?.stringValue ?? "").utf8))
  }
}

extension Endpoint.Response {
  /// The body, if it is text.
  var text: String? { String(validating: body, as: UTF8.self) }
}
