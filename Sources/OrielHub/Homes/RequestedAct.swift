import DequeModule
import Oriel
import OrielDocument

/// An act on windows of a tenant that one of its models or objects has asked for.
struct RequestedAct: Equatable {
  var act: WindowAct
  var tenant: Tenant
  /// The user whose event it was; empty for work that belongs to no user.
  var by: String
  /// When it was asked for, in milliseconds since 1970.
  var time: Int64
  /// The network of the page whose event it was, for limits. Lost if the process ends meanwhile.
  var network: String?
  /// Whether its window exists already, and only a page of the user has to show it.
  var onlyShows: WindowID?
  /// The tenant in which a user's own window is opened, if that is another.
  var elsewhere: Elsewhere?

  struct Elsewhere: Equatable {
    var tenant: Tenant
    /// The window whose page is asked to show it.
    var opener: WindowID
    var placement: WindowPlacement?
    /// The user who has asked on another hub, with the credentials of a page and the tenant of the opener.
    var caller: User?
    /// The window that was opened on another hub, and that the opener's page has to show.
    var opened: Opened?

    struct Opened: Equatable {
      var window: WindowID
      var url: String
      /// `nil` if an older version of the hub sent it.
      var title: String?
    }
  }
}

/// The acts that a turn has asked for. Its commit performs them.
struct RequestedActs {
  private var waiting: [RequestedAct] = []

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ act: RequestedAct) { waiting.append(act) }

  mutating func take() -> [RequestedAct] {
    defer { waiting = [] }
    return waiting
  }
}

/// The acts of a tenant that wait for what is not in memory. They are in the store, too.
struct PendingActs {
  struct Pending {
    let id: String
    let act: RequestedAct
    /// When the store has the tenant loaded for it, in milliseconds since 1970.
    var due: Int64
    var attempts: Int64 = 0
    /// The size of the act as the store has it.
    let bytes: Int

    init(id: String, act: RequestedAct, due: Int64) {
      (self.id, self.act, self.due) = (id, act, due)
      bytes = JSONBytes.encode(.object(act.saved)).count
    }
  }

  private var ready: Deque<Pending> = []
  /// Those whose user has to come first.
  private var waiting: [ScalarKey: [Pending]] = [:]
  /// The number of those that are tried again in a while.
  private var resting = 0
  /// Whether one of them is being done.
  var isDoingOne = false
  private(set) var count = 0
  private(set) var bytes = 0

  var isEmpty: Bool { count == 0 }
  /// Whether one of them can be done without a visit.
  var hasReady: Bool { isDoingOne || resting > 0 || !ready.isEmpty }

  mutating func add(_ pending: Pending) {
    count += 1
    bytes += pending.bytes
    ready.append(pending)
  }

  /// Takes the next one, which is being done until one of the following is called.
  mutating func take() -> Pending? {
    guard !isDoingOne, let pending = ready.popFirst() else { return nil }
    isDoingOne = true
    return pending
  }

  mutating func finished(_ pending: Pending) {
    isDoingOne = false
    count -= 1
    bytes -= pending.bytes
  }

  mutating func rests() {
    isDoingOne = false
    resting += 1
  }

  mutating func waits(_ pending: Pending, for user: String) {
    isDoingOne = false
    waiting[ScalarKey(user), default: []].append(pending)
  }

  mutating func rested(_ pending: Pending) {
    resting -= 1
    ready.append(pending)
  }

  /// - Returns: Whether an act has waited for this user.
  mutating func visited(by user: ScalarKey) -> Bool {
    guard let acts = waiting.removeValue(forKey: user) else { return false }
    ready += acts
    return true
  }

  /// Users who have not come in time are not waited for any more.
  mutating func giveUpOld(askedBefore time: Int64) -> Bool {
    let old = waiting.filter { $0.value.contains { $0.act.time < time } }
    for (user, acts) in old {
      waiting[user] = nil
      ready += acts
    }
    return !old.isEmpty
  }
}

extension RequestedAct {
  /// The member whom it gives a window.
  var user: String? {
    switch act {
    case .open(_, _, let user, _), .move(_, let user, _): user
    case .dismiss, .land: nil
    }
  }

  /// The user whose visit it may wait for.
  var visitor: String { user ?? by }

  /// The name in the audit, as operators' acts have it.
  var name: String {
    switch act {
    case .open: "open"
    case .dismiss: "dismiss"
    case .land: "land"
    case .move: "move"
    }
  }
}

// As the store has it: a timer of the tenant, without an object that receives it.

extension StoredTimer {
  /// The type of timers that are pending acts. No class has such a name.
  package static let actType = "/act"

  var isAct: Bool { type == Self.actType }

  /// - Parameter act: `nil` when it is done.
  init(_ id: String, _ act: RequestedAct?, of tenant: Tenant, due: Int64) {
    self.init(
      tenant: tenant, type: Self.actType, id: id, due: due,
      message: act.map { JSONBytes.encode(.object($0.saved)) })
  }
}

extension StoredPost {
  /// Whether it is an act that another hub has sent.
  var isAct: Bool { type == StoredTimer.actType }
}

