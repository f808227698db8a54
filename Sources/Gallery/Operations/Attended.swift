import Oriel

/// What the windows of an app share in a room. It advances by itself: once, however many windows show it, and not at all
/// while no page is open.
protocol Attended: SavedState {
  var windows: Windows { get }
  var clock: HubClock { get }
  var timer: TaskHandle? { get set }
  static var interval: Duration { get }
  /// Called every ``interval``.
  func beat()
}

extension Attended {
  /// Lets the time pass. Call it in the `start()` of a window's model.
  func keepTime() {
    guard timer == nil else { return }
    timer = every(Self.interval) { if !self.windows.people.isEmpty { self.beat() } }
  }
}
