import Oriel

/// One number and one button: the smallest window there is.
@NavigationModel
final class CounterModel {
  var count = 0

  var body: some View {
    Text("\(count)").id("count").navigationTitle("Counter")
    Button("Increment") { self.count += 1 }.id("increment")
  }
}

/// A counter that all windows of a user share, and that outlives them.
@SavedState
final class SharedCounter {
  var count = 0
}
