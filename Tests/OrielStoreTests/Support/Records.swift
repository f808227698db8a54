import Oriel
import OrielDocument
import OrielHub

/// What the tests keep.
enum Records {
  static let id = WindowID("w-1")

  static func origin(user: String = "ann", scene: String = "main", openedBy: String? = nil) -> StoredOrigin {
    StoredOrigin(
      user: user, roles: ["admin", "a b, c\n"], scene: scene, value: ["id": 7], root: "m1", openedBy: openedBy)
  }

  /// A window as it is when it is new.
  static func newRow(_ origin: StoredOrigin = origin()) -> StoredWindowChanges {
    row(origin, models: [("m1", json(#"{"count":0}"#)), ("m2", json(#"{"name":"two"}"#))])
  }

  static func row(_ origin: StoredOrigin? = nil, models: [(id: String, value: [UInt8])] = []) -> StoredWindowChanges {
    var row = StoredWindowChanges(title: title, usedAt: 1000, position: json(#"{"applied":{},"next":3}"#))
    row.origin = origin
    row.models = models
    return row
  }

  static let title = "Notes – \u{0} 🪟"

  static func json(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func turn(_ fill: (inout StoredTurn) -> Void) -> StoredTurn {
    var turn = StoredTurn()
    fill(&turn)
    return turn
  }

  static func trigger(_ id: String, for windows: WindowID..., deadline: Int64 = 60_000) -> StoredTrigger {
    StoredTrigger(
      id: id, kind: "print", payload: json(#"{"copies":2}"#), deadline: deadline,
      outcomes: windows.map { StoredOutcome(trigger: id, window: $0) })
  }
}
