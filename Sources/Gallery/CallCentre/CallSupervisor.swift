import Oriel

/// A supervisor's list: first the agents of this room, each with what they are typing.
@NavigationModel
final class CallSupervisorModel {
  @Environment(Switchboard.self) var switchboard
  @Environment(\.window) var window
  @Environment(\.user) var user

  private var desk: CallDeskModel? { parent as? CallDeskModel }

  var body: some View {
    let seat = switchboard[window]
    let agents = switchboard.present(as: CallCentre.agent)
    if agents.isEmpty {
      Banner("No agent is at work.") {
        Button("Open an agent's window") { self.openWindow("calls") }.id("open-agent")
      }
    }
    ForEach(agents) { agent in self.card(of: agent, me: seat?.name) }
    AwaySeats(seats: switchboard.away(as: CallCentre.agent)).id("away")
    Tiles(tiles: CallCentre.tiles(of: switchboard)).id("tiles")
    board(selected: seat?.place).id("conversations").navigationTitle("Supervisor")
  }

  @ViewBuilder private func card(of agent: Seat, me: String?) -> some View {
    let call = agent.place.flatMap { switchboard[$0] }
    VStack(spacing: 4) {
      HStack {
        Text(agent.name).font(.headline)
        Spacer()
        if let call, call.holder == agent.name {
          Button("Take over") { self.desk?.takeOver(call.id) }.buttonStyle(.borderedProminent)
            .accessibilityLabel("Take over from \(agent.name)").id("take-over")
        }
        if agent.user == user.id {
          Button("Close") { self.dismissWindow(agent.id) }.buttonStyle(.plain)
            .accessibilityLabel("Close the window of \(agent.name)").id("dismiss")
        }
      }
      Text(call.map { "\($0.caller) · \($0.topic) · with \($0.holder ?? "nobody")" } ?? "Only the queue").id("shows")
      if let call, !call.draft.isEmpty { Text("✎ “\(call.draft)”").italic().id("typing") }
    }
    .style(.card)
  }

  private func board(selected: Call.ID?) -> Board {
    Board(
      caption: "Conversations",
      columns: [.init("Caller", detail: "Last said"), .init("With"), .init("For", .number), .init("Topic", rank: 2)],
      rows: switchboard.talking.map { call in
        Board.Row(
          id: "\(call.id)", tone: call.seconds > 120 ? .warn : .live,
          cells: [
            Board.Cell(call.caller, detail: call.draft.isEmpty ? call.lines.last?.text : "✎ \(call.draft)"),
            Board.Cell(call.holder ?? "–"), Board.Cell(call.seconds.asClock), Board.Cell(call.topic),
          ])
      },
      selected: selected.map { "\($0)" }, empty: "No conversations.",
      open: { id in if let id = Int(id) { self.desk?.open(id) } })
  }
}
