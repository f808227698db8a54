import Oriel

/// A question of our own: its answer is a message to whoever presents it.
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
