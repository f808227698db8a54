import OrielDocument
import OrielHub

/// What came of a step: what the server told the page, to be compared whole.
public enum TestOutcome: Equatable, Sendable {
  /// Nothing changed that the window shows.
  case nothing
  /// The window changed, and is at this revision now.
  case patch(Patch, rev: Int)
  /// The page was given the whole document: it was too far behind for a patch.
  case state(rev: Int)
  /// The step was refused, or its handler failed.
  case rejected(Refusal, String)
  /// The window was closed.
  case closed(Closing)
  /// More than one of these, in their order: such as a patch, and that the handler failed after it.
  case several([TestOutcome])

  /// Why an event was not done. The phrase beside it is for people.
  public enum Refusal: String, Sendable {
    /// The model or element is gone, or covered.
    case stale
    /// Not a name or a value that it takes.
    case invalid
    /// The element is disabled, or a command was refused.
    case notExecutable
    /// The page only observes.
    case forbidden
    /// The app's handler threw. What it had done before stays.
    case failed
  }

  /// Why a page was closed.
  public enum Closing: Sendable {
    /// Its user closed the window.
    case left
    /// The window was dismissed, has finished, or is unknown.
    case windowDismissed
    /// Another page shows the window now.
    case replaced
    /// It is another user's, or the page's user may not do this.
    case notYourWindow
    /// An operator has signed the user out.
    case signedOut
    /// An operator has banned the user.
    case banned
    /// The user has as many windows open as one may.
    case tooManyWindows
    /// An event's id was not the next one. A fault of Oriel's own.
    case eventGap
    /// The window has made the server fail, and was put aside.
    case parked
    /// The window could not be read from the store.
    case unavailable
    /// What its user has signed in with is over; signing in again helps.
    case expired
  }

  /// The same without the operations by which whole models come and go: what is left says where they went.
  ///
  /// ```swift
  /// #expect(try window.tap("Orders").abridged == .patch([.add("/models/m1/path/1", ["model": "m3"])], rev: 2))
  /// ```
  public var abridged: TestOutcome {
    switch self {
    case .patch(let patch, let rev): .patch(Patch(patch.operations.filter { !$0.isOfWholeModel }), rev: rev)
    case .several(let outcomes): .several(outcomes.map(\.abridged))
    default: self
    }
  }
}

extension PatchOperation {
  fileprivate var isOfWholeModel: Bool {
    let tokens = path.tokens
    return tokens.count == 2 && tokens[0] == "models"
  }
}

extension TestOutcome {
  init(_ deliveries: [TestDelivery]) {
    let outcomes = deliveries.compactMap(TestOutcome.init)
    switch outcomes.count {
    case 0: self = .nothing
    case 1: self = outcomes[0]
    default: self = .several(outcomes)
    }
  }

  private init?(_ delivery: TestDelivery) {
    switch delivery {
    case .patch(let patch, let rev, _, _) where !patch.isEmpty: self = .patch(patch, rev: rev)
    case .state(let rev, _): self = .state(rev: rev)
    case .rejected(_, let code, let message, _): self = .rejected(Refusal(code), message)
    case .close(let reason): self = .closed(Closing(reason))
    case .patch, .attached, .saved, .observed, .trigger, .sharedState, .sharedPatch: return nil
    }
  }
}

extension TestOutcome.Refusal {
  init(_ code: EventRefusalCode) {
    switch code {
    case .stale: self = .stale
    case .invalid: self = .invalid
    case .notExecutable: self = .notExecutable
    case .forbidden: self = .forbidden
    case .failed: self = .failed
    }
  }
}

extension TestOutcome.Closing {
  init(_ reason: CloseReason) {
    switch reason {
    case .left: self = .left
    case .windowDismissed: self = .windowDismissed
    case .replaced: self = .replaced
    case .notYourWindow: self = .notYourWindow
    case .signedOut: self = .signedOut
    case .banned: self = .banned
    case .tooManyWindows: self = .tooManyWindows
    case .eventGap: self = .eventGap
    case .parked: self = .parked
    case .unavailable: self = .unavailable
    case .expired: self = .expired
    }
  }
}
