import Oriel

/// A window that can only be closed, from inside or from another window.
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
