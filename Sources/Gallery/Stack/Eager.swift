import Oriel

/// Navigates on as soon as it starts, and comes back after three seconds.
@NavigationModel
final class EagerModel {
  var visits = 0

  func start() {
    if visits == 0 { visit() }
  }

  var body: some View {
    List {
      Text("It went on \(visits) times").id("visits")
      Button("Once more") { self.visit() }.id("again")
    }
    .navigationTitle("Eager")
  }

  private func visit() {
    visits += 1
    push(EagerTargetModel())
  }
}

@NavigationModel
final class EagerTargetModel {
  func start() {
    schedule(after: .seconds(3)) { self.popSelf() }
  }

  var body: some View {
    VStack {
      ProgressView("Back in three seconds")
    }
    .navigationTitle("Next step")
  }
}
