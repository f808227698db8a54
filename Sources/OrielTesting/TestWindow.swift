import Oriel
import OrielDocument
import OrielHub

/// A window and its page in a test: tap, type, and compare the outcome.
///
/// ```swift
/// let window = try TestWindow(.stacked(HomeModel()))
/// #expect(try window.tap("Orders").abridged == .patch([.add("/models/m1/path/1", ["model": "m3"])], rev: 2))
/// #expect(window.title == "Orders")
/// ```
/// The test plays the page, which is as thin as any: it applies patches and sends events. Everything else is the real
/// server. Name elements by their id or by their visible text, and components of your own also by the component's name.
public final class TestWindow {
  /// The window's server, which has no other window unless the test opens one.
  public let server: TestServer
  /// The triggers that this page received, each once.
  public private(set) var triggers: [TestTrigger] = []
  /// All messages to the page, over all its connections.
  package private(set) var deliveries: [TestDelivery] = []
  package private(set) var page = TestPage()
  package private(set) var attachment: Attachment?
  package var request: AttachRequest
  /// The place of its hub.
  package private(set) var hub = 0
  private var hasArrived = false
  private var lastEvent = 0
  /// The last event: its name, its model and its element.
  private var lastStep: (name: String, model: String, element: String?)?
  /// How many deliveries were already part of an outcome.
  private var told = 0

  init(server: TestServer, request: AttachRequest) {
    self.server = server
    self.request = request
  }

  /// Opens a window of an app with only this kind of window.
  ///
  /// - Parameters:
  ///   - model: The root model, evaluated when the window is opened.
  ///   - environment: The objects that `@Environment` finds by type, evaluated at the same time and at every restart.
  public convenience init<Model: NavigationModel>(
    _ model: @autoclosure @escaping () -> Model,
    environment: @autoclosure @escaping () -> EnvironmentValues = []
  ) throws {
    try self.init(app: OneWindowApp(model: model, environment: environment))
  }

  /// Opens a window of this app: one of this scene, or of the default scene.
  public convenience init(app: some WindowApp, scene: String? = nil) throws {
    try self.init(app: app) { $0.scene = scene }
  }

  /// Opens a window of this app for a value.
  public convenience init(app: some WindowApp, scene: String, value: some Encodable) throws {
    let encoded = try JSONValueEncoder.encode(value)
    try self.init(app: app) {
      $0.scene = scene
      $0.value = encoded
    }
  }

  convenience init(app: some WindowApp, _ fill: (inout AttachRequest) -> Void) throws {
    let server = try TestServer(app: app)
    var request = AttachRequest(user: User(id: "user"), instance: server.nextInstance())
    fill(&request)
    self.init(server: server, request: request)
    try arrive()
  }

  // MARK: What the page shows

  /// The window's id; empty until the page has attached.
  public var id: WindowID { request.window ?? WindowID("") }
  /// The id of its user.
  public var user: String { request.user.id }
  /// The page's own copy of the document.
  public var document: JSONValue { page.document ?? .null }
  /// The document's revision: 1 at first, and one more for each turn that changed it.
  public var rev: Int { page.rev }
  /// The page's title.
  public var title: String { document["title"]?.stringValue ?? "" }
  /// All readable texts, one for each element, layer by layer from the bottom. A picker also has one for each option, or,
  /// if it is a menu, one for the chosen option.
  public var text: [String] { view.layers.flatMap(view.text) }
  /// Whether the page is connected.
  public var isAttached: Bool { attachment?.isOpen ?? false }

  /// The window's navigation events: see ``TestServer/events``.
  public var events: [NavigationNotice] { server.events.filter { $0.window == id } }

  var view: PageView {
    PageView(
      document: document, shared: page.shared.mapValues(\.document), slices: page.slices.mapValues(\.document))
  }

  /// The outcome of changes to the window since the last step that were not caused by the page itself.
  public func received() -> TestOutcome { outcome(since: told) }

  private func outcome(since start: Int) -> TestOutcome {
    defer { told = deliveries.count }
    return TestOutcome(Array(deliveries[start...]))
  }

  // MARK: Steps

