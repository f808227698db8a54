import Oriel

/// A question of our own: it sends its answer as a message to the model that presents it.
@NavigationModel
final class ConfirmModel {
  var body: some View {
    VStack {
      Text("Sign out of every window?").font(.headline)
      Button("Confirm", role: .destructive) { self.confirm() }.buttonStyle(.borderedProminent).id("confirm")
      Button("Cancel", role: .cancel) { self.dismissSelf() }.id("cancel")
    }
    .navigationTitle("Confirm")
  }

  private func confirm() {
    sendMessage(SignOutConfirmed())
    dismissSelf()
  }
}

struct SignOutConfirmed: NavigationMessage, Codable {}
