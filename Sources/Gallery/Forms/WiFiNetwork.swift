import Oriel

/// Asks for the password of a network, and takes a second to try it.
@NavigationModel
final class JoinModel {
  let network: Network
  let owner: WiFiModel
  @Transient var password: Secret<String> = ""
  @Transient var isJoining = false

  init(network: Network, owner: WiFiModel) {
    self.network = network
    self.owner = owner
  }

  var body: some View {
    Form {
      SecureField("Password", text: bind(\.password)).onSubmit { self.join() }.disabled(isJoining).id("password")
      Button("Join") { self.join() }.buttonStyle(.borderedProminent).disabled(isJoining).id("join")
      Button("Cancel", role: .cancel) { self.dismissSelf() }.id("cancel")
      if isJoining { ProgressView("Joining “\(network.id)”") }
    }
    .navigationTitle("Join “\(network.id)”")
  }

  private func join() {
    isJoining = true
    schedule(after: .seconds(1)) { self.finish() }
  }

  private func finish() {
    isJoining = false
    if password.revealed == "blob" {
      owner.didJoin(network.id)
    } else {
      password = ""
      present(.alert(AlertState("Wrong password", message: "“\(network.id)” rejected the password. It is “blob”.")))
    }
  }
}

/// The details of the joined network. Forgetting it takes a confirmation.
@NavigationModel
final class NetworkModel {
  let id: Network.ID
  let owner: WiFiModel

  init(id: Network.ID, owner: WiFiModel) {
    self.id = id
    self.owner = owner
  }

  var body: some View {
    Form {
      Section {
        Label("You are connected to this network.", systemImage: "checkmark")
        Button("Forget this network", role: .destructive) { self.present(.alert(self.question)) }.id("forget")
      }
    }
    .navigationTitle(id)
  }

  private var question: AlertState<ForgetNetwork> {
    AlertState("Forget “\(id)”?", message: "You will have to enter its password again.") {
      ButtonState("Forget", role: .destructive, action: ForgetNetwork())
      ButtonState("Cancel", role: .cancel)
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if message is ForgetNetwork { owner.forget(id) }
  }
}

struct ForgetNetwork: NavigationMessage, Codable {}
