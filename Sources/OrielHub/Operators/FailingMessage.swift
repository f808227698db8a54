import Oriel

/// A message to a tenant's object whose `once` has failed, and which is tried again.
package struct FailingMessage: Equatable, Sendable {
  /// The type of the object and the id of the message: `Desk send-7`. One that was posted has a number: `Desk post 12`.
  package let name: String
  /// The number of attempts that have failed, in this process.
  package let attempts: Int
  /// The error of the last one.
  package let error: String

  init(_ message: TenantMessage, to home: Home, attempts: Int, error: String) {
    (name, self.attempts, self.error) = (Self.name(of: message, to: home), attempts, error)
  }

  static func name(of message: TenantMessage, to home: Home) -> String {
    let object = home.receiver(of: message.type).map { TypeName.of(type(of: $0.0)).short } ?? message.type
    return switch message {
    case .timer(let timer): "\(object) \(timer.id)"
    case .post(let post): "\(object) post \(post.number)"
    }
  }
}
