import Oriel

/// The demo: a first page that is itself a window, small apps, and a catalogue of everything that windows can do.
public struct GalleryApp: WindowApp {
  public init() {}

  public var tenancy: Tenancy { DemoRoom.tenancy }

  public var body: some Scene {
    windows.lockScreen(when: \Membership.isLocked) { LockModel() }
    SharedModel("wallboard") { WallboardModel() }
    Trading.prices
  }

  @SceneBuilder private var windows: some Scene {
    WelcomeModel.scene.pageFiles(PageFile.welcome)
    LiveWindow.scene.pageFiles([.page("live.css")].compactMap(\.self))
    catalogue.pageFiles([.chart, .chartLook, .bar, .barLook, .swatch, .swatchLook] + PageFile.about)
    WindowGroup("Wallboard", id: "wallboard") { .shared("wallboard") }
    WindowGroup("Your windows", id: "windows") { YourWindowsModel() }.opensBeyondWindowLimit()
    rooms.pageFiles([.operations, .operationsLook])
  }

  @SceneBuilder private var catalogue: some Scene {
    home
    WindowGroup("Exhibit", id: "exhibit", for: ExhibitID.self) { id in .stacked(id.makeModel()) }
    ShopWindow.scene
    MembersWindow.scene
    MembersWindow.waiting
    GuideWindow.scene
    ControlRoom.scene
    ControlRoom.screen
    WindowGroup("Counter", id: "counter") { CounterModel() }
    WindowGroup("Note", id: "note", for: Note.ID.self) { id in .stacked(NoteModel(id: id)) }
  }

  /// The operations rooms.
  @SceneBuilder private var rooms: some Scene {
    Dispatch.scenes
    Trading.scenes
    CallCentre.scenes
    Wall.scenes
  }

  private var home: some Scene {
    WindowGroup("Gallery", id: "home") {
      .tabbed([
        TabModel(id: "tour", title: "Tour", systemImage: "house", model: .stacked(TourModel())),
        TabModel(id: "notes", title: "Notes", systemImage: "pencil", model: .stacked(NotesModel())),
        TabModel(
          id: "catalogue", title: "Exhibits", systemImage: "magnifyingglass", model: .stacked(CatalogueModel())),
        TabModel(id: "about", title: "This window", systemImage: "list", model: .stacked(AboutModel())),
      ])
    }
    .onOpenURL(of: ExhibitPage.self) { exhibit, root in
      root.enter(tab: "catalogue")?.navigate(to: exhibit) == .executed
    }
    .onOpenURL(of: NotePage.self) { note, root in root.enter(tab: "notes")?.navigate(to: note) == .executed }
    .onNavigationRoute(GalleryRoute.self) { route, root in route.follow(from: root) }
    .destinations(Page.self, NotePage.self, ChartPage.self, ExhibitPage.self)
  }

  public func environment(for user: User) -> EnvironmentValues {
    [SharedCounter(), Notebook(), Stock(), Membership(), Visitor(), WallPlan(), TradingBook()]
  }

  public func environment(for tenant: Tenant) -> EnvironmentValues {
    [Tally(), Operations(), Switchboard(), Market(), WallNews()]
  }

  public var pageFiles: [PageFile] { [.houseRules] + PageFile.pictures }
}
