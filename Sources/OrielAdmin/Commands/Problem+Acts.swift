import Oriel
import OrielHub

extension Problem {
  /// `nil` if there is none.
  init?(_ result: CommandResult, of window: Window, _ target: LandingPlace) {
    switch result {
    case .executed: return nil
    case .rejected: self = .handlerFailed
    case .notExecutable(.locked): self = .windowLocked(window.id.rawValue)
    case .notExecutable(.unknownURL), .notExecutable(.unknownDestination): self = .unhandledTarget(target.description)
    case .notExecutable(let reason): self = .notNow(reason.words)
    }
  }
}

extension NotExecutableReason {
  /// The text for operators, after *The window can't go there now*.
  fileprivate var words: String {
    switch self {
    case .noStack: "it shows no stack to push onto"
    case .covered: "something is presented above it"
    case .alreadyShowing(let name): "it shows “\(name)” already"
    case .unsupportedPresentation(let kind): "its page can't draw “\(kind)”"
    default: "\(self)"
    }
  }
}

extension Problem {
  /// Adds details to the hub's error, so that the sender knows what to change.
  init(
    _ error: OpenError, user: String, scene: String, hasValue: Bool, hub: WindowHub
  ) {
    switch (error, hub.takesValue(scene: scene)) {
    case (.unknownUser, _): self = .unknownUser(user)
    case (.unknownScene, _), (.wrongValue, nil): self = .unknownScene(scene, known: hub.sceneIDs)
    case (.wrongValue, true?) where !hasValue: self = .missingValue(scene: scene)
    case (.wrongValue, false?) where hasValue: self = .needlessValue(scene: scene)
    case (.wrongValue, _): self = .wrongValue(scene: scene)
    case (.parked, _): self = .parkedOpening(scene: scene, user: user)
    }
  }
}
