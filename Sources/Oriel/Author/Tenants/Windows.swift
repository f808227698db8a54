import Observation
import OrielDocument

/// The windows of a tenant, in memory and asleep, and what its models and objects may do with them.
///
/// ```swift
/// @SavedState final class Desk {
///   let incidents = Rows<Incident>()
///   @Environment(Windows.self) var windows
///
///   func assign(_ id: Int, to user: String) {
///     incidents[id: id]?.owner = user
///     windows.open("incident", value: id, for: user)
///   }
/// }
/// ```
///
/// Every tenant has one, which its models and saved objects read with `@Environment(Windows.self)`. The changes
/// of an act are saved in the same transaction as the turn that asked for it. If the window or the member isn't in memory, the act itself
/// is saved with the turn, and done once, a moment later, also after a crash.
///
/// Which user may act is the app's decision: a button that a `body` doesn't show can't be pressed. An act on another
/// member's window is recorded in the audit, under the user whose event it was.
///
/// Confined to the hub.
public final class Windows: Observable {
  /// How many windows are listed: those used last.
  package static let limit = 10_000

  private let tenant: Tenant
  private weak var acting: (any WindowActing)?
  private var records: [WindowID: WindowRecord] = [:]
  private var recordsOfUsers: [ScalarKey: MemberWindows] = [:]
  /// In the order of their arrival, with gaps.
  private var arrivals: [WindowRecord?] = []
  /// Whether there are windows that are not listed.
  private var hasForgotten = false
  private let members = RowCell()
  private var attached: [ScalarKey: Person] = [:]
  private let closings = ClosedWindows()
  private let persons = RowCell()

  package init(of tenant: Tenant, on acting: (any WindowActing)?) {
    self.tenant = tenant
    self.acting = acting
  }

  // MARK: Looking

  /// The windows of the tenant, in memory and asleep: the 10,000 used last. Their order doesn't change with their use.
  ///
  /// A `body` that calls this is evaluated again when a window comes or goes: with a user, when one of that user's does.
  /// The properties of each entry are observed one by one.
  ///
  /// - Parameters:
  ///   - scene: Only windows of this scene.
  ///   - user: Only windows of this member.
  public func all(scene: String? = nil, of user: String? = nil) -> [Entry] {
    trim()
    return records(of: user).filter { scene?.hasSameScalars(as: $0.scene) ?? true }.map(Entry.init)
  }

  private func records(of user: String?) -> [WindowRecord] {
    guard let user else {
      members.access()
      return arrivals.compactMap(\.self)
    }
    guard let own = recordsOfUsers[ScalarKey(user)] else {
      members.access()
      return []
    }
    return own.records
  }

  /// Whether a member is at one of their windows, has been away from all of them, or has none. Observed.
  ///
  /// ```swift
  /// func takeBack() {
  ///   for call in calls where windows.presence(of: call.agent).isAway(for: .seconds(60), at: clock.now) {
  ///     calls[id: call.id]?.agent = nil
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter user: The member's id.
  public func presence(of user: String) -> Presence {
    records(of: user).map(\.presence).max() ?? .gone
  }

  /// The members with an attached window, in the order of their ids. Observed.
  ///
  /// ```swift
  /// let onDuty = windows.people.filter { $0.roles.contains("dispatcher") }
  /// ```
  public var people: [Person] {
    persons.access()
    return attached.values.sorted { $0.id < $1.id }
  }

  /// The windows that a member has closed, or that were closed for them, within the last 10 minutes: the latest 20, the last
  /// one first. Observed. Those that were closed before the tenant was loaded are not listed, though they can be reopened.
  ///
  /// ``NavigationModel-protocol/openWindow(_:)`` with such a window's id reopens it.
  public func closed(of user: String) -> [Closed] { closings.all(of: ScalarKey(user)) }

  // MARK: Acting

  /// Opens a window without a value for a member of the tenant. See ``open(_:value:for:policy:)``.
  @discardableResult
  public func open(_ scene: String, for user: String, policy: OpenWindowPolicy = .reuse) -> CommandResult {
    act(.open(OpenRequest(scene, nil, policy), for: user))
  }

  /// Opens a window for a member of the tenant, and asks a page of theirs to show it.
  ///
  /// A member without a page finds the window at the next visit. One who has never been here gets it at the first visit,
  /// if that is within the time for which windows are kept.
  ///
  /// - Parameters:
  ///   - scene: The id of a ``WindowGroup`` for values of this type that the member may open.
  ///   - value: The subject of the window.
  ///   - user: The member's id.
  ///   - policy: Whether to bring a window for the same value to the front instead. All windows of the member count, also
  ///     those that are asleep.
  @discardableResult
  public func open(
    _ scene: String, value: some Codable & Hashable, for user: String, policy: OpenWindowPolicy = .reuse
  ) -> CommandResult {
    act(.open(OpenRequest(scene, SceneValue.encode(value), policy), for: user))
  }

