import Oriel

/// What the windows of a room share. Each change is saved as it is made.
@SavedState
final class Tally {
  var count = 0
  var note = ""
}

/// The window on the left, the one on the right, and any other.
@NavigationModel
final class LiveWindow {
  @Environment(Tally.self) var tally

  var body: some View {
    VStack(alignment: .center) {
      Text("\(tally.count)").font(.title).id("count")
      Button("Count") { self.tally.count += 1 }
        .buttonStyle(.borderedProminent).id("add")
      TextField("Note", text: bind(\.tally.note), prompt: "Type here")
        .textLimit(80).id("note")
    }
    .navigationTitle("Live window")
  }
}

extension LiveWindow {
  static let scene = WindowGroup("Live window", id: "live") { LiveWindow() }
}
