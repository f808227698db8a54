import Foundation

/// Begins work that blocks, such as waiting until another server has left, on a thread of its own: the pool has as few threads
/// as the machine has cores, and two tests that block them would wait for each other for ever.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) -> Task<Value, any Error> {
  Task {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try work() }) }
    }
  }
}
