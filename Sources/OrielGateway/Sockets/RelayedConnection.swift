import OrielHub
import OrielWire

/// The connection of a relayed page, on the loop of its window.
final class RelayedConnection: Connection {
  let channel: RelayChannel
  private unowned let gateway: Gateway
  private var page: PageConnection?
  private var isSocketChoked = false
  private var isCut = false

  init(_ channel: RelayChannel, gateway: Gateway) {
    self.channel = channel
    self.gateway = gateway
  }

  var isChoked: Bool {
    isSocketChoked || channel.frameBytes.load(ordering: .relaxed) > RelayChannel.frameLimit
  }

  func send(_ frame: Frame) {
    guard !isCut else { return }
    guard gateway.row?.mayPass(frame, over: channel) == true else { return cut() }
    tell(.frame(frame))
  }

  /// Ends the connection: the socket's loop takes nothing.
  private func cut() {
    isCut = true
    tell(.close(1013, "try again later"))
    gateway.log("Frames for another event loop have no room: a page was cut", "frames", from: page?.address ?? "")
  }

  func close(_ code: UInt16, reason: String) { tell(.close(code, reason)) }

  func attached() { tell(.attached) }

  /// The page is relayed to another loop, where its window is; this loop hears no more of it.
  func sendOn(to hub: Int) {
    tell(.elsewhere(hub))
    gateway.forget(self)
  }

  private func tell(_ news: RelayNews) { gateway.tell(news, of: channel, to: channel.origin) }

  // MARK: From the socket's loop

  func hear(_ news: RelayNews, hub: WindowHub) {
    switch news {
    case .open(let page): open(page, hub)
    case .message(let message):
      gateway.row?.took(message.count, of: channel)
      message.withUnsafeBytes { page?.received($0, hub: hub) }
    case .choked: isSocketChoked = true
    case .unchoked:
      isSocketChoked = false
      if !isChoked { page?.unchoked(hub: hub) }
    case .closed(let code):
      gateway.forget(self)
      let page = page
      self.page = nil
      page?.closed(code: code, hub: hub)
    case .attached, .elsewhere, .frame, .close: break
    }
  }

  private func open(_ relayed: RelayedPage, _ hub: WindowHub) {
    gateway.row?.opened(relayed)
    let page = gateway.open(self, relayed)
    self.page = page
    page.inTurn { page.attach(relayed.attach, bytes: relayed.bytes, hub) }
  }
}
