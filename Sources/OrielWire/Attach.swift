import OrielDocument

/// The first message of a socket: the window that its page shows, and the page's state of it.
package struct Attach: Equatable, Sendable {
  package var instance: String
  package var scene: String?
  package var value: JSONValue?
  package var url: String?
  package var window: String?
  package var takeover: Bool
  package var epoch: String?
  package var rev: Int?
  package var saved: Int?
  package var sent: Int?
  package var observe: Bool
  package var environment: Environment
  package var capabilities: Capabilities

  package init(
    instance: String, scene: String? = nil, value: JSONValue? = nil, url: String? = nil, window: String? = nil,
    takeover: Bool = false, epoch: String? = nil, rev: Int? = nil, saved: Int? = nil, sent: Int? = nil,
    observe: Bool = false, environment: Environment = Environment(), capabilities: Capabilities = Capabilities()
  ) {
    self.instance = instance
    self.scene = scene
    self.value = value
    self.url = url
    self.window = window
    self.takeover = takeover
    self.epoch = epoch
    self.rev = rev
    self.saved = saved
    self.sent = sent
    self.observe = observe
    self.environment = environment
    self.capabilities = capabilities
  }
}

extension Attach {
  init(_ members: JSONObject) throws(WireError) {
    instance = try members.required("instance", .identifier)
    scene = try members.optional("scene", .identifier)
    value = try members.optional("value", .anything)
    url = try members.optional("url", .text)
    window = try members.optional("window", .identifier)
    takeover = try members.optional("takeover", .flag) == true
    epoch = try members.optional("epoch", .identifier)
    rev = try members.optional("rev", .counter)
    saved = try members.optional("saved", .counter)
    sent = try members.optional("sent", .counter)
    observe = try members.optional("observe", .flag) == true
    environment = try Environment(try members.required("environment", .object))
    capabilities = try Capabilities(try members.required("capabilities", .object))
  }
}

/// The names of optional capabilities of a client.
package struct Capabilities: Equatable, Sendable {
  package var present: [String]
  package var trigger: [String]
  package var element: [String]

  package init(present: [String] = [], trigger: [String] = [], element: [String] = []) {
    self.present = present
    self.trigger = trigger
    self.element = element
  }

  init(_ members: JSONObject) throws(WireError) {
    present = try members.optional("present", .names) ?? []
    trigger = try members.optional("trigger", .names) ?? []
    element = try members.optional("element", .names) ?? []
  }
}
