import OrielDocument

/// The first message of a socket: the window that its page shows, and the page's state of it.
package struct Attach: Equatable, Sendable {
  package var instance: String
  package var scene: String?
  package var value: JSONValue?
  package var url: String?
  package var window: String?
  package var takeover: Bool
  package var reopen: Bool
  package var epoch: String?
  package var rev: Int?
  package var saved: Int?
  package var sent: Int?
  package var observe: Bool
  package var environment: EnvironmentReport
  package var capabilities: Capabilities
  /// The tag of the client's files.
  package var client: String?

  package init(
    instance: String, scene: String? = nil, value: JSONValue? = nil, url: String? = nil, window: String? = nil,
    takeover: Bool = false, reopen: Bool = false, epoch: String? = nil, rev: Int? = nil, saved: Int? = nil,
    sent: Int? = nil,
    observe: Bool = false, environment: EnvironmentReport = EnvironmentReport(),
    capabilities: Capabilities = Capabilities(), client: String? = nil
  ) {
    self.instance = instance
    self.scene = scene
    self.value = value
    self.url = url
    self.window = window
    self.takeover = takeover
    self.reopen = reopen
    self.epoch = epoch
    self.rev = rev
    self.saved = saved
    self.sent = sent
    self.observe = observe
    self.environment = environment
    self.capabilities = capabilities
    self.client = client
  }
}

/// The names of optional capabilities of a client.
package struct Capabilities: Equatable, Sendable {
  package var present: [String]
  package var trigger: [String]
  package var element: [String]
  /// The codings of compressed messages that it can read.
  package var compression: [String]

  package init(
    present: [String] = [], trigger: [String] = [], element: [String] = [], compression: [String] = []
  ) {
    self.present = present
    self.trigger = trigger
    self.element = element
    self.compression = compression
  }
}
