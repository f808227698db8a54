import Oriel

/// Numbered pages of the guide.
enum GuidePage: NavigationDestination {
  case number(Int)

  func makeModel() -> any NavigationModel {
    switch self {
    case .number(let number): GuidePageModel(number: number)
    }
  }
}

/// Pages of the settings, which belong to another module.
enum GuideSettingsPage: NavigationDestination {
  case number(Int)

  func makeModel() -> any NavigationModel {
    switch self {
    case .number(let number): GuidePageModel(number: number)
    }
  }
}

extension NavigationCheckpoint where Value == Void {
  static var home: Self { Self("home") }
  static var page2: Self { Self("page2") }
  static var duplicate: Self { Self("duplicate") }
  static var nowhere: Self { Self("nowhere") }
}

extension NavigationCheckpoint where Value == Int {
  static var settings: Self { Self("settings") }
}

/// A page with everything that can be done from anywhere.
@NavigationModel
final class GuidePageModel {
  let number: Int
  /// The number of returns to the checkpoint that is declared twice.
  var returns = 0
  var leaves = false

  init(number: Int) {
    self.number = number
  }

  func start() {
    observe { if self.leaves { self.leave() } }
    if number == 2 { navigationCheckpoint(.page2) }
    if number == 2 || number == 3 { navigationCheckpoint(.duplicate) { _ in self.returns += 1 } }
  }

  private func leave() {
    leaves = false
    dismissSelf()
  }

  var body: some View {
    List {
      if number == 2 || number == 3 { Text("Came back \(returns) times").foregroundStyle(.secondary).id("returns") }
      Section("Go on") {
        NavigationLink("Page \(number + 1)", to: GuidePage.number(number + 1)).id("next")
        Button("Page 77") { self.navigate(to: GuidePage.number(77)) }.id("77")
        Button("Home, then 2, 88 and 99") { self.sendFarther() }.id("farther")
        Button("The settings, by a route") { self.perform(route: GuideRoute.settings) }.id("settings")
        Button("Empty the stack “home”") { self.popTo(named: "home") }.id("empty-home")
        Button("A page on the stack “settings”") {
          self.send(NavigationAction.with("settings") { $0.push(GuidePageModel(number: 5), on: "settings") })
        }
        .id("on-settings")
      }
      GoingBack(model: self, leaves: bind(\.leaves))
      Checkpoints(model: self)
      Presenting(model: self)
    }
    .navigationTitle("Page \(number)")
  }

  private func sendFarther() {
    send(
      NavigationAction.popTo(named: "home"), GuidePage.number(2), GuidePage.number(88), GuidePage.number(99))
  }
}
