import Oriel
import OrielTesting

/// Windows of each kind that the hub knows.
struct HubApp: WindowApp {
  var body: some Scene {
    WindowGroup("Counter", id: "main") { CounterModel() }
    WindowGroup("Note", id: "note", for: Int.self) { id in NoteModel(id: id) }
    WindowGroup("Desk", id: "desk") { DeskModel() }
    SharedModel("ticker") { TickerModel() }
    SharedModel("board", for: String.self) { name in BoardModel(name) }
  }

  func environment(for user: User) -> EnvironmentValues { [Settings()] }
}

@SavedState
final class Settings {
  var visits = 0
  init() {}
}

@NavigationModel
final class CounterModel {
  var count = 0
  var padding = ""
  @Environment(Settings.self) var settings
  @Environment(\.locale) var locale

  init() {}

  var body: some View {
    Text("\(count)")
    Text("\(locale), \(settings.visits) visits")
    if !padding.isEmpty { Text(padding) }
    Button("Add") { self.count += 1 }
    Button("Nothing") {}
    Button("Visit") { self.settings.visits += 1 }
    Button("Visit and leave") {
      self.settings.visits += 1
      self.dismissWindow()
    }
    Button("Open") { self.openWindow("note", value: 7, policy: .new) }
    Button("Open once") { self.openWindow("note", value: 7) }
    Button("Close notes") { self.dismissWindow("note") }
    Button("Close note") { self.dismissWindow("note", value: 7) }
    Button("Web") { self.openURL("https://example.com/") }
    TextField("Padding", text: bind(\.padding))
  }
}

@NavigationModel
final class NoteModel {
  let id: Int
  init(id: Int) { self.id = id }
  var body: some View { Text("Note \(id)").navigationTitle("Note \(id)").navigationTags("note", "note-\(id)") }
}

/// A window with a place for what is shared.
@NavigationModel
final class DeskModel {
  var place: SharedSlotModel?
  var boards: [String] = []

  init() {}

  var _content: ModelContent {
    .custom(component: "desk", properties: [:], children: place.map { [$0] } ?? [])
  }

  var body: some View { EmptyView() }
}

@NavigationModel
final class TickerModel {
  var price = 0
  init() {}

  var body: some View {
    Text("price \(price)")
    Button("Raise") { self.price += 1 }
  }
}

@NavigationModel
final class BoardModel {
  let name: String
  var isMarked = false
  init(_ name: String) { self.name = name }

  var body: some View {
    Text("board \(name)")
    Button("Mark") { self.isMarked = true }
  }
}
