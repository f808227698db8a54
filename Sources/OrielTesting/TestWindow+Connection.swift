import Oriel
import OrielDocument
import OrielHub

extension TestWindow {
  /// The connection is gone, and the server hears of it.
  public func disconnect() throws {
    _ = try whileAttached { hub, attachment in hub.detached(attachment) }
  }

  /// The same page comes back and resumes from where it was.
  public func reconnect() throws {
    try cutIfAttached()
    request.rev = page.document == nil ? nil : page.rev
    try attach(TestPage(resuming: page))
  }

  /// The page is loaded anew: it comes back to its window knowing nothing else.
  public func reload() throws {
    try cutIfAttached()
    request.instance = server.nextInstance()
    request.epoch = nil
    request.rev = nil
    try attach(TestPage())
  }

  /// The server ends and starts again with what its store has; then the page comes back.
  public func restart() throws {
    try server.restart()
    try reconnect()
  }

  /// The page's *Close*: the window finishes.
  @discardableResult
  public func leave() throws -> TestOutcome {
    try whileAttached { hub, attachment in hub.leave(attachment) }
  }

  private func cutIfAttached() throws {
    if isAttached { try disconnect() }
  }

  /// Another page comes for this window, as when its tab is duplicated.
  public func duplicate() throws -> TestWindow {
    try server.open(id, user: user, roles: request.user.roles)
  }

  // MARK: Triggers

  /// Answers a trigger.
  public func perform(_ trigger: TestTrigger, _ status: TestTriggerStatus = .performed, value: JSONValue? = nil) throws
  {
    _ = try whileAttached { hub, attachment in
      hub.performed(trigger.id, status.status, value: value, by: attachment)
    }
  }

  /// The page that an `openWindow` trigger asks for.
  public func open(_ trigger: TestTrigger) throws -> TestWindow {
    guard trigger.kind == "openWindow", let id = trigger.payload["window"]?.stringValue else {
      throw TestError.nothingTo("open by \(trigger.kind)")
    }
    let opened = try server.open(WindowID(id), user: user, roles: request.user.roles)
    try perform(trigger, value: "opened")
    return opened
  }

  // MARK: What the page says of itself

  /// Reports what has changed; what is `nil` is as it was.
  @discardableResult
  public func report(
    locale: String? = nil, timeZone: String? = nil, colorScheme: ColorScheme? = nil, reducedMotion: Bool? = nil,
    size: WindowSize? = nil, visible: Bool? = nil
  ) throws -> TestOutcome {
    var report = EnvironmentReport()
    report.locale = locale
    report.timeZone = timeZone
    report.colorScheme = colorScheme
    report.reducedMotion = reducedMotion
    report.width = size?.width
    report.height = size?.height
    report.visible = visible
    request.environment.add(report)
    return try whileAttached { hub, attachment in hub.environmentChanged(report, of: attachment) }
  }
}

extension EnvironmentReport {
  /// A page that comes back says all it knows of itself.
  fileprivate mutating func add(_ other: EnvironmentReport) {
    locale = other.locale ?? locale
    timeZone = other.timeZone ?? timeZone
    colorScheme = other.colorScheme ?? colorScheme
    reducedMotion = other.reducedMotion ?? reducedMotion
    width = other.width ?? width
    height = other.height ?? height
    visible = other.visible ?? visible
  }
}

/// How a page answers a trigger.
public enum TestTriggerStatus: Sendable {
  case performed, blocked, declined, unsupported, failed

  var status: TriggerStatus {
    switch self {
    case .performed: .performed
    case .blocked: .blocked
    case .declined: .declined
    case .unsupported: .unsupported
    case .failed: .failed
    }
  }
}
