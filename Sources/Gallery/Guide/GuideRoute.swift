import Oriel

/// Ways through the guide, the same however its window is arranged.
enum GuideRoute: String, NavigationRoute, CaseIterable {
  case home = "/home"
  case homePage2 = "/home/page2"
  case homePage3 = "/home/page3"
  case homePages2And3 = "/home/page2/page3"
  case homePages2And3And99 = "/home/page2/page3/page99"
  case authenticated = "/home/auth"
  case settings = "/settings"
  case settingsPage2 = "/settings/page2"
  case settingsPage3 = "/settings/page3"
  case simpleSheet = "/simple/sheet"

  init?(url: WindowURL) { self.init(rawValue: url.description) }

  /// The values to send in order to get there.
  var values: [any Codable] {
    switch self {
    case .home: start(.home)
    case .homePage2: start(.home) + [GuidePage.number(2)]
    case .homePage3: start(.home) + [GuidePage.number(3)]
    case .homePages2And3: start(.home) + [GuidePage.number(2), GuidePage.number(3)]
    case .homePages2And3And99: start(.home) + [GuidePage.number(2), GuidePage.number(3), GuidePage.number(99)]
    case .authenticated:
      [NavigationAction.dismissAll, AuthenticationRequired()] + start(.home) + [GuidePage.number(77)]
    case .settings: start(.settings)
    case .settingsPage2: start(.settings) + [GuideSettingsPage.number(2)]
    case .settingsPage3: start(.settings) + [GuideSettingsPage.number(3)]
    case .simpleSheet: [NavigationAction.dismissAll, RootSheet()]
    }
  }

  private func start(_ place: GuidePlace) -> [any Codable] {
    [NavigationAction.dismissAll, place, NavigationAction.popTo(named: place.rawValue)]
  }
}

/// The parts of the guide; their stacks have these names.
enum GuidePlace: String, Codable, CaseIterable {
  case home, examples, settings

  var title: String {
    switch self {
    case .home: "Home"
    case .examples: "Examples"
    case .settings: "Settings"
    }
  }

  func makeStack() -> any NavigationModel {
    switch self {
    case .home: .stacked(GuideHomeModel(), name: rawValue)
    case .examples: .stacked(ExamplesModel(), name: rawValue)
    case .settings: .stacked(GuideSettingsModel(), name: rawValue)
    }
  }
}

/// Two ways to arrange a guide's window. The window receives one as a value, and remembers it.
enum GuideArrangement: String, Codable { case tabs, split }

/// Sent before values that only an authenticated visitor may receive.
struct AuthenticationRequired: Codable {}

/// A sheet over the whole window.
struct RootSheet: Codable {}