  /// Dismisses a window of the tenant. Its whole graph finishes, and its page is closed. For 10 minutes, its user can reopen
  /// it.
  @discardableResult
  public func dismiss(_ window: WindowID) -> CommandResult { act(.dismiss(window)) }

  /// Navigates a window of the tenant to an address, as if its user had opened that.
  ///
  /// While its user is typing, this waits for a pause of 1.5 s, but no longer than 30 s, so that no letter is
  /// lost with the screen that leaves.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - path: The path, as in the address bar; the result is `unknownURL` for anything else.
  ///   - interruptsTyping: Whether it doesn't wait.
  @discardableResult
  public func land(_ window: WindowID, at path: String, interruptsTyping: Bool = false) -> CommandResult {
    guard WindowURL(path) != nil else { return .notExecutable(.unknownURL(path)) }
    return act(.land(window, at: path, interruptsTyping: interruptsTyping))
  }

  /// Gives a window of the tenant to another member, with its state, drafts and open question.
  ///
  /// The window goes to sleep and wakes up for its new owner, which is a restart for its models. Its old page is closed; a
  /// page of the new owner is asked to show it. Nothing is moved to a user who may not open its scene, or who has the one
  /// window that the scene allows for its value; the result is `windowExists` then.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - user: The id of its new owner, who need not have been here before.
  ///   - tenant: The new owner's tenant, by default this one. The result is `noTenant` if the scene's ``Tenancy`` can't
  ///     lead there; a tenant that turns out not to exist gets nothing.
  @discardableResult
  public func move(_ window: WindowID, to user: String, in tenant: Tenant? = nil) -> CommandResult {
    act(.move(window, to: user, in: tenant ?? self.tenant))
  }

  /// Sends a trigger to the page of a window of the tenant: now or, if it has no page, when one attaches before the trigger
  /// expires. The window's root receives the ``TriggerOutcomeMessage``.
  ///
  /// - Parameters:
  ///   - trigger: The trigger. One that is ``EnvironmentTrigger/secret`` reaches only a window in memory; for one that is
  ///     asleep the result is `unknownWindow`.
  ///   - window: The window. It is woken if it is asleep.
  @discardableResult
  public func trigger(_ trigger: EnvironmentTrigger, in window: WindowID) -> CommandResult {
    send(trigger, as: .trigger(trigger, in: window))
  }

  /// Sends a trigger to the pages of all windows of the tenant that are in memory, as ``trigger(_:in:)`` does to one.
  ///
  /// ```swift
  /// windows.trigger(.notify("Maintenance at 18:00"))
  /// ```
  ///
  /// Windows that are asleep don't get it. A notification is shown once to each member: in the window that they see or,
  /// without one, used last.
  ///
  /// - Parameters:
  ///   - trigger: The trigger.
  ///   - scene: Only windows of this scene.
  ///   - user: Only windows of this member.
  ///   - other: No windows of this member, such as the one who has written the message.
  @discardableResult
  public func trigger(
    _ trigger: EnvironmentTrigger, scene: String? = nil, of user: String? = nil, except other: String? = nil
  ) -> CommandResult {
    send(trigger, as: .triggerAll(trigger, scene: scene, of: user, except: other))
  }

  private func send(_ trigger: EnvironmentTrigger, as act: WindowAct) -> CommandResult {
    if let url = trigger.forbiddenURL { return .notExecutable(.forbiddenURL(url)) }
    return self.act(act)
  }

  private func act(_ act: WindowAct) -> CommandResult {
    acting?.request(act, in: tenant) ?? .notExecutable(.notAttached)
  }
}

extension Windows {
  /// A window of the tenant. Its properties are current, not those of the time when it was listed.
  public struct Entry: Identifiable, Hashable {
    fileprivate let record: WindowRecord

    /// The window's id.
    public var id: WindowID { record.id }
    /// The id of the member whose window it is.
    public var user: String { record.user }
    /// The id of its scene.
    public var scene: String { record.scene }
    /// The title of its page. Observed.
    public var title: String { record.title }
    /// Whether its user is there. Observed.
    public var presence: Presence { record.presence }
    /// When its user last did something in it, in milliseconds since 1970. Observed.
    public var usedAt: Int64 { record.usedAt }
    /// Whether it is worth coming back to: a page shows it, or its user has done more in it than look. Observed.
    public var isInUse: Bool { record.isTouched || record.presence == .here }
    /// Whether the last thing that its user did in it was typing, so that something half-typed may wait there. False after a
    /// restart of the server. Observed.
    public var wasTyping: Bool { record.wasTyping }

