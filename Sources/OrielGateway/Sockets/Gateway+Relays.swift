import OrielHub

// Connections whose window is on another loop. What a loop tells another in one tick leaves in one message.

/// The relayed connections of a gateway.
struct Relays {
  /// Of sockets here, with windows elsewhere.
  fileprivate var pages: [ObjectIdentifier: (relay: PageRelay, page: PageConnection)] = [:]
  /// Of windows here, with sockets elsewhere.
  fileprivate var connections: [ObjectIdentifier: RelayedConnection] = [:]
  /// For each of the other loops.
  fileprivate var outbox: [Int: [(RelayChannel, RelayNews)]] = [:]
}

extension Gateway {
  func tell(_ news: RelayNews, of channel: RelayChannel, to loop: Int) {
    relays.outbox[loop, default: []].append((channel, news))
  }

  package func tickEnds() {
    guard !relays.outbox.isEmpty else { return }
    let outbox = relays.outbox
    relays.outbox = [:]
    for (loop, news) in outbox { row?.run(at: loop) { $0.hear(news, $1) } }
  }

  private func hear(_ news: [(RelayChannel, RelayNews)], _ hub: WindowHub) {
    takeHub(hub)
    for (channel, news) in news {
      if channel.origin == index {
        hear(news, of: channel, hub)
      } else if let connection = connection(channel, news) {
        connection.hear(news, hub: hub)
      } else if case .message(let message) = news {
        row?.took(message.count, of: channel)
      }
    }
  }

  // MARK: Windows here

  private func connection(_ channel: RelayChannel, _ news: RelayNews) -> RelayedConnection? {
    if case .open = news {
      relays.connections[ObjectIdentifier(channel)] = RelayedConnection(channel, gateway: self)
    }
    return relays.connections[ObjectIdentifier(channel)]
  }

  func forget(_ connection: RelayedConnection) {
    relays.connections[ObjectIdentifier(connection.channel)] = nil
  }

  // MARK: Sockets here

  /// Relays a page to the loop of its window.
  func relay(_ page: PageConnection, over relay: PageRelay) {
    relays.pages[ObjectIdentifier(relay.channel)] = (relay, page)
    row?.relayed.add(1, ordering: .relaxed)
  }

  func forget(_ relay: PageRelay) {
    guard relays.pages.removeValue(forKey: ObjectIdentifier(relay.channel)) != nil else { return }
    row?.relayed.subtract(1, ordering: .relaxed)
  }

  private func hear(_ news: RelayNews, of channel: RelayChannel, _ hub: WindowHub) {
    guard let (relay, page) = relays.pages[ObjectIdentifier(channel)] else {
      if case .frame(let frame) = news { _ = row?.took(frame, of: channel) }
      return
    }
    switch news {
    case .attached:
      attached(page)
      if !relay.attached() { page.close(.flooding) }
    case .frame(let frame): relay.hear(frame)
    case .elsewhere(let loop):
      forget(relay)
      if loop == index { page.comesBack(from: relay, hub) } else { page.relay(over: relay.sentOn(to: loop)) }
    case .close(let code, let reason): page.closeRelayed(code, reason)
    case .open, .message, .choked, .unchoked, .closed: break
    }
  }
}
