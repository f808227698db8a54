import Oriel
import OrielServer

@main
struct Notes: WindowApp {
  var body: some Scene {
    WindowGroup("Notes") { .stacked(NotebookModel()) }
  }

  /// Made once for each user: all windows of a user see the same notes.
  func environment(for user: User) -> EnvironmentValues { [Notebook()] }
}

@SavedState
final class Notebook {
  var notes: [String] = []
}

@NavigationModel
final class NotebookModel {
  var draft = ""
  @Environment(Notebook.self) var notebook

  var body: some View {
    List {
      ForEach(notebook.notes, id: \.self) { note in
        Button(note) { self.push(NoteModel(text: note)) }
      }
    }
    .navigationTitle("Notes")
    TextField("New note", text: bind(\.draft)).onSubmit { self.add() }
    Button("Add") { self.add() }.disabled(draft.isEmpty)
  }

  private func add() {
    guard !draft.isEmpty else { return }
    notebook.notes.append(draft)
    draft = ""
  }
}

@NavigationModel
final class NoteModel {
  let text: String
  @Environment(Notebook.self) var notebook

  init(text: String) {
    self.text = text
  }

  var body: some View {
    Text(text).navigationTitle("Note")
    Button("Delete", role: .destructive) {
      self.notebook.notes.removeAll { $0 == self.text }
      self.pop()
    }
  }
}
