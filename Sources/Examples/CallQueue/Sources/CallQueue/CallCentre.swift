import Oriel

@SavedValue
struct Call: Codable, Identifiable, Sendable {
  let id: Int
  let topic: String
  /// The user who answers; `nil` while the caller waits.
  var agent: String?
  var lines: [String] = []
}

struct GiveUp: NavigationMessage, Codable {
  let call: Call.ID
}

/// The calls of one call centre, which its callers and agents share. A call that is over is removed.
@SavedState
final class CallCentre {
  let calls = Rows<Call>()
  var lastID = 0
  @Environment(Windows.self) var windows
  @Environment(\.clock) var clock

  func start() {
    every(.seconds(10)) { self.putBack() }
  }

  /// Puts the calls back into the queue whose agents have been away for a minute. Half-typed answers stay in their windows.
  private func putBack() {
    for call in calls.filter({ $0.agent != nil }) {
      guard let agent = call.agent, windows.presence(of: agent).isAway(for: .seconds(60), at: clock.now) else {
        continue
      }
      calls[id: call.id]?.agent = nil
    }
  }

  var waiting: [Call] { calls.filter { $0.agent == nil } }

  /// - Returns: `nil` if too many wait.
  func open(_ topic: String) -> Call.ID? {
    guard waiting.count < 100 else { return nil }
    lastID += 1
    calls.append(Call(id: lastID, topic: topic))
    schedule(GiveUp(call: lastID), id: "call-\(lastID)", after: .seconds(3600))
    return lastID
  }

  /// Removes a call that nobody has taken: its caller may have closed the page long ago.
  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    guard let message = message as? GiveUp, calls[id: message.call]?.agent == nil else { return }
    calls.remove(id: message.call)
  }

  /// Gives a waiting call to an agent. Handlers of a tenant run one after another, so only one agent gets it.
  func take(_ id: Call.ID, for agent: String) -> Bool {
    guard let call = calls[id: id], call.agent == nil else { return false }
    calls[id: id]?.agent = agent
    return true
  }

  /// Gives a call to a supervisor, together with the agent's window and the half-typed answer in it.
  func takeOver(_ id: Call.ID, for supervisor: String) {
    guard let agent = calls[id: id]?.agent else { return }
    calls[id: id]?.agent = supervisor
    if let window = windows.all(scene: "call", of: agent).first(where: { $0.value() == id }) {
      windows.move(window.id, to: supervisor)
    } else {
      windows.open("call", value: id, for: supervisor)
    }
  }

  func say(_ text: String, as speaker: String, in id: Call.ID) {
    guard let call = calls[id: id] else { return }
    // A row has at most 256 KiB.
    calls[id: id]?.lines = (call.lines + ["\(speaker): \(text)"]).suffix(100)
  }
}
