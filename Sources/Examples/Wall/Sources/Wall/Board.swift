import Oriel

@SavedValue
struct Line: Codable, Identifiable, Sendable {
  enum State: String, Codable, CaseIterable, Sendable {
    case running = "Running"
    case delayed = "Delayed"
    case closed = "Closed"
  }

  let id: Int
  let name: String
  var state = State.running
}

/// What all walls show.
struct Status: Publication {
  var lines: [Line] = []
  var announcement: String?
}

struct Expire: NavigationMessage, Codable {}

/// What the editors share. Walls belong to no tenant, so they see only what it publishes.
@SavedState
final class Board {
  let lines = Rows<Line>()
  var lastID = 0
  var announcement: String?

  func start() {
    if lastID == 0 { for name in ["Line 1", "Line 2", "Ferry"] { add(name) } }
  }

  func add(_ name: String) {
    // A publication has at most 64 KiB.
    guard !name.isEmpty, lines.count < 50 else { return }
    lastID += 1
    lines.append(Line(id: lastID, name: name))
    show()
  }

  func remove(_ id: Line.ID) {
    lines.remove(id: id)
    show()
  }

  func set(_ id: Line.ID, to state: Line.State) {
    lines[id: id]?.state = state
    show()
  }

  /// Shows a text on all walls, in place of the one before, until the time has passed.
  func announce(_ text: String, for duration: Duration) {
    guard !text.isEmpty else { return }
    announcement = text
    schedule(Expire(), id: "expire", after: duration)
    show()
  }

  func clear() {
    announcement = nil
    unschedule("expire")
    show()
  }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    if message is Expire { clear() }
  }

  private func show() { publish(Status(lines: Array(lines), announcement: announcement)) }
}
