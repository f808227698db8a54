import Oriel
import OrielDocument
@_exported import OrielMessages

/// The outcome of a step: the server's answer to the page, to be compared whole.
///
/// Every step of a ``TestWindow`` returns its outcome to a test that uses it:
/// ```swift
/// #expect(try window.tap("Delete") == .rejected(.notExecutable, "This can't be used now"))
/// let outcome: TestOutcome = try window.tap("Orders")
/// ```
/// A test that doesn't expects the step to be done: it throws `TestError.rejected` otherwise.
public enum TestOutcome: Equatable, Sendable {
  /// Nothing visible in the window changed.
  case nothing
  /// The window changed and is now at this revision.
  case patch(Patch, rev: Int)
  /// The page received the whole document, because it was too far behind for a patch.
  case state(rev: Int)
  /// The step was refused, or its handler failed.
  case rejected(Refusal, String)
  /// The window was closed.
  case closed(Closing)
  /// Several outcomes in order, such as a patch and a failure of the handler after it.
  case several([TestOutcome])

  /// The reason why an event was refused.
  public typealias Refusal = EventRefusalCode
  /// The reason why a page was closed.
  public typealias Closing = CloseReason

  /// The same outcome without the operations that add or remove whole models; the remaining ones show where they went.
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

extension TestOutcome {
  /// The animations of the patch's operations, as the protocol writes them. Operations without one are left out.
  public var animations: [JSONValue] {
    switch self {
    case .patch(let patch, _): patch.operations.compactMap(\.animation)
    case .several(let outcomes): outcomes.flatMap(\.animations)
    default: []
    }
  }

  /// The transitions of the patch's operations.
  ///
  /// ```swift
  /// #expect(try window.tap("Back in a blur").abridged.transitions == [.blur(radius: 40)])
  /// ```
  public var transitions: [Transition] { animations.compactMap { Transition(saved: $0["transition"]) } }
}

extension TestOutcome {
  /// The first refusal among its parts.
  var rejection: TestError? {
    switch self {
    case .rejected(let reason, let message): .rejected(reason, message)
    case .several(let outcomes): outcomes.lazy.compactMap(\.rejection).first
    default: nil
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
    case .rejected(_, let code, let message, _): self = .rejected(code, message)
    case .closing(let reason): self = .closed(reason)
    case .patch, .attached, .saved, .observed, .trigger, .sharedState, .sharedPatch, .rowsState, .rowsPatch: return nil
    }
  }
}
