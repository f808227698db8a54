import Oriel

/// A dispatch room: desks with a board and an incident beside it, incidents in windows of their own, and a supervisor who
/// puts incidents on the desks' screens.
enum Dispatch {
  @SceneBuilder static var scenes: some Scene {
    WindowGroup("Dispatch", id: "dispatch") { DispatchDeskModel() }
      .returnsToWaitingWindow()
      .onOpenURL { url, root in
        guard let desk = root as? DispatchDeskModel, let id = url.path.last.flatMap({ Int($0) }) else { return false }
        switch url.path.first {
        case "incident": return desk.show(id)
        case "sent": return desk.show(id, sentBy: "The supervisor")
        default: return false
        }
      }
    WindowGroup("Incident", id: "dispatch-incident", for: Incident.ID.self) { id in
      IncidentModel(id: id, isAlone: true)
    }
    WindowGroup("Supervisor", id: "dispatch-supervisor") { DispatchSupervisorModel() }.returnsToWaitingWindow()
  }

  static let desk = "Desk"

  static func tiles(of operations: Operations) -> [Tiles.Tile] {
    let waiting = operations.count(.waiting)
    let free = operations.freeUnits.count
    return [
      Tiles.Tile("waiting", "\(waiting)", tone: waiting > 3 ? .danger : waiting > 0 ? .warn : .good),
      Tiles.Tile("under way", "\(operations.count(.underWay))", tone: .live),
      Tiles.Tile("on scene", "\(operations.count(.onScene))", tone: .good),
      Tiles.Tile("of \(Operations.units.count) units free", "\(free)", tone: free == 0 ? .danger : nil),
    ]
  }

  static func board(of operations: Operations, open: @escaping (Incident.ID) -> Void) -> Board {
    Board(
      caption: "Incidents",
      columns: [
        .init("Incident", detail: "Place"), .init("Status", .status), .init("Age", .number), .init("Units", rank: 1),
        .init("Caller", rank: 2),
      ],
      rows: operations.sorted.map(row), empty: "The town is quiet.", open: { Int($0).map(open) })
  }

  private static func row(of incident: Incident) -> Board.Row {
    Board.Row(
      id: "\(incident.id)", tone: incident.tone,
      cells: [
        Board.Cell("P\(incident.priority.rawValue) · \(incident.title)", detail: "\(incident.id) · \(incident.place)"),
        Board.Cell(incident.status.rawValue, tone: incident.statusTone),
        Board.Cell(incident.seconds.asClock),
        Board.Cell(incident.units.isEmpty ? "–" : incident.units.joined(separator: " ")),
        Board.Cell(incident.caller, detail: incident.draft.isEmpty ? nil : "✎ \(incident.draft)"),
      ])
  }
}

extension Incident {
  var tone: Tone? {
    guard isOpen else { return nil }
    return priority == .immediate ? .danger : priority == .urgent ? .warn : .live
  }

  var statusTone: Tone? {
    switch status {
    case .waiting: priority == .routine ? .warn : .danger
    case .underWay: .live
    case .onScene: .good
    case .closed: nil
    }
  }
}

/// A dispatcher's desk: the board, with the current incident beside it.
@NavigationModel
final class DispatchDeskModel: SplitNavigationModel {
  var sidebar: any NavigationModel
  var detail: (any NavigationModel)?
  @Environment(Operations.self) var operations
  @Environment(\.window) var window
  @Environment(\.user) var user

  init() {
    sidebar = DispatchBoardModel()
  }

  func start() {
    operations.take(window, of: user, as: Dispatch.desk)
    observe { self.operations.note((self.detail as? IncidentModel)?.id, in: self.window) }
  }

  @discardableResult
  func show(_ id: Incident.ID, sentBy sender: String? = nil) -> Bool {
    guard operations[id] != nil else { return false }
    let shown = (detail as? IncidentModel)?.id
    guard shown != id || sender != nil else { return true }
    detail = IncidentModel(id: id, sender: sender, before: shown == id ? nil : shown)
    return true
  }
}

/// The board of a desk.
@NavigationModel
final class DispatchBoardModel {
  @Environment(Operations.self) var operations
  @Environment(\.window) var window
  @Environment(\.user) var user

  private var desk: DispatchDeskModel? { parent as? DispatchDeskModel }

  var body: some View {
    let seat = operations[window]
    Tiles(tiles: Dispatch.tiles(of: operations)).id("tiles")
    board(selected: seat?.place).id("incidents")
      .navigationTitle(seat.map { "Dispatch · \($0.name)" } ?? "Dispatch")
      .toolbar {
        Button("Open the supervisor's window") {
          self.openWindow(
            "dispatch-supervisor", policy: .reuse, placement: WindowPlacement(x: 760, y: 60, width: 760, height: 820))
        }
        .buttonStyle(.bordered).id("try")
        Button("Another desk") { self.openWindow("dispatch") }.buttonStyle(.bordered).id("another")
      }
    AppLinks(room: user.tenant)
  }

  private func board(selected: Incident.ID?) -> Board {
    var board = Dispatch.board(of: operations) { self.desk?.show($0) }
    board.selected = selected.map { "\($0)" }
    return board
  }
}
