import Oriel

/// Ways into the Gallery, the same for the address bar, an operator and code.
enum GalleryRoute: NavigationRoute {
  case tour(level: Int)
  case places
  case files
  case catalogue
  case notes
  case about

  init?(url: WindowURL) {
    switch (url.path.first, url.path.count) {
    case ("level", 2):
      guard let level = Int(url.path[1]), (1...9).contains(level) else { return nil }
      self = .tour(level: level)
    case ("places", 1): self = .places
    case ("files", 1): self = .files
    case ("catalogue", 1): self = .catalogue
    case ("notes", 1): self = .notes
    case ("about", 1): self = .about
    default: return nil
    }
  }

  /// How to get there in a window with tabs.
  func follow(from tabs: any NavigationModel) {
    switch self {
    case .tour(let level):
      tabs.enter(tab: "tour")?.push((1...level).map { TourModel(depth: $0) })
    case .places: tabs.enter(tab: "tour")?.push(PlacesModel())
    case .files: tabs.enter(tab: "tour")?.push(FilesModel())
    case .catalogue: tabs.enter(tab: "catalogue")
    case .notes: tabs.enter(tab: "notes")
    case .about: tabs.enter(tab: "about")
    }
  }
}

/// A note in the list's own tab. In a window of its own it is the scene `note`.
struct NotePage: URLDestination {
  static let path = "/notes/:id"
  var id: Note.ID

  func makeModel() -> any NavigationModel { NoteModel(id: id) }
}

/// Pages with a number.
enum Page: NavigationDestination {
  case number(Int)
  case mapped
  case half(Int)
  case cover(Int)

  var method: NavigationMethod {
    switch self {
    case .number, .mapped: .push
    case .half: .managedSheet
    case .cover: .managedCover
    }
  }

  var detents: [PresentationDetent] { if case .half = self { [.fraction(0.3), .medium, .large] } else { [] } }
  var selectedDetent: PresentationDetent? { .medium }

  func makeModel() -> any NavigationModel {
    switch self {
    case .number(let number), .half(let number), .cover(let number): PageModel(number: number)
    case .mapped: PageModel(number: 0)
    }
  }
}

/// Destinations that another part of the app shows, or that no part shows.
struct ForeignPage: NavigationProvidedDestination { var name: String }
struct LostPage: NavigationProvidedDestination {}
struct UnpaintedPage: NavigationProvidedDestination {
  func makePlaceholder() -> any NavigationModel { AboutPageModel(text: "Nobody has painted this yet.") }
}

/// Links to places, in every possible way.
@NavigationModel
final class PlacesModel {
  var next: Page?
  var wantsPage = false

  var urlPath: String? { "/places" }

  func start() {
    navigationMap(for: Page.self) { $0 == .mapped ? Page.number(99) : $0 }
    navigationProvider(for: ForeignPage.self) { AboutPageModel(text: "This is \($0.name), made by somebody else.") }
    navigate(to: \.next)
    navigate(when: \.wantsPage, to: Page.number(57))
  }

  var body: some View {
    List {
      Section("Links") {
        NavigationLink("Page 2", to: Page.number(2)).id("page-2")
        NavigationLink("A page that is mapped to another", to: Page.mapped).id("mapped")
        NavigationLink("Half a sheet", to: Page.half(3)).id("half")
        NavigationLink("The same, pushed", to: Page.half(3), method: .push).id("half-pushed")
        NavigationLink("A cover", to: Page.cover(4)).id("cover")
        NavigationLink("A note, by its address", to: NotePage(id: 1)).id("note")
        Link("All notes, by their address", destination: "/notes")
      }
      Section("In code") {
        Button("By a command") { self.navigate(to: Page.number(55)) }.id("command")
        Button("By a property") { self.next = .number(56) }.id("property")
        Button("By a trigger") { self.wantsPage = true }.id("trigger")
        Button("By a route") { self.perform(route: GalleryRoute.about) }.id("route")
      }
      Section("Provided") {
        NavigationLink("Somebody else's page", to: ForeignPage(name: "a page")).id("foreign")
        NavigationLink("A page with a placeholder", to: UnpaintedPage()).id("placeholder")
        NavigationLink("Nobody's page", to: LostPage()).id("lost")
      }
    }
    .navigationTitle("Places")
  }
}

@NavigationModel
final class PageModel {
  let number: Int

  init(number: Int) {
    self.number = number
  }

  var body: some View {
    List {
      NavigationLink("Page \(number + 1)", to: Page.number(number + 1)).id("next")
      Button("Back") { self.back() }.id("back")
    }
    .navigationTitle("Page \(number)")
  }
}

@NavigationModel
final class AboutPageModel {
  let text: String

  init(text: String) {
    self.text = text
  }

  var body: some View { Text(text).navigationTitle("Elsewhere") }
}
