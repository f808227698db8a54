import Oriel
import OrielDocument
import OrielHub
import OrielTesting

/// A page that says what a test wants it to, also what a good page would not.
final class RawPage {
  let server: TestServer
  let instance: ScalarKey
  let user: User
  private(set) var page = TestPage()
  /// The place of the hub that it has asked last.
  private var hub: Int?
  private(set) var attachment: Attachment?
  /// Those before, the oldest first: what they still say comes too late.
  private(set) var former: [Attachment] = []
  /// Whether the hub has answered the last attach.
  private(set) var isAnswered = true

  init(_ server: TestServer, instance: ScalarKey, user: String = "user", roles: Set<String> = []) {
    self.server = server
    self.instance = instance
    self.user = User(id: user, roles: roles)
  }

  /// A new connection asks for a window.
  @discardableResult
  func attach(_ fill: (inout AttachRequest) -> Void = { _ in }) throws -> [TestDelivery] {
    var request = AttachRequest(user: user, instance: instance)
    fill(&request)
    if let attachment { former.append(attachment) }
    attachment = nil
    isAnswered = false
    page = request.rev == nil ? TestPage() : TestPage(resuming: page)
    try server.attach(request, page, last: hub) { [self] hub, attachment in
      self.hub = hub
      self.attachment = attachment
      isAnswered = true
    }
    return page.drainDeliveries()
  }

  /// The same, from where the page is.
  @discardableResult
  func resume(_ window: WindowID, epoch: ScalarKey, takeover: Bool = false) throws -> [TestDelivery] {
    let rev = page.rev
    return try attach {
      $0.window = window
      $0.epoch = epoch
      $0.rev = rev
      $0.takeover = takeover
    }
  }

  var isOpen: Bool { attachment?.isOpen ?? false }

  /// The connection is gone.
  func close() throws {
    if let attachment { try close(attachment) }
  }

  func close(_ attachment: Attachment) throws {
    try server.step(attachment, on: hub) { hub, attachment in hub.detach(attachment) }
  }

  /// What the page is told of an event.
  @discardableResult
  func send(_ event: WindowEvent) throws -> [TestDelivery] {
    _ = page.drainDeliveries()
    if let attachment { try send(event, by: attachment) }
    return page.drainDeliveries()
  }

  func send(_ event: WindowEvent, by attachment: Attachment) throws {
    try server.step((event, attachment), on: hub) { hub, sent in hub.receive(sent.0, from: sent.1) }
  }

  /// Its user looks at something else.
  func hide() throws {
    guard let attachment else { return }
    var report = EnvironmentReport()
    report.visible = false
    try server.step((report, attachment), on: hub) { hub, said in hub.environmentChanged(said.0, of: said.1) }
  }

  /// Its socket takes data again.
  func drain() throws {
    page.isChoked = false
    if let attachment { try server.step(attachment, on: hub) { hub, attachment in hub.catchUp(attachment) } }
  }
}
