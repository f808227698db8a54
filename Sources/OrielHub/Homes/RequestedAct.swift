import DequeModule
import Oriel
import OrielDocument

/// An act on windows of a tenant that one of its models or objects has asked for.
struct RequestedAct: Equatable {
  var kind: Kind
  var tenant: Tenant
  /// The user whose event it was; empty for work that belongs to no user.
  var by: String
  /// When it was asked for, in milliseconds since 1970.
  var time: Int64
  /// The network of the page whose event it was, for limits. Lost if the process ends meanwhile.
  var network: String?

  enum Kind: Equatable {
    /// As the model or object has asked for it.
    case asked(WindowAct)
    /// Has a page of the user show a window that is there.
    case show(WindowID, to: String)
    /// Opens a window of the one who asks, in another tenant.
    case openElsewhere(OpenRequest, OtherTenant)
    /// Finds the member who is to have a window of another tenant, and asks that tenant's node to give it.
    case findOwner(WindowID, WindowOwner)
    /// Gives a window to a member of another tenant, who was found there.
    case give(WindowID, to: User)
  }

  /// The member who is to have a window.
  struct WindowOwner: Equatable {
    var user: String
    /// The window's scene.
    var scene: String
    /// The value that it was opened for.
    var value: JSONValue?
    /// The tenant that the window is in.
    var former: Tenant
  }

  struct OtherTenant: Equatable {
    var tenant: Tenant
    /// The window whose page is asked to show it.
    var opener: WindowID
    var phase = Phase.begins

    enum Phase: Equatable {
      case begins
      /// The tenant's hub opens it for the user, who has the credentials of a page, and the tenant of the opener.
      case opens(User)
      /// The tenant's hub has opened it, and the opener's page has to show it.
      case shows(Opened)
    }

    struct Opened: Equatable {
      var window: WindowID
      var url: String
      /// `nil` if an older version of the hub sent it.
      var title: String?
    }
  }
}

extension RequestedAct {
  init(_ act: WindowAct, in tenant: Tenant, by user: String, at time: Int64) {
    self.init(kind: .asked(act), tenant: tenant, by: user, time: time)
  }

  /// The act that follows.
  func becoming(_ kind: Kind, in tenant: Tenant) -> RequestedAct {
    var next = self
    (next.kind, next.tenant) = (kind, tenant)
    return next
  }

  /// The act that follows: a page of the window's new user shows it.
  func shows(_ id: WindowID, to user: User) -> RequestedAct { becoming(.show(id, to: user.id), in: user.tenant) }

  /// The window that another member is to have.
  var movedWindow: WindowID? {
    switch kind {
    case .asked(.move(let id, _, _)), .give(let id, _): id
    default: nil
    }
  }

  var isShow: Bool { if case .show = kind { true } else { false } }
}

/// The acts that a turn has asked for. Its commit performs them.
struct RequestedActs {
  private var waiting: [RequestedAct] = []

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ act: RequestedAct) { waiting.append(act) }

  mutating func drain() -> [RequestedAct] {
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

  /// Removes and returns the next one, which is being done until one of the following is called.
  mutating func popNext() -> Pending? {
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
  /// The user whose visit it may wait for.
  var visitor: String {
    switch kind {
    case .asked(.open(_, let user)), .asked(.move(_, let user, _)), .show(_, let user): user
    case .findOwner(_, let owner): owner.user
    case .asked(.dismiss), .asked(.land), .asked(.trigger), .asked(.triggerAll), .openElsewhere, .give: by
    }
  }

  /// The name in the audit, as operators' acts have it.
  var name: String {
    switch kind {
    case .asked(.open), .openElsewhere: "open"
    case .asked(.dismiss): "dismiss"
    case .asked(.land): "land"
    case .asked(.move), .findOwner, .give: "move"
    case .asked(.trigger), .asked(.triggerAll): "trigger"
    case .show: "show"
    }
  }
}

// As the store has it: a timer of the tenant, without an object that receives it.

extension StoredTimer {
  /// The type of timers that are pending acts, so that a turn saves an act, or ends it, with all that it changes. No class has
  /// such a name.
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
    switch kind {
    case .asked(.open(let request, let user)):
      request.save(to: &saved)
      saved.append("user", .string(user))
    case .asked(.dismiss(let id)): saved.append("window", .string(id.rawValue))
    case .asked(.land(let id, let path, let interruptsTyping)):
      saved.append("window", .string(id.rawValue))
      saved.append("path", .string(path))
      if interruptsTyping { saved.append("interruptsTyping", true) }
    case .asked(.move(let id, let user, let other)):
      saved.append("window", .string(id.rawValue))
      saved.append("user", .string(user))
      // The tenant may be renamed.
      if other != tenant { saved.append("tenant", .string(other.id)) }
    case .asked(.trigger(let trigger, let id)):
      saved.append("window", .string(id.rawValue))
      saved.append("kind", .string(trigger.kind))
      saved.append("payload", trigger.payload)
    case .asked(.triggerAll): break
    case .show(let id, let user):
      saved.append("window", .string(id.rawValue))
      saved.append("user", .string(user))
    case .openElsewhere(let request, let other):
      request.save(to: &saved)
      other.save(to: &saved)
    case .findOwner(let id, let owner):
      // A node of an older version must not take it for a move of one of its windows.
      saved["act"] = "findOwner"
      saved.append("window", .string(id.rawValue))
      saved.append("user", .string(owner.user))
      saved.append("scene", .string(owner.scene))
      saved["value"] = owner.value
      saved.append("former", .string(owner.former.id))
    case .give(let id, let owner):
      saved["act"] = "give"
      saved.append("window", .string(id.rawValue))
      saved.append("owner", .object(owner.saved))
    }
    return saved
  }

  /// - Returns: `nil` if it can't be read.
  init?(_ timer: StoredTimer) { self.init(timer.message, of: timer.tenant) }

  /// - Returns: `nil` if it can't be read.
  init?(_ message: [UInt8]?, of tenant: Tenant) {
    guard let json = message.flatMap({ try? JSONBytes.decode($0) }), let by = json["by"]?.stringValue,
      let time = json["time"]?.integerValue, let kind = Kind(json, in: tenant)
    else { return nil }
    self.init(kind: kind, tenant: tenant, by: by, time: Int64(time))
  }
}

