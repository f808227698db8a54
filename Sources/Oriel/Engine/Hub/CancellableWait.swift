import Synchronization

/// A task that waits until it is told the result, or is cancelled. Whatever comes first ends the wait, on any thread.
package final class CancellableWait: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Void, any Error>)
    case ended(Result<Void, any Error>)
  }

  private let state = Mutex(State.new)

  package init() {}

  /// Waits, unless it has been ended before.
  package func begin(_ continuation: CheckedContinuation<Void, any Error>) {
    let result = state.withLock { state -> Result<Void, any Error>? in
      if case .ended(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  package func end(_ result: Result<Void, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      defer { if case .ended = state {} else { state = .ended(result) } }
      return if case .waiting(let continuation) = state { continuation } else { nil }
    }
    continuation?.resume(with: result)
  }
}
