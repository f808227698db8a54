import Oriel

/// The content of each screen of a wall. All windows of a user read the plan; the control room changes it.
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

  /// Two by two.
  static func placement(of number: Int) -> WindowPlacement {
    let (row, column) = (number - 1).quotientAndRemainder(dividingBy: 2)
    return WindowPlacement(x: column * 640, y: row * 420, width: 640, height: 400)
  }
}