extension RequestedAct {
  var saved: JSONObject {
    var saved: JSONObject = ["act": .string(name), "by": .string(by), "time": .integer(Int(time))]
    switch act {
    case .open(let scene, let value, let user, let policy):
      saved.append("scene", .string(scene))
      saved.append("user", .string(user))
      saved.append("policy", .string(policy.rawValue))
      if let value { saved["value"] = value }
    case .dismiss(let id): saved.append("window", .string(id.rawValue))
    case .land(let id, let path, let interruptsTyping):
      saved.append("window", .string(id.rawValue))
      saved.append("path", .string(path))
      if interruptsTyping { saved.append("interruptsTyping", true) }
    case .move(let id, let user, let other):
      saved.append("window", .string(id.rawValue))
      saved.append("user", .string(user))
      // The tenant may be renamed.
      if other != tenant { saved.append("tenant", .string(other.id)) }
    }
    saved["shows"] = onlyShows.map { .string($0.rawValue) }
    elsewhere?.save(to: &saved)
    return saved
  }

  /// - Returns: `nil` if it can't be read.
  init?(_ timer: StoredTimer) { self.init(timer.message, of: timer.tenant) }

  /// - Returns: `nil` if it can't be read.
  init?(_ message: [UInt8]?, of tenant: Tenant) {
    guard let json = message.flatMap({ try? JSONBytes.decode($0) }), let by = json["by"]?.stringValue,
      let time = json["time"]?.integerValue, let act = WindowAct(saved: json, in: tenant)
    else { return nil }
    let shown = json["shows"]?.stringValue.map { WindowID($0) }
    self.init(act: act, tenant: tenant, by: by, time: Int64(time), onlyShows: shown, elsewhere: Elsewhere(json))
  }
}

extension RequestedAct.Elsewhere {
  fileprivate func save(to saved: inout JSONObject) {
    saved.append("elsewhere", .string(tenant.id))
    saved.append("opener", .string(opener.rawValue))
    saved["placement"] = placement?.rendered
    saved["caller"] = caller.map { .object($0.saved) }
    saved["opened"] = opened.map { opened in
      var saved: JSONObject = ["window": .string(opened.window.rawValue), "url": .string(opened.url)]
      saved["title"] = opened.title.map(JSONValue.string)
      return .object(saved)
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let tenant = json["elsewhere"]?.stringValue, let opener = json["opener"]?.stringValue else { return nil }
    self.init(tenant: Tenant(stored: tenant), opener: WindowID(opener))
    placement = json["placement"].flatMap(WindowPlacement.init)
    caller = json["caller"].flatMap(User.init)
    if let window = json["opened"]?["window"]?.stringValue, let url = json["opened"]?["url"]?.stringValue {
      opened = Opened(window: WindowID(window), url: url, title: json["opened"]?["title"]?.stringValue)
    }
  }
}

extension WindowPlacement {
  fileprivate init(_ rendered: JSONValue) {
    self.init(
      x: rendered["left"]?.integerValue, y: rendered["top"]?.integerValue, width: rendered["width"]?.integerValue,
      height: rendered["height"]?.integerValue)
  }
}

extension User {
  fileprivate var saved: JSONObject {
    var saved: JSONObject = ["id": .string(id), "tenant": .string(tenant.id)]
    saved["name"] = name.map { .string($0) }
    saved.append("roles", .array(roles.sorted().map { .string($0) }))
    saved.append("claims", .object(JSONObject(claims.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
    return saved
  }

  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.stringValue, let tenant = json["tenant"]?.stringValue else { return nil }
    let claims = json["claims"]?.objectValue?.compactMap { member in member.value.stringValue.map { (member.key, $0) } }
    self.init(
      id: id, name: json["name"]?.stringValue, roles: Set(json["roles"]?.arrayValue?.compactMap(\.stringValue) ?? []),
      claims: Dictionary(claims ?? [], uniquingKeysWith: { $1 }), tenant: Tenant(stored: tenant))
  }
}

extension WindowAct {
  fileprivate init?(saved json: JSONValue, in tenant: Tenant) {
    let (window, user) = (json["window"]?.stringValue.map { WindowID($0) }, json["user"]?.stringValue)
    switch (json["act"]?.stringValue, window, user) {
    case ("open", _, let user?):
      guard let scene = json["scene"]?.stringValue else { return nil }
      let policy = json["policy"]?.stringValue.flatMap(OpenWindowPolicy.init) ?? .reuse
      self = .open(scene: scene, value: json["value"], user: user, policy)
    case ("dismiss", let window?, _): self = .dismiss(window)
    case ("land", let window?, _):
      guard let path = json["path"]?.stringValue else { return nil }
      self = .land(window, at: path, interruptsTyping: json["interruptsTyping"]?.boolValue ?? false)
    case ("move", let window?, let user?):
      let other = json["tenant"]?.stringValue.map { Tenant(stored: $0) }
      self = .move(window, to: user, in: other ?? tenant)
    default: return nil
    }
  }
}
