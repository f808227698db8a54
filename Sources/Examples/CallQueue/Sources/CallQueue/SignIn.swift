import Oriel
import OrielPasswords

/// The staff of a call centre, by their names. A role in one centre is none in another.
final class Staff: Sendable {
  private let roles: [String: Set<String>]
  init(_ roles: [String: Set<String>]) { self.roles = roles }

  /// Example users. An app keeps them in `Rows`.
  static let all: [Tenant: [String: Set<String>]] = [
    "acme": ["ann": ["agent"], "bob": ["agent"], "sue": ["agent", "supervisor"]],
    "globex": ["eve": ["agent"]],
  ]
  /// Made by `Passwords.hash` from the password "example".
  static let hash = "$argon2id$v=19$m=65536,t=3,p=4$YSBzYWx0IGZvciB0ZXN0cw$QQKz3PK8/UfwufXeTsE+bBFrqodKAdQkIQJLcMrrpy0"

  static func user(named id: String, _ password: String) async throws -> User? {
    let user = all.values.contains { $0[id] != nil } ? User(id: id) : nil
    return try await Passwords.verify(password, against: user.map { _ in hash }) ? user : nil
  }

  func admitted(_ user: User) -> User {
    var member = user
    member.roles = roles[user.id] ?? []
    return member
  }
}

@NavigationModel
final class SignInModel {
  var name = ""
  var password = Secret("")
  var problem = ""

  var body: some View {
    TextField("Name", text: bind(\.name)).textContentType(.username).navigationTitle("Sign in")
    SecureField("Password", text: bind(\.password)).textContentType(.password).onSubmit { try await self.enter() }
    if !problem.isEmpty { Text(problem).foregroundStyle(.danger) }
    Button("Sign in") { try await self.enter() }.buttonStyle(.borderedProminent)
  }

  private func enter() async throws {
    switch try await signIn({ try await Staff.user(named: self.name, self.password.revealed) }) {
    case .refused: problem = "The name or the password is wrong."
    case .throttled(let wait): problem = "Try again in \(wait.components.seconds) s."
    case .signedIn, .notPossible: break
    }
  }
}
