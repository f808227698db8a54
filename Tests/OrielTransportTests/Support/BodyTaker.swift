import OrielGateway

/// Takes the body of `POST /stream`, and answers with how much it was.
final class BodyTaker: BodyReceiver {
  enum Behaviour {
    case takes
    /// Never asks for more than the first piece.
    case stalls
    case refuses
    /// Has it all, and never answers.
    case keepsSilent
  }

  private let events: Events
  private let behaviour: Behaviour
  private var count = 0

  init(_ events: Events, _ behaviour: Behaviour) {
    self.events = events
    self.behaviour = behaviour
  }

  func receive(_ bytes: UnsafeRawBufferPointer, done: @escaping (HTTPResponse?) -> Void) {
    count += bytes.count
    events.add(.piece(bytes.count))
    switch behaviour {
    case .takes, .keepsSilent: done(nil)
    case .stalls: break
    case .refuses: done(.text(507, "full"))
    }
  }

  func end(reply: @escaping (HTTPResponse) -> Void) {
    events.add(.ended)
    if behaviour != .keepsSilent { reply(.text(201, "\(count)")) }
  }

  func cancel() { events.add(.cancelled) }
}
