import Oriel

/// What can be done with a list, by keys and by name.
@NavigationModel
final class CommandsModel {
  var tickets = ["Gas smell", "Chest pain", "Kitchen fire"]
  var chosen = "Gas smell"
  var showsDetails = false

  var body: some View {
    List {
      ForEach(tickets, id: \.self) { ticket in
        Button(ticket) { self.chosen = ticket }.selected(ticket == chosen).id(ticket)
      }
    }
    .inspector(isPresented: bind(\.showsDetails)) {
      Text(chosen).font(.headline)
      LabeledContent("Length", value: "\(chosen.count) letters")
    }
    .commands {
      CommandMenu("Ticket") {
        Button("Escalate", systemImage: "arrow.up") { self.mark("escalated") }.keyboardShortcut("e", modifiers: []).id(
          "escalate")
        Button("Close", systemImage: "check-lg") { self.mark("closed") }.keyboardShortcut("x", modifiers: []).id(
          "close")
      }
    }
    .toolbar {
      Button("Details", systemImage: "layout-sidebar-inset-reverse") { self.showsDetails.toggle() }
        .keyboardShortcut("i", modifiers: []).id("details")
    }
    Text("Press ? for the keys, and ⌘K or Ctrl K to find a command.").font(.caption).foregroundStyle(.secondary)
      .navigationTitle("Keys and commands")
  }

  private func mark(_ word: String) {
    tickets = tickets.map { $0 == chosen ? "\($0), \(word)" : $0 }
    chosen = "\(chosen), \(word)"
  }
}