  /// Sends an event of the user, with the next event id.
  public func event(model: String, element: String? = nil, name: String, value: JSONValue? = nil) throws {
    try accept(self.event(model: model, element: element, name: name, value: value))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func event(
    model: String, element: String? = nil, name: String, value: JSONValue? = nil
  ) throws -> TestOutcome {
    try event(model: model, element: element, name: name, value: value, over: nil)
  }

  /// Sends a text that was typed over another one, with the next event id.
  func event(
    model: String, element: String?, name: String, value: JSONValue?, over: TextBase?
  ) throws -> TestOutcome {
    lastStep = (name, model, element)
    return try send(
      WindowEvent(id: lastEvent + 1, model: model, element: element, name: name, value: value, over: over))
  }

  /// Sends an event as it is, whatever its id.
  @discardableResult
  package func send(_ event: WindowEvent) throws -> TestOutcome {
    lastEvent = max(lastEvent, event.id)
    return try whileAttached { hub, attachment in hub.receive(event, from: attachment) }
  }

  /// Runs code in the context of this window, as the app would outside an event: from a timer, or after an `await`.
  ///
  /// ```swift
  /// try window.run { basket.items.append("Milk") }
  /// ```
  @discardableResult
  public func run(_ body: () throws -> Void) throws -> TestOutcome {
    let start = deliveries.count
    try server.step(id, on: hub) { hub, id in
      guard let window = hub.windows[id] else { return try body() }
      try hub.turn(in: window) { try body() }
    }
    return outcome(since: start)
  }

  /// Throws what was rejected in a step whose outcome the test does not use.
  func accept(_ outcome: TestOutcome) throws {
    guard case .rejected(let reason, var message) = outcome.rejection else { return }
    if reason == .failed, let failure = events.last(where: { $0.kind == .failed }) { message = failure.message }
    throw TestError.rejected(reason, "\(describedStep)\(message)")
  }

  /// The name of the last event's element, as a person would say it.
  private var describedStep: String {
    guard let (name, model, id) = lastStep, let id else { return "" }
    let words = view.elements(of: model).first { $0.id == id }?.element.writtenText.first
    return words.map { "\(name) of “\($0)”: " } ?? "\(name) of \(id): "
  }

  /// Runs a step of the page and returns its outcome.
  package func whileAttached(_ body: (WindowHub, Attachment) -> Void) throws -> TestOutcome {
    guard let attachment, attachment.isOpen else { throw TestError.notAttached }
    let start = deliveries.count
    try server.step(attachment, on: hub, body)
    return outcome(since: start)
  }

  /// The page has new credentials of its user, with other roles.
  package func renew(roles: Set<String>) throws {
    let user = User(id: self.user, roles: roles)
    _ = try whileAttached { hub, attachment in hub.renewed(attachment, as: user) }
  }

  /// Moves the server's clock, and fires every timer that becomes due, at its time.
  ///
  /// - Returns: The changes of the document since the last outcome.
  @discardableResult
  public func advance(by duration: Duration) throws -> TestOutcome {
    try server.advance(by: duration)
    return received()
  }

  /// Waits until all handlers have finished. Work started with `task` is not waited for: use
  /// ``TestServer/settled(within:until:)`` of ``server``.
  ///
  /// - Returns: The changes of the document since the last outcome.
  @discardableResult
  public func settled() async throws -> TestOutcome {
    try await server.settled()
    return received()
  }

  // MARK: Coming and going

  func arrive() throws {
    server.admit(self)
    try attach(TestPage())
  }

  func attach(_ page: TestPage) throws {
    self.page = page
    lastEvent = 0
    let start = deliveries.count
    try server.attach(request, page, last: hasArrived ? hub : nil) { [weak self] hub, attachment in
      self?.hub = hub
      self?.attachment = attachment
    }
    hasArrived = true
    _ = outcome(since: start)
    if let closing = page.closing { throw TestError.refused(closing) }
  }

  /// Cuts the connection without the server noticing, as when its process ends.
  func cut() {
    attachment = nil
    receiveDeliveries()
  }

  /// Checks the messages of a step, and that the page shows what the server has.
  func check() throws {
    receiveDeliveries()
    if let violation = page.violations.first { throw TestError.violated(violation) }
    guard let attachment, attachment.isOpen, !page.isChoked, request.environment.visible != false else { return }
    try compareWithServer()
  }

  private func receiveDeliveries() {
    let new = page.drainDeliveries()
    deliveries += new
    for delivery in new {
      switch delivery {
      case .attached(let position): attached(position)
      case .trigger(let trigger) where !triggers.contains { $0.id == trigger.id }: triggers.append(trigger)
      default: break
      }
    }
  }

  private func attached(_ position: ServerMessage.Attached) {
    request.window = position.windowID
    request.epoch = position.epoch
    lastEvent = position.applied
  }

  private func compareWithServer() throws {
    let server = try server.look((id, attachment), on: hub) { hub, page in
      guard let window = hub.windows[page.0] else { throw TestError.violated("an open page of a window that is gone") }
      return (hub.document(of: window), window.rev, hub.sharedDocuments(of: window), hub.slices(of: page.1))
    }
    let difference = DocumentDifference.text(from: page.document, to: server.0)
    guard difference.isEmpty else { throw TestError.differs(difference) }
    guard page.rev == server.1 else { throw TestError.differs("revision: \(page.rev) → \(server.1)") }
    let shared = JSONValue.object(JSONObject(page.shared.map { ($0.key, $0.value.document) }))
    let sharedDifference = DocumentDifference.text(from: shared, to: .object(JSONObject(server.2)))
    guard sharedDifference.isEmpty else { throw TestError.differs(sharedDifference) }
    for (name, slice) in server.3 {
      let difference = DocumentDifference.text(from: page.slices[name]?.document ?? .null, to: slice)
      guard difference.isEmpty else { throw TestError.differs("the rows of \(name): \(difference)") }
    }
  }
}
