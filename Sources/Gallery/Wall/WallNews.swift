import Oriel

/// The content of all walls of a room: saved, and the same on each.
@SavedState
final class WallNews: Seated {
  enum Page: String, Codable, CaseIterable {
    case incidents = "Incidents"
    case calls = "Calls"
    case market = "Market"
  }

  /// The text of the next announcement.
  var draft = "Shift change at 14:00"
  private(set) var announcement: String?
  private(set) var isAlarm = false
  private(set) var page = Page.incidents
  /// The pinned page; `nil` while the pages take turns.
  var pinned: Page?
  var seats: [Seat] = []
  @Environment(Windows.self) var windows
  @Environment(\.clock) var clock
  @Transient var timer: TaskHandle?

  static let interval = Duration.seconds(8)

  var shown: Page { pinned ?? page }

  func announce(alarm: Bool) {
    announcement = draft.isEmpty ? (alarm ? "Alarm" : nil) : draft
    isAlarm = alarm && announcement != nil
  }

  func clear() { (announcement, isAlarm) = (nil, false) }

  /// The next page.
  func beat() {
    let all = Page.allCases
    page = all[((all.firstIndex(of: page) ?? 0) + 1) % all.count]
  }
}
