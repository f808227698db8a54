/// One settling of a graph. The models' changes during it can lead to further rounds without end, so it becomes
/// stricter with the number of its rounds.
struct Settling {
  enum Stage {
    /// Models may do anything.
    case open
    /// Commands are refused, and an observation that triggers itself ends.
    case refusing
    /// New models are not started, and models that leave are not told: they write to containers directly. An
    /// observation runs once more.
    case silent
    /// The settling stops where it is.
    case over
  }

  static let commandsEnd = """
    each change that its start(), observe, listeners or onDismiss make leads to the next, 64 times in one turn. Further \
    commands in this turn are refused; add a condition that ends the changes
    """
  static let observationEnds = """
    what its observe writes makes the same observe run again, 64 times in one turn. That observation has ended; do not \
    write what it reads
    """

  private var rounds = 0
  /// The model whose code was called last.
  private(set) var actor: (any NavigationModel)?
  /// The observation that is running.
  private(set) var observation: ObservationToken?
  /// Whether the restless model was reported.
  private(set) var isReported = false
  /// The observations that have run in silence.
  private var observed: Set<ObjectIdentifier> = []

  var stage: Stage {
    switch rounds {
    case ...64: .open
    case ...128: .refusing
    case ...192: .silent
    default: .over
    }
  }

  /// Returns whether there may be another round.
  mutating func beginRound() -> Bool {
    rounds += 1
    return stage != .over
  }

  /// The model's code is about to be called.
  mutating func calls(_ model: (any NavigationModel)?) { actor = model }

  mutating func runs(_ observation: ObservationToken?) {
    self.observation = observation
    if let observation { actor = observation.model }
  }

  /// Returns whether the restless model is to be reported: once.
  mutating func markReported() -> Bool {
    defer { isReported = true }
    return !isReported
  }

  /// Whether a queued observation may run; otherwise it ends.
  mutating func allows(_ observation: ObservationToken) -> Bool {
    switch stage {
    case .open: true
    case .refusing: !observation.leadsToItself
    case .silent, .over: !observation.leadsToItself && observed.insert(ObjectIdentifier(observation)).inserted
    }
  }
}
