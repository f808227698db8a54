import Oriel
import OrielDocument
import OrielHub
import OrielWire

// Converts between the messages of the wire and the values of the hub, which don't know each other.

extension AttachRequest {
  /// - Parameter address: Where the page is. On this machine it may be a proxy's that is not trusted, and stand for
  ///   everybody.
  init(_ attach: Attach, visitor: Visitor, from address: String) {
    self.init(user: visitor.credentials.user, instance: ScalarKey(attach.instance))
    network = RemoteNetwork.isLoopback(address) ? nil : RemoteNetwork(of: address).text
    signedInAt = visitor.credentials.issued
    formerUser = visitor.former?.user.key
    scene = attach.scene
    value = attach.value
    url = attach.url
    window = attach.window.map(WindowID.init)
    takeover = attach.takeover
    epoch = attach.epoch.map { ScalarKey($0) }
    rev = attach.rev
    saved = attach.saved
    sent = attach.sent
    observe = attach.observe
    environment = EnvironmentReport(attach.environment)
    presents = Set(attach.capabilities.present.lazy.filter { $0.utf8.count <= 64 }.prefix(100))
  }
}

extension WindowEvent {
  init(_ event: Event) {
    self.init(id: event.id, model: event.model, element: event.element, name: event.name, value: event.value)
  }
}

extension EnvironmentReport {
  init(_ environment: OrielWire.Environment) {
    self.init()
    locale = environment.locale
    timeZone = environment.timeZone
    colorScheme = environment.colorScheme.flatMap { ColorScheme(rawValue: $0.rawValue) }
    reducedMotion = environment.reducedMotion
    width = environment.width
    height = environment.height
    visible = environment.visible
  }
}

extension TriggerStatus {
  init(_ status: Performed.Status) {
    switch status {
    case .performed: self = .performed
    case .blocked: self = .blocked
    case .declined: self = .declined
    case .unsupported: self = .unsupported
    case .failed: self = .failed
    }
  }
}
