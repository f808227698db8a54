/// Where the values come from that `@Environment` reads.
enum NodeEnvironment {
  /// A model has them from the turn that creates it, and later from its window.
  case copied(EnvironmentValues)
  /// A saved object has those of its owner's turns. They are not held, because the object is one of them; a task of the
  /// object holds them until it ends.
  case turns(UnheldTurns)

  var values: EnvironmentValues {
    switch self {
    case .copied(let values): values
    case .turns(let turns): (turns.context ?? .current)?.environment ?? .ofNobody
    }
  }

  final class UnheldTurns {
    weak var context: TurnContext?

    init(_ context: TurnContext) { self.context = context }
  }
}
