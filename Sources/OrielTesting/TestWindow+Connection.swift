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

  /// The server ends and starts again with what its store has; then the page comes back to its window, which is restored.
  ///
  /// ```swift
  /// let before = window.document
  /// try window.restart()
  /// #expect(window.document.differences(from: before) == [])
  /// ```
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

  /// Answers a trigger, with a value where its kind has one.
  public func perform(_ trigger: TestTrigger, _ status: TestTriggerStatus = .performed, value: JSONValue? = nil) throws
  {
    _ = try whileAttached { hub, attachment in
      hub.performed(trigger.id, status.status, value: value, by: attachment)
    }
  }

  /// Shows the window that was asked for last, by code or by an operator, in a page of its own.
  ///
  /// ```swift
  /// try shop.tap("Look")
  /// let product = try shop.openWindow()
  /// ```
  /// - Throws: `TestError.nothingTo` where none was asked for.
  public func openWindow() throws -> TestWindow {
    guard let trigger = triggers.last(where: { $0.kind == "openWindow" }) else { throw TestError.nothingTo("open") }
    return try open(trigger)
  }

  /// Shows the window that an `openWindow` trigger asks for.
  public func open(_ trigger: TestTrigger) throws -> TestWindow {
    guard trigger.kind == "openWindow", let id = trigger.payload["window"]?.stringValue else {
      throw TestError.nothingTo("open by \(trigger.kind)")
    }
    let opened = try server.open(WindowID(id), user: user, roles: request.user.roles)
    try perform(trigger, value: "opened")
    return opened
  }

  // MARK: What the page says of itself

  /// Reports what has changed of the page; what is `nil` is as it was. Models read it with `@Environment`.
  ///
  /// ```swift
  /// try window.report(colorScheme: .dark, size: WindowSize(width: 400, height: 800))
  /// ```
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
  /// It was done.
  case performed
  /// The browser refused; it may still be done at the next press of a button.
  case blocked
  /// The user did not want it.
  case declined
  /// The page does not know how.
  case unsupported
  /// Something went wrong in the page.
  case failed

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
