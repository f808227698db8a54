import Oriel

/// The state that the windows of a call centre share: saved, and advanced while a page of the room is open.
@SavedState
final class Switchboard: Seated {
  private(set) var calls = Switchboard.morning
  /// The number of callers so far.
  private(set) var called = 9
  private(set) var answered = 0
  private(set) var beats = 0
  var seats: [Seat] = []
  @Environment(Windows.self) var windows
  @Environment(\.clock) var clock
  @Transient var timer: TaskHandle?

  static let interval = Duration.seconds(2)
  static let limit = 18
  /// Simulated agents, who take calls by themselves.
  static let colleagues = ["Mara", "Jon", "Ines"]

  /// The calls in the queue of a new desk.
  private static var morning: [Call] {
    var calls = (0..<9).map { Call(number: $0, seconds: (9 - $0) * 22) }
    for (index, colleague) in colleagues.prefix(2).enumerated() { calls[index].take(colleague) }
    return calls
  }

  subscript(id: Call.ID) -> Call? { calls.first { $0.id == id } }

  var waiting: [Call] { calls.filter(\.isWaiting) }
  var talking: [Call] { calls.filter(\.isTalking) }

  func change(_ id: Call.ID, _ change: (inout Call) -> Void) {
    guard let index = calls.firstIndex(where: { $0.id == id }) else { return }
    change(&calls[index])
  }

  func end(_ id: Call.ID) {
    guard self[id]?.isOver == false else { return }
    change(id) { $0.end() }
    answered += 1
  }

  /// Two seconds: callers come, wait and write, colleagues take calls and end them.
  func beat() {
    beats += 1
    var calls = calls.filter { !$0.isOver }
    for index in calls.indices { calls[index].wait() }
    // Who has left can't talk to anybody.
    for index in calls.indices {
      guard let holder = calls[index].holder, !Self.colleagues.contains(holder), isLeft(by: holder) else { continue }
      calls[index].putBack()
    }
    for colleague in Self.colleagues {
      if let index = calls.firstIndex(where: { $0.holder == colleague }) {
        if calls[index].seconds > 56 {
          calls[index].end()
          answered += 1
        }
      } else if let index = calls.firstIndex(where: { $0.isWaiting && $0.seconds > 40 }) {
        calls[index].take(colleague)
      }
    }
    if beats.isMultiple(of: 4), calls.count < Self.limit, calls.count(where: \.isWaiting) < 10 {
      calls.append(Call(number: called, during: calls))
      called += 1
    }
    self.calls = calls
  }
}
