import Oriel

/// What the chiefs of all rooms see, who sign in.
@NavigationModel
final class RosterModel {
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("\(user.id), \(user.name ?? "")").id("chief")
    Button("Sign out") { self.signOut(returningTo: "/roster") }
  }
}

/// A window that needs no user, and comes along when its visitor signs in.
@NavigationModel
final class SuggestionModel {
  var draft = ""

  init() {}

  @Environment(Suggestions.self) var suggestions

  var body: some View {
    TextField("Draft", text: bind(\.draft)).id("draft")
    Text("\(suggestions.all.count)").id("count")
    Button("Send") {
      self.suggestions.all.append(Incident(id: self.suggestions.all.count + 1, title: self.draft))
      self.dismissWindow()
    }
    .id("send")
  }
}

/// What visitors have suggested.
@SavedState
final class Suggestions {
  let all = Rows<Incident>()

  init() {}
}

@NavigationModel
final class EnterModel {
  var name = ""
  var password = Secret("")
  var outcome = ""

  init() {}

  var body: some View {
    TextField("Name", text: bind(\.name)).id("name")
    SecureField("Password", text: bind(\.password)).id("password")
    Button("Sign in") {
      let outcome = try await self.signIn {
        guard self.password.revealed == "fire" else { return nil }
        return User(id: self.name, name: "Chief \(self.name)", roles: ["chief"])
      }
      self.outcome = "\(outcome)"
    }
    .id("sign-in")
    Text(outcome).id("outcome")
  }
}
