import Oriel

@NavigationModel
final class WallModel {
  var body: some View {
    let status = published(Status.self)[.app] ?? Status()
    if let announcement = status.announcement {
      Text(announcement).font(.title).foregroundStyle(.danger)
      Divider()
    }
    ForEach(status.lines) { line in
      HStack {
        Text(line.name).font(.title)
        Spacer()
        Text(line.state.rawValue).font(.title).foregroundStyle(line.state == .running ? .secondary : .danger)
      }
    }
  }
}

@NavigationModel
final class EditorModel {
  var name = ""
  var text = ""
  var minutes = 5
  @Environment(Board.self) var board

  var body: some View {
    Section("Announcement") {
      if let announcement = board.announcement {
        Text(announcement)
        Button("Clear") { self.board.clear() }
      }
      TextField("Text", text: bind(\.text), prompt: "Storm at noon").textLimit(120).onSubmit { self.announce() }
      Stepper("Minutes", value: bind(\.minutes), in: 1...60)
      Button("Announce on all walls") { self.announce() }.buttonStyle(.borderedProminent).disabled(text.isEmpty)
    }
    Section("Lines") {
      ForEach(board.lines) { line in self.row(of: line) }
      TextField("New line", text: bind(\.name), prompt: "Line 3").textLimit(40).onSubmit { self.add() }
      Button("Add") { self.add() }.disabled(name.isEmpty)
    }
    .navigationTitle("Editor")
    .toolbar { Button("Sign out") { self.signOut() } }
  }

  private func row(of line: Line) -> some View {
    HStack {
      Picker(line.name, selection: Binding(get: { line.state }, set: { self.board.set(line.id, to: $0) })) {
        ForEach(Line.State.allCases, id: \.rawValue) { Text($0.rawValue).tag($0) }
      }
      .pickerStyle(.segmented)
      Spacer()
      Button("Remove", role: .destructive) { self.board.remove(line.id) }
        .accessibilityLabel("Remove \(line.name)")
    }
  }

  private func announce() {
    board.announce(text, for: .seconds(60 * minutes))
    text = ""
  }

  private func add() {
    board.add(name)
    name = ""
  }
}
