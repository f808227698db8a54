import Observation
import Oriel

/// The evaluation of `admit` for one member, which is repeated when something that it read changes.
final class Admission {
  /// Read by every evaluation, so that a change of it ends the tracking.
  @Observable
  fileprivate final class End {
    var isReached = false
  }

  private var end: End?

  /// - Parameter changed: Called once, on the hub, when something that `body` read is about to change.
  func evaluate<Result>(
    on isolation: any HubIsolation, changed: @escaping () -> Void, _ body: () -> Result
  ) -> Result {
    cancel()
    let end = End()
    self.end = end
    let notify = isolation.callback { [weak self] in
      guard let self, self.end === end else { return }
      self.end = nil
      changed()
    }
    return withObservationTracking {
      _ = end.isReached
      return body()
    } onChange: {
      notify()
    }
  }

  /// Ends the tracking.
  func cancel() {
    let end = end
    self.end = nil
    end?.isReached = true
  }
}
