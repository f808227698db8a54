import Oriel

/// Counts how often its `body` is evaluated: only when something that it read has changed.
@NavigationModel
final class ObservationModel {
  /// No state of the screen, so nothing observes it.
  final class Drawings {
    var count = 0
  }

  var count = 0
  var isShown = true
  @Transient var drawings = Drawings()

  var body: some View {
    let drawn = draw()
    List {
      Section {
        Toggle("Show the count", isOn: bind(\.isShown)).id("shown")
        if isShown { Text("The count is \(count)").id("count") }
        Button("Count") { self.count += 1 }.id("increment")
      } footer: {
        Text(drawn == 1 ? "Drawn once" : "Drawn \(drawn) times")
      }
    }
    .navigationTitle("What is observed")
  }

  private func draw() -> Int {
    drawings.count += 1
    return drawings.count
  }
}