    /// The value that it was opened for; `nil` if it has none, or one of another type.
    public func value<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? {
      record.value.flatMap { try? SceneValue.decode(type, from: $0) }
    }

    /// Whether both are the same window.
    public static func == (left: Entry, right: Entry) -> Bool { left.record === right.record }
    /// Hashes the window's id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// Whether the user of a window is there; for a person, at any of their windows.
  ///
  /// After a restart of the server, or when the tenant has been out of memory, no user is known to have been away for longer than
  /// the tenant has been in memory since.
  public enum Presence: Hashable, Comparable, Sendable {
    /// The window was closed, or belongs to another member now. A person has no window in the tenant.
    case gone
    /// No page shows it since this time, in milliseconds since 1970. The user may come back to it.
    case away(since: Int64)
    /// A page shows it, or did 2 seconds ago.
    case here

    /// Whether the user is away, and has been for this time. A window or person that is gone counts as away.
    ///
    /// - Parameters:
    ///   - duration: The time.
    ///   - now: The current time in milliseconds since 1970: ``HubClock/now`` or, where a `body` is to be evaluated again as
    ///     time passes, ``HubClock/now(every:)``.
    public func isAway(for duration: Duration, at now: Int64) -> Bool {
      switch self {
      case .gone: true
      case .away(let since): now - since >= duration.milliseconds
      case .here: false
      }
    }
  }

  /// A member with an attached window.
  public struct Person: Identifiable, Hashable, Sendable {
    /// The user's id.
    public let id: String
    /// The user's name, if it is known.
    public let name: String?
    /// The roles of the latest sign-in, as `admit` has set them.
    public let roles: Set<String>
    /// Whether a cookie is all that is known of the user: a visitor, who is no member of a team.
    public let isAnonymous: Bool
    /// The number of the member's attached windows.
    public let windows: Int
  }
}

// What the hub tells it.
extension Windows {
  /// A window has been opened, woken or read from the store.
  ///
  /// - Parameter presence: Whether a page shows it; if none does, the time counts only for a window that is new here.
  package func came(
    _ id: WindowID, of user: String, scene: String, value: JSONValue?, title: String, _ presence: Presence,
    usedAt: Int64, isTouched: Bool
  ) -> WindowRecord {
    if let record = records[id], record.user.hasSameScalars(as: user) {
      if presence == .here || record.isHere { record.become(presence) }
      record.become(titled: title)
      record.become(touched: isTouched)
      return record
    }
    remove(id)
    let record = WindowRecord(
      id, of: user, scene: scene, value: value, title: title, presence, usedAt: usedAt, isTouched: isTouched)
    members.change()
    record.index = arrivals.count
    arrivals.append(record)
    records[id] = record
    let own = recordsOfUsers[ScalarKey(user)] ?? MemberWindows()
    own.add(record)
    recordsOfUsers[ScalarKey(user)] = own
    if records.count > Self.limit + Self.limit / 8 { trim() }
    return record
  }

  /// A window is gone for good, or belongs to another member from now on.
  package func remove(_ id: WindowID) {
    guard let record = records[id] else { return }
    members.change()
    unlist(record)
    record.become(.gone)
    if arrivals.count > 64, arrivals.count > 2 * records.count { closeGaps() }
  }

  private func unlist(_ record: WindowRecord) {
    records[record.id] = nil
    arrivals[record.index] = nil
    let user = ScalarKey(record.user)
    recordsOfUsers[user]?.remove(record)
    if recordsOfUsers[user]?.current.isEmpty == true { recordsOfUsers[user] = nil }
  }

  /// Whether it is listed, or may have been used too long ago for that.
  package func mayHave(_ id: WindowID) -> Bool { records[id] != nil || areIncomplete }

  package func record(_ id: WindowID) -> WindowRecord? { records[id] }

  /// The window of a member that was opened for this value and used last.
  package func latest(scene: String, value: JSONValue?, of user: String) -> WindowID? {
    recordsOfUsers[ScalarKey(user)]?.current
      .filter { $0.scene.hasSameScalars(as: scene) && $0.value == value }
      .max { $0.lastUse < $1.lastUse }?.id
  }

  /// Whether some windows are not listed.
  package var areIncomplete: Bool { hasForgotten || records.count > Self.limit }

  /// The window of a member that was opened for this value, is in use and has no page, and was used last.
  package func waiting(scene: String, value: JSONValue?, of user: String) -> WindowID? {
    recordsOfUsers[ScalarKey(user)]?.current
      .filter { $0.isLeft && $0.scene.hasSameScalars(as: scene) && $0.value == value }
      .max { $0.lastUse < $1.lastUse }?.id
  }

  /// The window that a member used last.
  package func latest(of user: String) -> WindowID? {
    recordsOfUsers[ScalarKey(user)]?.current.max { $0.lastUse < $1.lastUse }?.id
  }

