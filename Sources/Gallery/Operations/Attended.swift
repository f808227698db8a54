import Oriel

/// What the windows of an app share. It advances by itself: once, however many windows show it, and not at all while no
/// page is open.
protocol Attended: SavedState {
  var windows: Windows { get }
  /// Its user; the id is empty if all users share it.
  var user: User { get }
  var clock: TaskHandle? { get set }
  static var interval: Duration { get }
  /// Called every ``interval``.
  func beat()
}

extension Attended {
  /// Lets the time pass. Call it in the `start()` of a window's model.
  func keepTime() {
    guard clock == nil else { return }
    clock = every(Self.interval) { if self.isWatched { self.beat() } }
  }

  private var isWatched: Bool {
    user.id.isEmpty ? !windows.people.isEmpty : windows.all(of: user.id).contains { $0.presence == .attached }
  }
}
