import Oriel

/// A destination that must be loaded before it can show anything.
struct LoadingPlace: Codable {}

/// The screen that it then shows.
struct LoadedPlace: NavigationDestination {
  func makeModel() -> any NavigationModel { LoadedModel() }
}

/// Makes the values sent after it wait for three seconds, and then receives them.
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
