import Oriel

/// A place that has to be loaded before anything can be shown in it.
struct LoadingPlace: Codable {}

/// What is shown in it then.
struct LoadedPlace: NavigationDestination {
  func makeModel() -> any NavigationModel { LoadedModel() }
}

/// Keeps what was sent behind it waiting for three seconds, and then receives it.
@NavigationModel
final class LoadingSheetModel {
  var isLoaded = false

  func start() {
    navigationAutoReceive(LoadedPlace.self)
    if !isLoaded { schedule(after: .seconds(3)) { self.finish() } }
  }

  private func finish() {
    isLoaded = true
    resume()
  }

  var body: some View {
    VStack {
      if isLoaded { Text("Loaded").id("loaded") } else { ProgressView("Loading") }
      Button("Close") { self.dismissSelf() }.id("close")
    }
    .navigationTitle("Loading")
  }
}

@NavigationModel
final class LoadedModel {
  var body: some View { Text("This was on its way all the time.").navigationTitle("Loaded") }
}
