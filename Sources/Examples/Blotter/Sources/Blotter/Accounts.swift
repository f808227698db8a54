import Oriel
import OrielPasswords

@SavedValue
struct Account: Codable, Sendable, Identifiable {
  let id: String
  var name: String
  var hash: String
  var desk: String
  var role: String
}

@SavedState
final class Accounts {
  let all = Rows<Account>()

  init() {}

  func start() {
    task(restarting: true) {
      for (id, desk, role) in [
        ("ann", "rates", "trader"), ("bob", "rates", "trader"), ("sue", "rates", "supervisor"),
        ("eve", "metals", "trader"), ("max", "metals", "supervisor"),
      ] where self.all[id: id] == nil {
        let hash = try await Passwords.hash("pw-\(id)")
        self.all[id: id] = Account(id: id, name: id.capitalized, hash: hash, desk: desk, role: role)
      }
    }
  }

  func user(named id: String, _ password: String) async throws -> User? {
    let account = all[id: id]
    guard try await Passwords.verify(password, against: account?.hash), let account else { return nil }
    return User(id: id, name: account.name, roles: [account.role], claims: ["desk": account.desk])
  }
}

@NavigationModel
final class EnterModel {
  var name = ""
  var password = Secret("")
  var message = ""
  @Environment(Accounts.self) var accounts

  init() {}

  var body: some View {
    TextField("Name", text: bind(\.name)).textContentType(.username).navigationTitle("Sign in")
    SecureField("Password", text: bind(\.password)).textContentType(.password).onSubmit { try await self.enter() }
    if !message.isEmpty { Text(message).foregroundStyle(.danger) }
    Button("Sign in") { try await self.enter() }.buttonStyle(.borderedProminent)
  }

  private func enter() async throws {
    switch try await signIn({ try await self.accounts.user(named: self.name, self.password.revealed) }) {
    case .refused: message = "The name or the password is wrong."
    case .throttled(let wait): message = "Try again in \(wait.components.seconds) s."
    case .signedIn, .notPossible: break
    }
  }
}
