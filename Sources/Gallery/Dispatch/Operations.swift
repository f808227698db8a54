import Oriel

/// The state that the windows of a dispatch room share: saved, and advanced while a page of the room is open.
@SavedState
final class Operations: Seated {
  private(set) var incidents = Operations.morning
  /// The number of incidents reported so far.
  private(set) var reported = 7
  private(set) var beats = 0
  var seats: [Seat] = []
  @Environment(Windows.self) var windows
  @Environment(\.clock) var clock
  @Transient var timer: TaskHandle?

  static let interval = Duration.seconds(2)
  /// With more rows than this the board would be unreadable, so new reports wait.
  static let limit = 24
  static let units = ["A12", "A14", "A17", "E3", "E5", "L1", "P22", "P25", "R2"]

  /// The incidents on the board of a new desk.
  private static var morning: [Incident] {
    var incidents = (0..<7).map { Incident(number: $0, seconds: (7 - $0) * 34) }
    incidents[1].assign("A14", by: "the night shift")
    incidents[2].assign("L1", by: "the night shift")
    incidents[2].arrive()
    incidents[4].assign("P22", by: "the night shift")
    return incidents
  }

  subscript(id: Incident.ID) -> Incident? { incidents.first { $0.id == id } }

  /// Open incidents first, the most urgent at the top; then by age.
  var sorted: [Incident] {
    incidents.sorted { one, other in
      (one.isOpen ? one.priority.rawValue : 9, one.id) < (other.isOpen ? other.priority.rawValue : 9, other.id)
    }
  }

  var freeUnits: [String] { Self.units.filter { unit in !incidents.contains { $0.units.contains(unit) } } }

  func count(_ status: Incident.Status) -> Int { incidents.count { $0.status == status } }

  func change(_ id: Incident.ID, _ change: (inout Incident) -> Void) {
    guard let index = incidents.firstIndex(where: { $0.id == id }) else { return }
    change(&incidents[index])
  }

  func assign(_ unit: String, to id: Incident.ID, by name: String) {
    guard freeUnits.contains(unit) else { return }
    change(id) { $0.assign(unit, by: name) }
  }

  /// Two seconds in the life of a town.
  func beat() {
    beats += 1
    var incidents = incidents
    var free = freeUnits
    for index in incidents.indices {
      incidents[index].wait(2)
      let incident = incidents[index]
      switch incident.status {
      case .waiting where incident.stage > 20 && incident.draft.isEmpty && !free.isEmpty:
        incidents[index].assign(free.removeFirst(), by: "the other room")
      case .underWay where incident.stage > 6: incidents[index].arrive()
      case .onScene where incident.stage > 24: incidents[index].close("Units left the scene")
      default: break
      }
    }
    // A note that is half typed has five minutes more.
    incidents.removeAll { !$0.isOpen && $0.stage > ($0.draft.isEmpty ? 8 : 158) }
    if beats.isMultiple(of: 5), incidents.count < Self.limit, incidents.count(where: \.isOpen) < 14 {
      incidents.append(Incident(number: reported))
      reported += 1
    }
    self.incidents = incidents
  }
}
