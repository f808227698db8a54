import Oriel

/// A window with nothing to do but to close it, from within or from another.
@NavigationModel
final class WaitingModel {
  var body: some View {
    VStack {
      ProgressView("Somebody will be with you soon")
      Button("Close") { self.dismissWindow() }.buttonStyle(.borderedProminent).id("close")
    }
    .navigationTitle("Waiting")
  }
}
