import Oriel

/// Shows every desk and what is being typed there, and puts incidents on the desks' screens.
@NavigationModel
final class DispatchSupervisorModel {
  /// The window that a click sends incidents to. If none was chosen, or it is gone, the newest desk gets them.
  var target: WindowID?
  @Environment(Operations.self) var operations
  @Environment(Windows.self) var windows
  @Environment(\.window) var window
  @Environment(\.user) var user

  func start() {
    operations.take(window, of: user, as: "Supervisor")
  }

  private var desks: [Seat] { operations.present(as: Dispatch.desk) }

  /// The chosen desk, or else the newest one.
  private var chosen: Seat? { desks.first { $0.id == target } ?? desks.last }

  var body: some View {
    let desks = desks
    Banner(
      desks.isEmpty
        ? "Nobody is at a desk."
        : "Click an incident: it opens on the screen of \(chosen?.name ?? "a desk"), whatever is typed there."
    ) {
      if desks.isEmpty { Button("Open a desk") { self.openWindow("dispatch") }.id("open-desk") }
    }
    Columns {
      VStack {
        if desks.count > 1 {
          Picker("Send to", selection: Binding(get: { self.chosen?.id }, set: { self.target = $0 })) {
            ForEach(desks) { Text($0.name).tag(WindowID?.some($0.id)) }
          }
          .pickerStyle(.segmented).id("target")
        }
        ForEach(desks) { desk in self.card(of: desk) }
        AwaySeats(seats: operations.away(as: Dispatch.desk)).id("away")
        Tiles(tiles: Dispatch.tiles(of: operations)).id("tiles")
      }
      Dispatch.board(of: operations) { self.send($0) }.id("incidents")
    }
    .navigationTitle("Supervisor")
  }

  private func send(_ id: Incident.ID) {
    guard let desk = chosen else { return }
    windows.land(desk.id, at: "/dispatch/sent/\(id)")
  }

  @ViewBuilder private func card(of desk: Seat) -> some View {
    let incident = desk.place.flatMap { operations[$0] }
    VStack(spacing: 4) {
      HStack {
        Text(desk.name).font(.headline)
        Spacer()
        if desk.user == user.id {
          Button("Close") { self.dismissWindow(desk.id) }
            .buttonStyle(.plain).accessibilityLabel("Close the window of \(desk.name)").id("dismiss")
        }
      }
      Text(incident.map { "\($0.id) · \($0.title)" } ?? "Only the board").id("shows")
      if let draft = incident?.draft, !draft.isEmpty { Text("✎ “\(draft)”").italic().id("typing") }
    }
    .style(.card)
  }
}
