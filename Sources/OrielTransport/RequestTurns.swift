/// The HTTP connections with requests that wait, in turn. In one half of an iteration of the loop, a number of requests is
/// answered, whichever connections they come from; further ones wait behind those that wait already.
struct RequestTurns {
  private let atOnce: Int
  private var answered = 0
  private var waiting: [HTTPConnection] = []
  private var next = 0
  private var isHandling = false

  init(atOnce: Int) { self.atOnce = atOnce }

  /// Whether one more request is answered now.
  mutating func take() -> Bool {
    guard answered < atOnce, isHandling || next == waiting.count else { return false }
    answered += 1
    return true
  }

  mutating func tickEnds() { answered = 0 }

  /// - Returns: Whether it is the first that waits, so that turns have to be scheduled.
  mutating func wait(_ connection: HTTPConnection) -> Bool {
    waiting.append(connection)
    return !isHandling && waiting.count - next == 1
  }

  mutating func begin() { isHandling = true }

  /// The connection whose turn it is; `nil` if no more requests are answered now.
  mutating func takeNext() -> HTTPConnection? {
    guard answered < atOnce, next < waiting.count else { return nil }
    defer { next += 1 }
    return waiting[next]
  }

  /// - Returns: Whether others still wait.
  mutating func end() -> Bool {
    isHandling = false
    waiting.removeFirst(next)
    next = 0
    return !waiting.isEmpty
  }
}

extension WebSocketServer {
  /// Lets a connection go on when it is its turn.
  func waitForTurn(_ connection: HTTPConnection) {
    if turns.wait(connection) { scheduleTurns() }
  }

  private func scheduleTurns() {
    _ = loop.timers.schedule(after: 0) { [weak self] in self?.takeTurns() }
  }

  private func takeTurns() {
    turns.begin()
    while let connection = turns.takeNext() { connection.goOn() }
    if turns.end() { scheduleTurns() }
  }
}
