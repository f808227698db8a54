import CArgon2
import Foundation

/// Hashes passwords with Argon2id, for apps whose users sign in with a name and a password.
///
/// ```swift
/// account.hash = try await Passwords.hash(password)
/// let isRight = try await Passwords.verify(password, against: account?.hash)
/// ```
///
/// A hash is a text that has its salt and its parameters, such as `$argon2id$v=19$m=65536,t=3,p=4$…`: those of RFC 9106 §4 for
/// machines without much memory. One takes 64 MiB and some 100 ms. No more than two are made at once, on other threads
/// than the hub's.
public enum Passwords {
  /// In bytes. Longer ones are refused, and not shortened.
  public static let longest = 1024

  private static let (passes, kibibytes, lanes): (UInt32, UInt32, UInt32) = (3, 65_536, 4)
  private static let (saltBytes, tagBytes) = (16, 32)

  /// Makes a hash to keep.
  ///
  /// - Parameter password: At most ``longest`` bytes.
  /// - Throws: ``PasswordError``.
  @concurrent public static func hash(_ password: String) async throws -> String {
    let password = try bytes(of: password)
    return try await work.run {
      let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
      let length = argon2_encodedlen(
        passes, kibibytes, lanes, UInt32(saltBytes), UInt32(tagBytes), Argon2_id)
      var text = [CChar](repeating: 0, count: length)
      let code = argon2id_hash_encoded(
        passes, kibibytes, lanes, password, password.count, salt, salt.count, tagBytes, &text, length)
      guard code == ARGON2_OK.rawValue else { throw PasswordError.failed(message(code)) }
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// Whether a password has this hash.
  ///
  /// - Parameters:
  ///   - password: The password that a user has typed.
  ///   - hash: As ``hash(_:)`` has made it. Pass `nil` where there is no such user: it takes as long as with one, so that no one
  ///     learns who has an account, and returns `false`.
  /// - Returns: `false` for a password that is too long, too.
  /// - Throws: ``PasswordError``.
  @concurrent public static func verify(_ password: String, against hash: String?) async throws -> Bool {
    guard password.utf8.count <= longest else { return false }
    let password = try bytes(of: password)
    return try await work.run {
      let code = argon2id_verify(hash ?? ofNobody, password, password.count)
      switch code {
      case ARGON2_OK.rawValue: return hash != nil
      case ARGON2_VERIFY_MISMATCH.rawValue: return false
      default: throw PasswordError.failed(message(code))
      }
    }
  }

  /// A hash with the same parameters, which no password has.
  private static let ofNobody =
    "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

  private static let work = PasswordWork()

  private static func bytes(of password: String) throws -> [UInt8] {
    let bytes = Array(password.utf8)
    guard bytes.count <= longest else { throw PasswordError.tooLong(limit: longest) }
    return bytes
  }

  private static func message(_ code: Int32) -> String { argon2_error_message(code).map { String(cString: $0) } ?? "" }
}

/// The reason why a password was not hashed.
public enum PasswordError: Error, Hashable, CustomStringConvertible {
  /// It has more bytes than this.
  case tooLong(limit: Int)
  /// Too many others are waiting.
  case busy
  /// The library has refused it, such as a hash that is none.
  case failed(String)

  /// The reason, in words.
  public var description: String {
    switch self {
    case .tooLong(let limit): "a password has at most \(limit) bytes"
    case .busy: "too many passwords are being checked"
    case .failed(let reason): "the password could not be hashed: \(reason)"
    }
  }
}

/// Runs a few at a time on other threads. A limited number wait.
final class PasswordWork: Sendable {
  private static let waiting = 1000
  private let queue: OperationQueue

  init() {
    queue = OperationQueue()
    queue.name = "oriel-passwords"
    queue.maxConcurrentOperationCount = 2
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    guard queue.operationCount < Self.waiting else { throw PasswordError.busy }
    return try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Swift.Result(catching: work)) }
    }
  }
}
