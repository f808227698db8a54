import Oriel

/// The demo: windows to open, walk through and share.
public struct GalleryApp: WindowApp {
  public init() {}

  public var body: some Scene {
    WindowGroup("Gallery", id: "home") {
      .tabbed([
        TabModel(id: "tour", title: "Tour", systemImage: "house", model: .stacked(TourModel())),
        TabModel(id: "notes", title: "Notes", systemImage: "pencil", model: .stacked(NotesModel())),
        TabModel(id: "about", title: "This window", systemImage: "list", model: .stacked(AboutModel())),
      ])
    }
    .onOpenURL { url, root in
      guard let note = NotePage.destination(at: url) else { return false }
      GalleryRoute.notes.follow(from: root)
      root.navigate(to: note)
      return true
    }
    .onNavigationRoute(GalleryRoute.self) { route, root in route.follow(from: root) }
    .destinations(Page.self, NotePage.self, ChartPage.self)
    WindowGroup("Counter", id: "counter") { CounterModel() }
    WindowGroup("Note", id: "note", for: Note.ID.self) { id in .stacked(NoteModel(id: id)) }
    WindowGroup("Wallboard", id: "wallboard") { .shared("wallboard") }
    SharedModel("wallboard") { WallboardModel() }
  }

  public func environment(for user: User) -> EnvironmentValues {
    [SharedCounter(), Notebook()]
  }

  public var pageFiles: [PageFile] { [.chart, .chartLook] }
}
