import Oriel
import OrielPasswords

/// The example users. An app keeps them in `Rows`.
enum Editors {
  /// Made by `Passwords.hash` from the password "example".
  static let hashes = [
    "ada": "$argon2id$v=19$m=65536,t=3,p=4$YSBzYWx0IGZvciB0ZXN0cw$QQKz3PK8/UfwufXeTsE+bBFrqodKAdQkIQJLcMrrpy0"
  ]

  static func user(named id: String, _ password: String) async throws -> User? {
    guard try await Passwords.verify(password, against: hashes[id]) else { return nil }
    return User(id: id, roles: ["editor"])
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
    switch try await signIn({ try await Editors.user(named: self.name, self.password.revealed) }) {
    case .refused: problem = "The name or the password is wrong."
    case .throttled(let wait): problem = "Try again in \(wait.components.seconds) s."
    case .signedIn, .notPossible: break
    }
  }
}
