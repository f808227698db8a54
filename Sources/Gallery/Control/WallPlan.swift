import Oriel

/// What each screen of a wall shows. All windows of a user read it; the control room writes it.
@SavedState
final class WallPlan {
  enum Channel: String, Codable, CaseIterable {
    case wallboard = "Wallboard"
    case colours = "Colours"
    case message = "Message"
  }

  var channels: [Int: Channel] = [:]
  var message = "Closing in ten minutes"

  static let screens = 1...4
}
