import OrielDocument
import OrielHub

/// A setting of the server that can be changed while it runs. After a restart the server's flags apply again.
package enum Setting: String, CaseIterable, Sendable {
  case logLevel
  case attachedWindowsPerUser
  case layersPerWindow
  case modelsPerWindow
  case pendingTriggers
  case triggerExpiry
  case sleepAfter
  case finishAfter
  case slowTurn
  case uploadBytes

  package static let logLevels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

  /// The displayed name.
  package var title: String {
    switch self {
    case .logLevel: "Log level"
    case .attachedWindowsPerUser: "Attached windows per user"
    case .layersPerWindow: "Layers per window"
    case .modelsPerWindow: "Models per window"
    case .pendingTriggers: "Pending triggers"
    case .triggerExpiry: "Trigger expiry"
    case .sleepAfter: "Sleep after"
    case .finishAfter: "Finish after"
    case .slowTurn: "Slow turn"
    case .uploadBytes: "Upload limit"
    }
  }

  /// The displayed description.
  package var about: String {
    switch self {
    case .logLevel: "Minimum severity of log messages."
    case .attachedWindowsPerUser: "Maximum number of attached windows per user; --windows-per-user limits kept ones."
    case .layersPerWindow: "Maximum number of layers on one another in a window."
    case .modelsPerWindow: "Maximum number of models in a window."
    case .pendingTriggers: "Maximum number of triggers that wait for one window's page."
    case .triggerExpiry: "Default trigger expiry, in milliseconds."
    case .sleepAfter: "How long a window without a page stays in memory, in milliseconds."
    case .finishAfter: "How long an unused window is kept, in milliseconds."
    case .slowTurn: "How long a turn may take before it is logged as slow, in milliseconds."
    case .uploadBytes: "Largest file that a user may send, in bytes."
    }
  }

  /// The valid integers; `nil` if the value is one of `choices`.
  package var range: ClosedRange<Int>? {
    switch self {
    case .logLevel: nil
    case .attachedWindowsPerUser: 1...10_000
    case .layersPerWindow: 1...1000
    case .modelsPerWindow: 1...100_000
    case .pendingTriggers: 1...10_000
    case .triggerExpiry: 1...86_400_000
    case .sleepAfter: 1000...86_400_000
    case .finishAfter: 60_000...3_153_600_000_000
    case .slowTurn: 1...60_000
    case .uploadBytes: 0...(1 << 40)
    }
  }

  package var choices: [String] { self == .logLevel ? Self.logLevels : [] }

  package func value(_ hub: WindowHub) -> JSONValue {
    switch self {
    case .logLevel: .string(hub.controls.logLevel)
    case .attachedWindowsPerUser: .integer(hub.limits.attachedWindowsPerUser)
    case .layersPerWindow: .integer(hub.limits.layersPerWindow)
    case .modelsPerWindow: .integer(hub.limits.modelsPerWindow)
    case .pendingTriggers: .integer(hub.limits.pendingTriggersPerWindow)
    case .triggerExpiry: .integer(Int(hub.limits.triggerExpiry))
    case .sleepAfter: .integer(Int(hub.limits.sleepAfter))
    case .finishAfter: .integer(Int(hub.limits.finishAfter))
    case .slowTurn: .integer(Int(hub.limits.slowTurn))
    case .uploadBytes: .integer(hub.limits.uploadBytes)
    }
  }

  func check(_ value: JSONValue) throws(Problem) {
    guard let range else {
      guard let text = value.stringValue, choices.contains(text) else {
        throw .wrongSetting(rawValue, "one of \(choices.joined(separator: ", "))")
      }
      return
    }
    guard let number = value.integerValue, range.contains(number) else {
      throw .wrongSetting(rawValue, "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// - Parameter value: A value accepted by `check`.
  func set(_ value: JSONValue, _ hub: WindowHub) {
    if let text = value.stringValue { return hub.controls.logLevel = text }
    guard let number = value.integerValue else { return }
    switch self {
    case .logLevel: break
    case .attachedWindowsPerUser: hub.limits.attachedWindowsPerUser = number
    case .layersPerWindow: hub.limits.layersPerWindow = number
    case .modelsPerWindow: hub.limits.modelsPerWindow = number
    case .pendingTriggers: hub.limits.pendingTriggersPerWindow = number
    case .triggerExpiry: hub.limits.triggerExpiry = Int64(number)
    case .sleepAfter: hub.limits.sleepAfter = Int64(number)
    case .finishAfter: hub.limits.finishAfter = Int64(number)
    case .slowTurn: hub.limits.slowTurn = Int64(number)
    case .uploadBytes: hub.limits.uploadBytes = number
    }
  }
}
