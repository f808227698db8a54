import Observation

extension NavigationModel {
  /// Runs `apply` now, and again, once per turn, in every turn that changes a value it has read, before the window is
  /// rendered. It can read the properties of models and of objects in the environment.
  ///
  /// `apply` must not write what it reads, directly or through another observation: such an observation is ended after 64
  /// runs in one turn. Properties marked `@Transient` are observed too.
  ///
  /// In a run that a change caused, ``Transaction/current`` is the transaction of the turn's first such change, with its
  /// ``TransactionKey``s, and the changes that `apply` makes are part of it.
  ///
  /// The observation ends with the model, or when it is cancelled. It is not saved, so call this in `start()`. For a
  /// model outside a window, `apply` runs only once.
  @discardableResult
  public func observe(_ apply: @escaping () -> Void) -> ObservationToken {
    let token = ObservationToken(of: self, apply)
    if let graph = _node.graph { graph.followers.add(token) } else { token.cancelNext() }
    token.run()
    return token
  }
}

/// An observation that can be cancelled. Confined to the hub.
public final class ObservationToken: Observable {
  private(set) weak var model: (any NavigationModel)?
  private var apply: (() -> Void)?
  private var isOnce = false
  private var isQueued = false
  /// Whose run has queued it.
  private weak var cause: ObservationToken?
  /// The transaction of the change that caused the next run.
  private var transaction: Transaction.Box?
  private let registrar = ObservationRegistrar()
  /// Read by every run and written to end the observation, because a tracking can't be cancelled otherwise.
  private var canary: Void { registrar.access(self, keyPath: \.canary) }

  init(of model: any NavigationModel, _ apply: @escaping () -> Void) {
    self.model = model
    self.apply = apply
  }

  /// Ends the observation: later changes are ignored.
  public func cancel() {
    guard apply != nil else { return }
    apply = nil
    registrar.willSet(self, keyPath: \.canary)
    model?._node.graph?.followers.remove(self)
  }

  func cancelNext() { isOnce = true }

  func run() {
    isQueued = false
    guard let apply else { return }
    guard !isOnce, let isolation = model?._node.graph?.host.isolation else { return runOnce(apply) }
    let invalidated = isolation.callback { self.invalidated() }
    let current = transaction ?? Transaction.storage
    transaction = nil
    Transaction.$storage.withValue(current) {
      Tracking.track(
        {
          _ = canary
          apply()
        }, onChange: { invalidated() })
    }
    // It was cancelled before it was tracked.
    if self.apply == nil { registrar.willSet(self, keyPath: \.canary) }
  }

  private func runOnce(_ apply: () -> Void) {
    self.apply = nil
    apply()
  }

  /// Whether its own run has queued it again, by way of others or not.
  var leadsToItself: Bool {
    var cause = cause
    for _ in 0..<64 where cause !== self { cause = cause?.cause }
    return cause === self
  }

  private func invalidated() {
    guard apply != nil, !isQueued, let graph = model?._node.graph else { return }
    isQueued = true
    cause = graph.settling?.observation
    transaction = Transaction.storage
    graph.followers.invalidated(self)
    graph.host.graphNeedsCommit()
  }
}

extension NavigationGraph {
  func runObservations() {
    for token in followers.drainInvalidated() {
      settling?.runs(token)
      if settling?.allows(token) ?? true { token.run() } else { end(token) }
    }
    settling?.runs(nil)
  }

  private func end(_ token: ObservationToken) {
    token.cancel()
    reportRestless(Settling.observationEnds)
  }
}
