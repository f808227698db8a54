import Oriel

/// Covers every window until the user opens it in one of them.
@NavigationModel
final class LockModel {
  @Environment(Membership.self) var membership

  var body: some View {
    VStack {
      Label("The gallery is locked", systemImage: "lock").font(.title)
      Button("Let me in!") { self.membership.isLocked = false }.buttonStyle(.borderedProminent).id("unlock")
    }
    .navigationTitle("Locked")
  }
}
