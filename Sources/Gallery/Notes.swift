import Oriel

struct Note: Codable, Hashable, Identifiable {
  var id: Int
  var title: String
  var text: String
  var isDone = false
}

/// A user's notes, the same in every window.
@SavedState
final class Notebook {
  var notes = [
    Note(id: 1, title: "Open in its own window", text: "Change the title here, and watch the list over there."),
    Note(id: 2, title: "Cut the connection", text: "Type while it is gone. Nothing is lost."),
    Note(id: 3, title: "Duplicate this tab", text: "The copy has the same state, and a life of its own."),
  ]
  var nextID = 4
  /// Any visitor may write here, and a saved object is written whole with each change: more would be `Rows`.
  static let limit = 100
  var isFull: Bool { notes.count >= Self.limit }

  subscript(id: Note.ID) -> Note? {
    get { notes.first { $0.id == id } }
    set {
      guard let index = notes.firstIndex(where: { $0.id == id }) else { return }
      if let newValue { notes[index] = newValue } else { notes.remove(at: index) }
    }
  }

  func add(_ title: String) {
    notes.insert(Note(id: nextID, title: title, text: ""), at: 0)
    nextID += 1
  }
}

/// The list of notes: filtered, added to, reordered.
@NavigationModel
final class NotesModel {
  var filter = ""
  var newTitle = ""
  @Environment(Notebook.self) var notebook

  var urlPath: String? { "/notes" }

  var body: some View {
    List {
      Section {
        TextField("Search", text: bind(\.filter), prompt: "Search").id("search")
      }
      Section {
        ForEach(matching) { note in
          NavigationRow(title: note.title, isDone: note.isDone) { self.navigate(to: NotePage(id: note.id)) }
            .contextMenu {
              Button("Open in a new window") { self.openWindow("note", value: note.id) }
              Button("Move to the top") { self.moveToTop(note.id) }
              Button("Delete", role: .destructive) { self.notebook[note.id] = nil }
            }
        }
      }
      Section {
        Form {
          TextField("New note", text: bind(\.newTitle), prompt: "What is to be done?").textLimit(200).id("new-title")
            .onSubmit { self.add() }
          Button("Add") { self.add() }.disabled(newTitle.isEmpty || notebook.isFull).id("add")
          if notebook.isFull { Text("This notebook is full. Delete a note first.").foregroundStyle(.secondary) }
        }
      }
    }
    .navigationTitle("Notes")
  }

  private var matching: [Note] {
    filter.isEmpty ? notebook.notes : notebook.notes.filter { $0.title.lowercased().contains(filter.lowercased()) }
  }

  private func add() {
    guard !newTitle.isEmpty, !notebook.isFull else { return }
    notebook.add(newTitle)
    newTitle = ""
  }

  private func moveToTop(_ id: Note.ID) {
    guard let index = notebook.notes.firstIndex(where: { $0.id == id }) else { return }
    notebook.notes.insert(notebook.notes.remove(at: index), at: 0)
  }
}

/// A row that leads somewhere.
struct NavigationRow: View {
  let title: String
  let isDone: Bool
  let action: () -> Void

  var body: some View {
    Button(isDone ? "✓ \(title)" : title) { self.action() }
  }
}

/// One note: its fields write straight through to the list, in whatever window that is.
@NavigationModel
final class NoteModel {
  let id: Note.ID
  @Environment(Notebook.self) var notebook

  init(id: Note.ID) {
    self.id = id
  }

  var body: some View {
    if let note = notebook[id] {
      Form {
        Section {
          TextField("Title", text: field(\.title, of: note)).textLimit(200).id("title")
          TextEditor(text: field(\.text, of: note)).textLimit(4000).accessibilityLabel("Text").id("text")
          Toggle("Done", isOn: field(\.isDone, of: note)).id("done")
        }
        Section {
          Button("Open in a window of its own") { self.openWindow("note", value: self.id) }.id("open")
          Button("Delete", role: .destructive) { self.delete() }.id("delete")
        }
      }
      .navigationTitle(note.title)
    } else {
      Text("This note was deleted.").navigationTitle("Gone")
    }
  }

  private func field<Value>(_ keyPath: WritableKeyPath<Note, Value>, of note: Note) -> Binding<Value> {
    Binding(
      get: { (self.notebook[self.id] ?? note)[keyPath: keyPath] },
      set: { self.notebook[self.id]?[keyPath: keyPath] = $0 })
  }

  private func delete() {
    notebook[id] = nil
    back()
  }
}
