import OrielHub
import Synchronization

/// Random bytes that count up, so that the ids in a test are reproducible and unique.
package final class CountingRandomness: Randomness {
  private let count = Mutex<UInt64>(0)

  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    let number = self.count.withLock { value in
      value += 1
      return value
    }
    let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    return Array(repeating: 0, count: max(0, count - 8)) + digits.suffix(count)
  }
}
