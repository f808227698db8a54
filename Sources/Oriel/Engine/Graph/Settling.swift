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
  var actor: (any NavigationModel)?
  /// The observation that is running.
  var observation: ObservationToken?
  var isNoted = false
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

  mutating func beginRound() { rounds += 1 }

  /// Whether a queued observation may run; otherwise it ends.
  mutating func allows(_ observation: ObservationToken) -> Bool {
    switch stage {
    case .open: true
    case .refusing: !observation.leadsToItself
    case .silent, .over: !observation.leadsToItself && observed.insert(ObjectIdentifier(observation)).inserted
    }
  }
}

extension NavigationGraph {
  var isRefusing: Bool { settling.map { $0.stage != .open } ?? false }
  var isSilent: Bool { settling?.stage == .silent }

  /// Reports, once for each settling, the model that keeps it from coming to rest.
  func noteRestless(_ message: String = Settling.commandsEnd) {
    guard let settling, !settling.isNoted else { return }
    self.settling?.isNoted = true
    note(.unsettled, settling.actor ?? root, "keeps changing the window: \(message)")
  }

  /// Continues sending when the graph has settled. Values that a restless model has delayed wait for the next settling;
  /// values that receivers send without end are dropped.
  func continueSendingAtRest() -> Bool {
    guard isRefusing, sending.isDeferred else { return continueDeferredSending() }
    if settling?.isNoted == true { host.graphNeedsCommit() } else { dropEndless() }
    return false
  }
}
