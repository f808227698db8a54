import Oriel

/// The root of a guide's window: tabs, or a list with the chosen entry beside it.
@SwitchedNavigationModel
final class GuideModel {
  var switchedModel: (any NavigationModel)?
  var arrangement = GuideArrangement.tabs
  var sidebar: GuideSidebarModel?
  @Environment(Visitor.self) var visitor

  init() {
    switchedModel = GuideModel.tabs
  }

  func start() {
    onNavigationReceive(GuideArrangement.self) { arrangement in
      self.arrange(arrangement)
      return .auto
    }
    onNavigationReceive(GuidePlace.self) { place in self.show(place) }
    onNavigationReceive(AuthenticationRequired.self) { _ in self.authenticate() }
    onNavigationReceive(RootSheet.self) { _ in
      self.present(.managedSheet(GuidePageModel(number: 0)))
      return .auto
    }
  }

  private func arrange(_ arrangement: GuideArrangement) {
    guard arrangement != self.arrangement else { return }
    self.arrangement = arrangement
    let sidebar = arrangement == .tabs ? nil : GuideSidebarModel()
    self.sidebar = sidebar
    switchModel(sidebar.map { .split(sidebar: $0, detail: $0.shown.makeStack()) } ?? Self.tabs)
  }

  private static var tabs: any NavigationModel {
    .tabbed(GuidePlace.allCases.map { TabModel(id: $0.rawValue, title: $0.title, model: $0.makeStack()) })
  }

  private func show(_ place: GuidePlace) -> ReceiveResume {
    if arrangement == .tabs {
      switchedModel?.selectTab(place.rawValue)
    } else if find(named: place.rawValue) == nil {
      switchedModel?.showDetail(place.makeStack())
      sidebar?.shown = place
    }
    return .auto
  }

  private func authenticate() -> ReceiveResume {
    if visitor.isAuthenticated { return .immediately }
    present(.alert(Self.question))
    return .pause
  }

  private static var question: AlertState<Authentication> {
    AlertState("Is it really you?", message: "Somebody has to ask.") {
      ButtonState("Yes", action: Authentication(isGiven: true))
      ButtonState("Cancel", role: .cancel, action: Authentication(isGiven: false))
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let message = message as? Authentication else { return }
    visitor.isAuthenticated = message.isGiven
    if message.isGiven { resume() } else { cancelResume() }
  }
}

struct Authentication: NavigationMessage, Codable {
  let isGiven: Bool
}

/// The list of choices in a split window.
@NavigationModel
final class GuideSidebarModel {
  var shown = GuidePlace.home

  init() {}

  var body: some View {
    List {
      ForEach(GuidePlace.allCases, id: \.rawValue) { place in
        Button(place.title) { self.send(place) }.selected(place == shown).id("show")
      }
    }
    .navigationTitle("Guide")
  }
}
