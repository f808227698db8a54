import Oriel

/// A window that takes part in an app, as the others see it.
struct Seat: Identifiable, Hashable, Codable {
  let id: WindowID
  let role: String
  let number: Int
  /// What the window shows.
  var place: Int?

  var name: String { "\(role) \(number)" }
}

/// What windows share in which each has a role and a number.
protocol Seated: Attended {
  /// Also of windows that are asleep.
  var seats: [Seat] { get set }
}

extension Seated {
  subscript(window: WindowID) -> Seat? { seats.first { $0.id == window } }

  /// The seats of the windows that are not asleep, in the order in which they came.
  var taken: [Seat] { windows.all(of: user.id).compactMap { $0.presence == .asleep ? nil : self[$0.id] } }

  func taken(by role: String) -> [Seat] { taken.filter { $0.role == role } }

  /// Gives the window the lowest number that is free among those of its role. Call it in the `start()` of its model: after
  /// a restart it has the same number.
  func take(_ window: WindowID, as role: String) {
    keepTime()
    guard self[window] == nil else { return }
    let open = Set(windows.all(of: user.id).map(\.id))
    var seats = seats.filter { open.contains($0.id) }
    let numbers = Set(seats.lazy.filter { $0.role == role }.map(\.number))
    seats.append(Seat(id: window, role: role, number: (1...).first { !numbers.contains($0) } ?? 1))
    self.seats = seats
  }

  func note(_ place: Int?, in window: WindowID) {
    guard let index = seats.firstIndex(where: { $0.id == window }), seats[index].place != place else { return }
    seats[index].place = place
  }
}
