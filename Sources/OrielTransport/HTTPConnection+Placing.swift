import Glibc
import OrielGateway
import OrielHub

/// The search for the loop or node that handles a request.
struct Placing {
  /// Whether another loop has said that this one should handle the next request.
  var isDone: Bool
  fileprivate var attempt = RouteAttempt(since: 0)
  fileprivate var dial: Dial?

  init(isDone: Bool) { self.isDone = isDone }

  mutating func end() {
    dial?.cancel()
    dial = nil
  }
}

extension HTTPConnection {
  func findPlace(of head: RequestHead, hub: WindowHub) {
    guard !placing.isDone else { return go(to: .here, hub: hub) }
    placing.attempt = RouteAttempt(since: server.loop.timers.now)
    go(to: place(of: head, hub: hub), hub: hub)
  }

  private func place(of head: RequestHead, hub: WindowHub) -> RequestPlace {
    server.handler.place(of: head.request, isHandshake: Handshake.isAskedFor(by: head), placing.attempt, hub: hub)
  }

  /// Goes on at the place of the request.
  private func go(to place: RequestPlace, hub: WindowHub) {
    guard case .routing(let head, let end) = state else { return }
    switch place {
    case .here: handleHere(head, end, hub: hub)
    case .loop(let loop): server.hand(self, to: loop)
    case .node(let node): passOn(head, end, to: node, hub: hub)
    case .refused(let response):
      (stays, input) = (false, [])
      writeAnswer(response, to: head.request.method)
    case .later(let later):
      cancelDeadline()
      later.then { place in
        self.server.hub.enter { hub in
          self.go(to: place, hub: hub)
          self.advance(hub: hub)
        }
      }
    }
  }

  /// Passes the connection to another node. If that can't be reached, the place of the request is looked for again.
  private func passOn(_ head: RequestHead, _ end: Int, to node: NodeRoute, hub: WindowHub) {
    do throws(RequestHead.Refusal) {
      // What the node would refuse, and what it might understand in another way, is refused here.
      let isHandshake = Handshake.isAskedFor(by: head)
      if isHandshake { _ = try Handshake(head) } else { _ = try head.bodyLength() }
      guard !isHandshake || input.count == end + 4 else {
        throw RequestHead.Refusal(400, "Wait for the answer to the handshake.")
      }
    } catch {
      return refuse(error, hub: hub)
    }
    cancelDeadline()
    placing.dial = Dial(node.address, on: server) { [weak self] socket in
      guard let self else { return socket.map { _ = Glibc.close($0) } ?? () }
      server.hub.enter { hub in self.dialed(node, socket, head, end, hub: hub) }
    }
  }

  private func dialed(_ node: NodeRoute, _ socket: Int32?, _ head: RequestHead, _ end: Int, hub: WindowHub) {
    placing.dial = nil
    guard let socket else {
      placing.attempt.failed = node.life
      go(to: place(of: head, hub: hub), hub: hub)
      return advance(hub: hub)
    }
    server.splice(
      self, to: socket, of: node.life, first: head.sentOn(with: node.via) + input[(end + 4)...],
      handshake: Handshake.isAskedFor(by: head) ? head.request : nil)
  }
}
