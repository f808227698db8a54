import OrielHub
import OrielWire

/// The way of a page to its window on another loop, on the loop of its socket.
final class PageRelay {
  let channel: RelayChannel
  /// The loop of the window.
  private let target: Int
  private let connection: any Connection
  private unowned let gateway: Gateway
  let page: RelayedPage
  /// The messages that the page sends before it is attached; `nil` once it is.
  private(set) var held: HeldMessages?
  private var isChoked = false

  init(
    _ page: RelayedPage, holding held: HeldMessages = HeldMessages(), over connection: any Connection, to target: Int,
    gateway: Gateway
  ) {
    channel = RelayChannel(origin: gateway.index)
    self.page = page
    self.held = held
    self.connection = connection
    self.target = target
    self.gateway = gateway
  }

  /// Passes the page on.
  ///
  /// - Returns: Whether there was room for it.
  func open() -> Bool {
    guard gateway.row?.mayOpen(page, gateway.limits) == true else { return false }
    tell(.open(page))
    return true
  }

  /// The way to another loop, which has the window, with what the page has sent meanwhile.
  func sentOn(to other: Int) -> PageRelay {
    var page = page
    page.isSentOn = true
    return PageRelay(page, holding: held ?? HeldMessages(), over: connection, to: other, gateway: gateway)
  }

  /// Passes a message on.
  ///
  /// - Returns: Whether there was room for it.
  func send(_ message: [UInt8]) -> Bool {
    if held != nil { return held!.append(message, gateway.limits) }
    guard gateway.row?.mayPass(message.count, over: channel, gateway.limits) == true else { return false }
    tell(.message(message))
    return true
  }

  func unchoked() {
    guard isChoked else { return }
    isChoked = false
    tell(.unchoked)
  }

  /// The socket is gone.
  func closed(_ code: UInt16?) {
    gateway.forget(self)
    tell(.closed(code))
  }

  private func tell(_ news: RelayNews) { gateway.tell(news, of: channel, to: target) }

  // MARK: From the window's loop

  /// - Returns: Whether there was room for all that the page has sent meanwhile.
  func attached() -> Bool {
    let held = held?.messages ?? []
    self.held = nil
    return held.allSatisfy(send)
  }

  func hear(_ frame: Frame) {
    connection.send(frame)
    let before = gateway.row?.took(frame, of: channel) ?? 0
    if connection.isChoked, !isChoked {
      isChoked = true
      tell(.choked)
    } else if before > RelayChannel.frameLimit, before - frame.count <= RelayChannel.frameLimit, !isChoked {
      tell(.unchoked)
    }
  }
}
