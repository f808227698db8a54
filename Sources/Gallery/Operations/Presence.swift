import Oriel

/// The windows of an app that are open, in the order in which they came, and what each shows.
@Observable
final class Presence {
  /// One window, as the others see it.
  struct Seat: Identifiable, Hashable {
    let id: WindowID
    let role: String
    let number: Int
    /// The number of this entry among all entries: a window that slept and woke has a new one.
    let entry: Int
    /// What the window shows.
    var place: Int?

    var name: String { "\(role) \(number)" }
  }

  private(set) var seats: [Seat] = []
  @ObservationIgnored private(set) var entries = 0
  @ObservationIgnored private var clock: TaskHandle?

  subscript(window: WindowID) -> Seat? { seats.first { $0.id == window } }

  func seats(of role: String) -> [Seat] { seats.filter { $0.role == role } }

  /// - Parameter number: The number it had before a restart.
  /// - Returns: The window's number among those of its role: `number` if it is free, else the lowest that is.
  func enter(_ window: WindowID, as role: String, number: Int?) -> Int {
    seats.removeAll { $0.id == window }
    let taken = Set(seats(of: role).map(\.number))
    let number = number.flatMap { taken.contains($0) ? nil : $0 } ?? (1...).first { !taken.contains($0) } ?? 1
    entries += 1
    seats.append(Seat(id: window, role: role, number: number, entry: entries))
    return number
  }

  func leave(entry: Int) {
    if seats.contains(where: { $0.entry == entry }) { seats.removeAll { $0.entry == entry } }
    guard seats.isEmpty else { return }
    clock?.cancel()
    clock = nil
  }

  /// Advances what the windows show until the last of them has left.
  fileprivate func keepTime(of place: some Attended) {
    if clock == nil { clock = place.every(type(of: place).interval) { place.beat() } }
  }

  func note(_ place: Int?, in window: WindowID) {
    guard let index = seats.firstIndex(where: { $0.id == window }), seats[index].place != place else { return }
    seats[index].place = place
  }
}

/// What windows share, and what moves by itself: once, however many windows show it, and not at all when no window is
/// open.
protocol Attended: SavedState {
  var presence: Presence { get }
  static var interval: Duration { get }
  /// Called every ``interval``.
  func beat()
}

extension NavigationModel {
  /// Counts the window as present until this model finishes. Call it in `start()`.
  ///
  /// - Returns: The window's number among those of its role.
  func attend(_ place: some Attended, in window: WindowID, as role: String, number: Int? = nil) -> Int {
    let presence = place.presence
    let number = presence.enter(window, as: role, number: number)
    let entry = presence.entries
    presence.keepTime(of: place)
    onMessageReceived { if $0 is FinishedNavigationMessage { presence.leave(entry: entry) } }
    // When a window falls asleep, its models don't finish, but its tasks end.
    task {
      defer { presence.leave(entry: entry) }
      for await _ in AsyncStream(Never.self, { _ in }) {}
    }
    return number
  }
}
