import Oriel

extension EventRefusal {
  var code: EventRefusalCode {
    switch self {
    case .stale: .stale
    case .invalid: .invalid
    case .notExecutable: .notExecutable
    case .forbidden: .forbidden
    }
  }

  /// A phrase that is safe to show.
  var message: String {
    switch self {
    case .stale: "This is no longer on the screen"
    case .invalid(let why): why
    case .notExecutable(let why): why
    case .forbidden: "View only"
    }
  }
}