extension RequestedAct.Kind {
  fileprivate init?(_ json: JSONValue, in tenant: Tenant) {
    let (window, user) = (json["window"]?.stringValue.map { WindowID($0) }, json["user"]?.stringValue)
    // An older version saved what is to be shown as one that opens.
    let shown = json["shows"]?.stringValue.map { WindowID($0) } ?? (json["act"] == "show" ? window : nil)
    if let shown {
      guard let user else { return nil }
      self = .show(shown, to: user)
      return
    }
    switch (json["act"]?.stringValue, window, user) {
    case ("open", _, _):
      guard let request = OpenRequest(json) else { return nil }
      if let other = RequestedAct.OtherTenant(json) {
        self = .openElsewhere(request, other)
      } else {
        guard let user else { return nil }
        self = .asked(.open(request, for: user))
      }
    case ("dismiss", let window?, _): self = .asked(.dismiss(window))
    case ("land", let window?, _):
      guard let path = json["path"]?.stringValue else { return nil }
      self = .asked(.land(window, at: path, interruptsTyping: json["interruptsTyping"]?.boolValue ?? false))
    case ("move", let window?, let user?):
      let other = json["tenant"]?.stringValue.map { Tenant(stored: $0) }
      self = .asked(.move(window, to: user, in: other ?? tenant))
    case ("trigger", let window?, _):
      guard let kind = json["kind"]?.stringValue, let payload = json["payload"] else { return nil }
      self = .asked(.trigger(EnvironmentTrigger(kind: kind, payload: payload), in: window))
    case ("findOwner", let window?, let user?):
      guard let scene = json["scene"]?.stringValue, let former = json["former"]?.stringValue else { return nil }
      let owner = RequestedAct.WindowOwner(
        user: user, scene: scene, value: json["value"], former: Tenant(stored: former))
      self = .findOwner(window, owner)
    case ("give", let window?, _):
      guard let owner = json["owner"].flatMap(User.init) else { return nil }
      self = .give(window, to: owner)
    default: return nil
    }
  }
}

extension OpenRequest {
  fileprivate func save(to saved: inout JSONObject) {
    saved.append("scene", .string(scene))
    saved.append("policy", .string(policy.rawValue))
    saved["value"] = value
    saved["placement"] = placement?.rendered
  }

  fileprivate init?(_ json: JSONValue) {
    guard let scene = json["scene"]?.stringValue else { return nil }
    self.init(
      scene, json["value"], json["policy"]?.stringValue.flatMap(OpenWindowPolicy.init) ?? .reuse,
      at: json["placement"].flatMap(WindowPlacement.init))
  }
}

extension RequestedAct.OtherTenant {
  fileprivate func save(to saved: inout JSONObject) {
    saved.append("elsewhere", .string(tenant.id))
    saved.append("opener", .string(opener.rawValue))
    switch phase {
    case .begins: break
    case .opens(let caller): saved.append("caller", .object(caller.saved))
    case .shows(let opened):
      var shown: JSONObject = ["window": .string(opened.window.rawValue), "url": .string(opened.url)]
      shown["title"] = opened.title.map(JSONValue.string)
      saved.append("opened", .object(shown))
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let tenant = json["elsewhere"]?.stringValue, let opener = json["opener"]?.stringValue else { return nil }
    self.init(tenant: Tenant(stored: tenant), opener: WindowID(opener))
    if let caller = json["caller"].flatMap(User.init) { phase = .opens(caller) }
    if let window = json["opened"]?["window"]?.stringValue, let url = json["opened"]?["url"]?.stringValue {
      phase = .shows(Opened(window: WindowID(window), url: url, title: json["opened"]?["title"]?.stringValue))
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
