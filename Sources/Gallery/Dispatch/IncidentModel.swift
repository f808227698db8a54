import Oriel

/// One incident: units to send, a note to type, and what happened so far.
@NavigationModel
final class IncidentModel {
  let id: Incident.ID
  /// Whether this model is a window's root, rather than beside a board.
  let isAlone: Bool
  /// The person who put the incident on this screen; `nil` if the dispatcher did.
  let sender: String?
  /// The incident that the screen showed before.
  let before: Incident.ID?
  @Environment(Operations.self) var operations
  @Environment(\.window) var window
  @Environment(\.user) var user

  init(id: Incident.ID, isAlone: Bool = false, sender: String? = nil, before: Incident.ID? = nil) {
    (self.id, self.isAlone, self.sender, self.before) = (id, isAlone, sender, before)
  }

  func start() {
    guard isAlone else { return }
    operations.take(window, of: user, as: "Incident")
  }

  var urlPath: String? { isAlone ? nil : "incident/\(id)" }

  private var name: String { operations[window]?.name ?? "this desk" }

  var body: some View {
    if let incident = operations[id] {
      if let sender { notice(from: sender) }
      facts(of: incident)
      if incident.isOpen { units(of: incident) }
      note(of: incident)
      log(of: incident)
    } else {
      Text("This incident is closed and has left the board.").foregroundStyle(.secondary).navigationTitle("Closed")
    }
  }

  @ViewBuilder private func notice(from sender: String) -> some View {
    Banner("\(sender) put this on your screen.") {
      if let before {
        Button("Back to \(before)") { (self.parent as? DispatchDeskModel)?.show(before) }
          .buttonStyle(.bordered).id("return")
      }
    }
    .id("sent")
  }

  @ViewBuilder private func facts(of incident: Incident) -> some View {
    HStack {
      Chip("Priority \(incident.priority.rawValue)").foregroundStyle(incident.tone?.style ?? .primary)
      Chip(incident.status.rawValue).foregroundStyle(incident.statusTone?.style ?? .primary)
      Chip(incident.seconds.asClock)
    }
    Text("\(incident.place) · reported by: \(incident.caller.lowercased())").foregroundStyle(.secondary)
      .navigationTitle("\(incident.id) · \(incident.title)")
      .toolbar {
        if !isAlone {
          Button("Open in a window") { self.openInOwnWindow() }.buttonStyle(.bordered).id("own")
          // Not "Close": that is what ends the incident.
          Button("Hide", systemImage: "xmark") { (self.parent as? DispatchDeskModel)?.detail = nil }
            .buttonStyle(.plain).accessibilityLabel("Hide the panel").id("hide")
        }
      }
  }

  @ViewBuilder private func units(of incident: Incident) -> some View {
    let assigned = incident.units.joined(separator: ", ")
    Section(assigned.isEmpty ? "Send a unit" : "Sent: \(assigned)") {
      HStack(spacing: 6) {
        ForEach(operations.freeUnits, id: \.self) { unit in
          Button(unit) { self.operations.assign(unit, to: self.id, by: self.name) }
            .accessibilityLabel("Send \(unit)").id("send")
        }
        if operations.freeUnits.isEmpty { Text("No unit is free.").foregroundStyle(.secondary) }
      }
    }
  }

  @ViewBuilder private func note(of incident: Incident) -> some View {
    Section {
      TextEditor(text: draft).textLimit(500).showsWriters().accessibilityLabel("Note").id("note")
      HStack {
        Button("Add to the log") { self.operations.change(self.id) { $0.addDraft() } }
          .buttonStyle(.borderedProminent).keyboardShortcut(.return).disabled(incident.draft.isEmpty).id("add")
        if incident.isOpen {
          Button("Close the incident", role: .destructive) {
            self.present(.confirmationDialog(self.question(about: incident), source: "finish"))
          }
          .navigationSource(id: "finish").id("finish")
        }
      }
    } footer: {
      Text("Type half a note, stop the server and start it again: the note is still here, and the caret in its place.")
    }
  }

  private func question(about incident: Incident) -> ConfirmationDialogState<IncidentClosing> {
    let free = incident.units.isEmpty ? "" : " \(incident.units.joined(separator: ", ")) will be free again."
    let lost = incident.draft.isEmpty ? "" : " The half-typed note is not in the log yet."
    return ConfirmationDialogState(
      "Close incident \(id)?", message: "It leaves the board and can’t be reopened.\(free)\(lost)"
    ) {
      ButtonState("Close it", role: .destructive, action: IncidentClosing(id: id))
      ButtonState("Keep it open", role: .cancel)
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let closing = message as? IncidentClosing, closing.id == id else { return }
    operations.change(id) { $0.close("Closed by \(name)") }
  }

  private var draft: Binding<String> {
    Binding(
      get: { self.operations[self.id]?.draft ?? "" },
      set: { text in self.operations.change(self.id) { $0.draft = text } })
  }

  @ViewBuilder private func log(of incident: Incident) -> some View {
    Board(
      caption: "Log", columns: [.init("Entry"), .init("After", .number)],
      rows: incident.log.enumerated().reversed().map { index, entry in
        Board.Row(id: "\(index)", cells: [Board.Cell(entry.text), Board.Cell(entry.seconds.asClock)])
      },
      empty: "No log entries yet."
    )
    .id("log")
  }

  private func openInOwnWindow() {
    openWindow(
      "dispatch-incident", value: id, placement: WindowPlacement(x: 120, y: 90, width: 560, height: 760)
    )
  }
}

/// The answer to the question whether an incident is to be closed.
struct IncidentClosing: NavigationMessage, Codable {
  let id: Incident.ID
}
