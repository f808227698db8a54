import Oriel
import OrielDocument
import OrielHub
import OrielTesting

/// A window as `store export` writes it: imported, woken by a page, used, saved, and woken once more.
func fuzzWindow(_ input: [UInt8]) {
  do {
    let json = try JSONReader.value(from: input, depth: 512)
    try wake(try StoredWindow(exported: json))
  } catch TestError.differs(let difference) {
    require(false, difference)
  } catch TestError.violated(let what) {
    require(false, what)
  } catch {
    _ = String(describing: error)
  }
}

private func wake(_ stored: StoredWindow) throws {
  var stored = stored
  stored.origin.user = "user"
  stored.origin.scene = "main"
  let (id, store) = (WindowID("w-1"), TestStore())
  store.commit([stored.turn(id, replacing: nil)]) { _ in }
  let server = try TestServer(app: FuzzedApp(), store: store)
  let window = try server.open(id)
  let shown = window.document
  try window.restart()
  require(window.document == shown, "a restart changes nothing: \(shown) \(window.document)")
}

private struct FuzzedApp: WindowApp {
  var body: some Scene {
    WindowGroup("Window", id: "main") { .stacked(LeafModel()) }
      .renamed("Leaf", to: LeafModel.self)
      .renamed("Stack", to: DefaultStackRootNavigationModel.self)
      .renamed("Tabs", to: DefaultTabsRootNavigationModel.self)
      .renamed("Split", to: DefaultSplitNavigationModel.self)
  }
}

@NavigationModel
final class LeafModel {
  var text = ""
  var number: Double?
  var places: [CalendarDate] = []
  var color: Color?
  var other: LeafModel?

  init() {}

  var body: some View {
    Text(text)
    TextField("Text", text: bind(\.text))
    if let number { Text("\(number)") }
    ForEach(places.indices, id: \.self) { Text("\($0)") }
    Button("Push") { self.push(LeafModel()) }
    Button("Sheet") { self.present(.sheet(LeafModel())) }
    Button("Ask") { self.present(.alert(AlertState("Sure?"))) }
  }
}
