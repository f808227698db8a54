import Oriel

/// Two fields. If the user leaves one empty, the focus moves to it.
@NavigationModel
final class SignInModel {
  enum Field: String, Codable { case name, password }

  var name = ""
  @Transient var password: Secret<String> = ""
  var focus: Field? = .name
  var isSignedIn = false

  var body: some View {
    Form {
      TextField("User name", text: bind(\.name)).focused(bind(\.focus), equals: .name).id("name")
        .onSubmit { self.signIn() }
      SecureField("Password", text: bind(\.password)).focused(bind(\.focus), equals: .password).id("password")
        .onSubmit { self.signIn() }
      Button("Sign in") { self.signIn() }.buttonStyle(.borderedProminent).id("sign-in")
      if isSignedIn { Label("Welcome, \(name).", systemImage: "checkmark").id("welcome") }
    }
    .navigationTitle("Sign in")
  }

  private func signIn() {
    focus = name.isEmpty ? .name : password.revealed.isEmpty ? .password : nil
    isSignedIn = focus == nil
    if isSignedIn { password = "" }
  }
}
