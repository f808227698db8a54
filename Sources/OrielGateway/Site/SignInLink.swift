import OrielHub
import Synchronization

/// A link that signs the operator in once, without a token. The terminal shows it, and it works on this machine only.
package final class SignInLink: Sendable {
  static let folder = "/sign-in/link/"
  /// Milliseconds.
  static let lifetime: Int64 = 15 * 60_000

  private let key: String
  private let expires: Int64
  private let isUsed = Atomic(false)

  /// - Parameters:
  ///   - key: Random text that cannot be guessed.
  ///   - now: Milliseconds since 1970.
  package init(key: String, now: Int64) {
    self.key = key
    expires = now + Self.lifetime
  }

  /// The path that the link leads to.
  package var path: String { Self.folder + key }

  enum Use: Equatable {
    case accepted
    /// It was the right link, but it no longer works.
    case used, expired
    case unknown
  }

  /// - Parameter isEqual: Compares in constant time, whatever differs.
  func use(_ path: String, now: Int64, isEqual: ([UInt8], [UInt8]) -> Bool) -> Use {
    guard isEqual(Array(path.utf8), Array(self.path.utf8)) else { return .unknown }
    if isUsed.load(ordering: .relaxed) { return .used }
    guard now < expires else { return .expired }
    return isUsed.exchange(true, ordering: .relaxed) ? .used : .accepted
  }
}
