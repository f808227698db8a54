import Oriel

/// A window that takes part in an app, as the others see it.
struct Seat: Identifiable, Hashable, Codable {
  let id: WindowID
  /// The window's user.
  let user: String
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

/// The seats of one room. In a fuller one the oldest are given away.
private let seatLimit = 60

extension Seated {
  subscript(window: WindowID) -> Seat? { seats.first { $0.id == window } }

  /// The seats at which someone is, in the order in which they came.
  func present(as role: String) -> [Seat] { seats.filter { $0.role == role && presence(of: $0) == .here } }

  /// The seats that were left within the last ten minutes, with the time at which they were, in milliseconds since 1970.
  func away(as role: String) -> [(seat: Seat, since: Int64)] {
    let now = clock.now(every: .seconds(60))
    return seats.compactMap { seat in
      guard seat.role == role, case .away(let since) = presence(of: seat), now - since < 600_000 else { return nil }
      return (seat, since)
    }
  }

  /// Whether the person of a seat has been away for half a minute, or has closed its window.
  func isLeft(by name: String) -> Bool {
    let named = seats.filter { $0.name == name }
    return named.allSatisfy { presence(of: $0).isAway(for: .seconds(30), at: clock.now) }
  }

  private func presence(of seat: Seat) -> Windows.Presence {
    windows.all(of: seat.user).first { $0.id == seat.id }?.presence ?? .gone
  }

  /// Gives the window the lowest number that is free among those of its role. Call it in the `start()` of its model: after
  /// a restart it has the same number.
  func take(_ window: WindowID, of user: User, as role: String) {
    keepTime()
    guard self[window] == nil else { return }
    let kept = seats.filter { presence(of: $0) != .gone }.suffix(seatLimit - 1)
    let numbers = Set(kept.lazy.filter { $0.role == role }.map(\.number))
    let number = (1...).first { !numbers.contains($0) } ?? 1
    seats = kept + [Seat(id: window, user: user.id, role: role, number: number)]
  }

  func note(_ place: Int?, in window: WindowID) {
    guard let index = seats.firstIndex(where: { $0.id == window }), seats[index].place != place else { return }
    seats[index].place = place
  }
}