  /// - Parameter windows: The number of the member's attached windows.
  package func attached(_ user: User, windows: Int) {
    let person =
      windows > 0
      ? Person(
        id: user.id, name: user.name, roles: user.roles, isAnonymous: user.isAnonymous, windows: windows) : nil
    guard attached[user.key] != person else { return }
    persons.change()
    attached[user.key] = person
  }

  /// - Returns: The window that can't be reopened any more, because there are too many.
  package func closed(_ id: WindowID, of user: String, scene: String, title: String, at time: Int64) -> WindowID? {
    closings.add(Closed(id: id, scene: scene, title: title, closedAt: time), of: ScalarKey(user))
  }

  /// - Parameter time: When it was closed; by default at any time.
  package func forgetClosed(_ id: WindowID, of user: String, at time: Int64? = nil) {
    closings.forget(of: ScalarKey(user)) { $0.id == id && time ?? $0.closedAt == $0.closedAt }
  }

  /// A member may have another name.
  package func rename(_ user: User) {
    if let person = attached[user.key] { attached(user, windows: person.windows) }
  }

  /// Forgets those that were not used for longest.
  private func trim() {
    guard records.count > Self.limit else { return }
    let oldest = records.values.sorted { $0.lastUse < $1.lastUse }.prefix(records.count - Self.limit)
    hasForgotten = true
    for record in oldest {
      record.isListed = false
      unlist(record)
    }
    members.change()
    closeGaps()
  }

  private func closeGaps() {
    arrivals.removeAll { $0 == nil }
    for (index, record) in arrivals.enumerated() { record?.index = index }
  }
}

/// The windows of one member.
@Observable
private final class MemberWindows {
  @ObservationIgnored private let _$observationRegistrar = LazyRegistrar()
  /// In the order of their arrival.
  private(set) var records: [WindowRecord] = []
  /// The same, without being observed.
  var current: [WindowRecord] { _records }

  func add(_ record: WindowRecord) { withMutation(keyPath: \.records) { _records.append(record) } }
  func remove(_ record: WindowRecord) { withMutation(keyPath: \.records) { _records.removeAll { $0 === record } } }
}

/// One of a tenant's windows, as its objects see it. Each property is observed.
@Observable
package final class WindowRecord {
  @ObservationIgnored private let _$observationRegistrar = LazyRegistrar()
  package let id: WindowID
  package let user: String
  package let scene: String
  package let value: JSONValue?
  fileprivate private(set) var title: String
  fileprivate private(set) var presence: Windows.Presence
  fileprivate private(set) var usedAt: Int64
  fileprivate private(set) var isTouched: Bool
  fileprivate private(set) var wasTyping = false
  @ObservationIgnored fileprivate var index = 0
  /// Whether it is among those used last.
  @ObservationIgnored package fileprivate(set) var isListed = true

  fileprivate init(
    _ id: WindowID, of user: String, scene: String, value: JSONValue?, title: String, _ presence: Windows.Presence,
    usedAt: Int64, isTouched: Bool
  ) {
    self.isTouched = isTouched
    (self.id, self.user, self.scene, self.value) = (id, user, scene, value)
    (self.title, self.presence, self.usedAt) = (title, presence, usedAt)
  }

  package func become(_ presence: Windows.Presence) {
    if presence != _presence { self.presence = presence }
  }

  package func become(touched isTouched: Bool) {
    if isTouched != _isTouched { self.isTouched = isTouched }
  }

  /// Its user did something in it.
  package func did(typing: Bool) {
    if typing != _wasTyping { wasTyping = typing }
  }

  // Without being observed.

  /// Whether something in it waits for its user, and no page shows it.
  fileprivate var isLeft: Bool { _isTouched && !isHere }
  fileprivate var isHere: Bool { _presence == .here }
  fileprivate var lastUse: Int64 { _usedAt }
  package func isTitled(_ title: String) -> Bool { _title.hasSameScalars(as: title) }

  package func become(titled title: String) {
    if !isTitled(title) { self.title = title }
  }

  package func used(at time: Int64) {
    if time != lastUse { usedAt = time }
  }
}

/// An act on windows of a tenant.
package enum WindowAct: Equatable {
  case open(OpenRequest, for: String)
  case dismiss(WindowID)
  case land(WindowID, at: String, interruptsTyping: Bool)
  case move(WindowID, to: String, in: Tenant)
  case trigger(EnvironmentTrigger, in: WindowID)
  /// To the windows in memory, of a scene or a member if one is named. Never saved: it is part of the turn.
  case triggerAll(EnvironmentTrigger, scene: String?, of: String?, except: String?)
}

/// Performs acts at the end of the turn that asks for them.
package protocol WindowActing: AnyObject {
  func request(_ act: WindowAct, in tenant: Tenant) -> CommandResult
}
