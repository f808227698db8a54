import Oriel
import OrielDocument
import OrielHub

extension TestWindow {
  /// Cuts the connection; the server notices at once.
  public func disconnect() throws {
    _ = try whileAttached { hub, attachment in hub.detach(attachment) }
  }

  /// Reconnects the same page, which resumes where it was.
  public func reconnect() throws {
    try cutIfAttached()
    request.rev = page.document == nil ? nil : page.rev
    try attach(TestPage(resuming: page))
  }

  /// Presses *Reopen it* in a page whose window was closed, or shows a closed window by its user's page.
  ///
  /// - Throws: `TestError.refused` if it was closed too long ago, or is not known.
  public func reopen() throws {
    try cutIfAttached()
    request.attach.reopen = true
    defer { request.attach.reopen = false }
    request.rev = page.document == nil ? nil : page.rev
    try attach(TestPage(resuming: page))
  }

  /// Reloads the page, which returns to its window with no other state.
  public func reload() throws {
    try cutIfAttached()
    request.instance = server.nextInstance()
    request.epoch = nil
    request.rev = nil
    try attach(TestPage())
  }

  /// Restarts the server with the same store. The page then returns to its window, which is restored.
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

  /// Closes the window, as its user does; it finishes.
  @discardableResult
  public func leave() throws -> TestOutcome {
    try whileAttached { hub, attachment in hub.leave(attachment) }
  }

  private func cutIfAttached() throws {
    if isAttached { try disconnect() }
  }

  /// Attaches another page to this window, as when its tab is duplicated.
  public func duplicate() throws -> TestWindow {
    try server.open(id, user: user, roles: request.user.roles)
  }

  // MARK: Triggers

  /// Answers a trigger, with a value if its kind has one.
  public func perform(_ trigger: TestTrigger, _ status: TestTriggerStatus = .performed, value: JSONValue? = nil) throws
  {
    _ = try whileAttached { hub, attachment in
      hub.performed(trigger.id, status.status, value: value, by: attachment)
    }
  }

  /// Shows the window requested last, by code or an operator, in a page of its own.
  ///
  /// ```swift
  /// try shop.tap("Look")
  /// let product = try shop.openWindow()
  /// ```
  /// - Throws: `TestError.nothingTo` if none was requested.
  public func openWindow() throws -> TestWindow {
    guard let trigger = triggers.last(where: { $0.kind == "openWindow" }) else { throw TestError.nothingTo("open") }
    return try open(trigger)
  }

  /// Shows the window that an `openWindow` trigger requests.
  public func open(_ trigger: TestTrigger) throws -> TestWindow {
    guard trigger.kind == "openWindow", let id = trigger.payload["window"]?.stringValue else {
      throw TestError.nothingTo("open by \(trigger.kind)")
    }
    let opened = try server.open(WindowID(id), user: user, roles: request.user.roles, claims: request.user.claims)
    try perform(trigger, value: "opened")
    return opened
  }

  // MARK: What the page says of itself

  /// Reports changes of the page; `nil` leaves a value unchanged. Models read the values with `@Environment`.
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
    report.colorScheme = colorScheme.flatMap { EnvironmentReport.ColorScheme(rawValue: $0.rawValue) }
    report.reducedMotion = reducedMotion
    report.width = size?.width
    report.height = size?.height
    report.visible = visible
    request.environment.add(report)
    return try whileAttached { hub, attachment in hub.environmentChanged(report, of: attachment) }
  }
}

extension EnvironmentReport {
  /// A page that reconnects reports all its values.
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
  /// The page performed it.
  case performed
  /// The browser refused; it may still be performed at the next click of a button.
  case blocked
  /// The user declined it.
  case declined
  /// The page has no handler for it.
  case unsupported
  /// It failed in the page.
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
