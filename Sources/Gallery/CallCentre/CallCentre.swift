import Oriel

/// A call centre: agents with the queue and a conversation beside it, and a supervisor who reads along and takes over.
enum CallCentre {
  @SceneBuilder static var scenes: some Scene {
    WindowGroup("Calls", id: "calls") { CallDeskModel(of: agent, CallQueueModel()) }
      .returnsToWaitingWindow()
      .onOpenURL { url, root in CallDeskModel.open(url, in: root) }
    WindowGroup("Conversation", id: "calls-conversation", for: Call.ID.self) { id in
      ConversationModel(id: id, isAlone: true)
    }
    WindowGroup("Supervisor", id: "calls-supervisor") { CallDeskModel(of: supervisor, CallSupervisorModel()) }
      .returnsToWaitingWindow()
      .onOpenURL { url, root in CallDeskModel.open(url, in: root) }
  }

  static let agent = "Agent"
  static let supervisor = "Supervisor"

  static func tiles(of switchboard: Switchboard) -> [Tiles.Tile] {
    let waiting = switchboard.waiting
    let longest = waiting.map(\.seconds).max() ?? 0
    return [
      Tiles.Tile("waiting", "\(waiting.count)", tone: waiting.count > 6 ? .danger : waiting.count > 3 ? .warn : .good),
      Tiles.Tile("longest wait", longest.asClock, tone: longest > 120 ? .danger : longest > 60 ? .warn : .good),
      Tiles.Tile("in conversation", "\(switchboard.talking.count)", tone: .live),
      Tiles.Tile("answered", "\(switchboard.answered)"),
    ]
  }
}

/// The queue of an agent.
@NavigationModel
final class CallQueueModel {
  @Environment(Switchboard.self) var switchboard
  @Environment(\.window) var window
  @Environment(\.user) var user

  private var desk: CallDeskModel? { parent as? CallDeskModel }

  var body: some View {
    let seat = switchboard[window]
    Tiles(tiles: CallCentre.tiles(of: switchboard)).id("tiles")
    queue(of: seat?.name, selected: seat?.place).id("queue")
      .navigationTitle(seat.map { "Calls · \($0.name)" } ?? "Calls")
      .toolbar {
        Button("Open the supervisor's window") { self.openSupervisor() }.buttonStyle(.bordered).id("try")
        Button("Another agent") { self.openWindow("calls") }.buttonStyle(.bordered).id("another")
      }
    AppLinks(room: user.tenant)
  }

  private func queue(of name: String?, selected: Call.ID?) -> Board {
    let mine = switchboard.calls.filter { $0.isTalking && ($0.holder == name || $0.formerHolder == name) }
    let others = switchboard.talking.filter { call in !mine.contains { $0.id == call.id } }
    return Board(
      caption: "Open a caller to take the call",
      columns: [
        .init("Caller", detail: "Topic"), .init("Status", .status), .init("For", .number), .init("With", rank: 1),
      ],
      rows: (mine + switchboard.waiting + others).map { row(of: $0, mine: $0.holder == name) },
      selected: selected.map { "\($0)" }, empty: "No callers are waiting.",
      open: { id in if let id = Int(id) { self.desk?.open(id) } })
  }

  private func row(of call: Call, mine: Bool) -> Board.Row {
    let tone: Tone = call.isTalking ? .live : call.seconds > 120 ? .danger : call.seconds > 60 ? .warn : .good
    return Board.Row(
      id: "\(call.id)", tone: mine ? .good : call.isWaiting ? tone : nil,
      cells: [
        Board.Cell(call.caller, detail: call.topic),
        Board.Cell(mine ? "Yours" : call.isWaiting ? "Waiting" : "Talking", tone: mine ? .good : tone),
        Board.Cell(call.seconds.asClock), Board.Cell(call.holder ?? "–"),
      ])
  }

  /// Opens the supervisor's window. An agent without a conversation first gets one to take over, half answered.
  private func openSupervisor() {
    if let seat = switchboard[window], seat.place == nil, let call = switchboard.waiting.first {
      desk?.open(call.id)
      switchboard.change(call.id) { $0.draft = "I am sorry to hear that. I can see tha" }
    }
    openWindow(
      "calls-supervisor", policy: .reuse, placement: WindowPlacement(x: 700, y: 60, width: 860, height: 820))
  }
}
