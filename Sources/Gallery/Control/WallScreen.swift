import Oriel

/// One screen of the wall. It shows what the plan says, whichever window changed the plan.
@SwitchedNavigationModel
final class WallScreenModel {
  let number: Int
  var switchedModel: (any NavigationModel)?
  var channel: WallPlan.Channel?
  @Environment(WallPlan.self) var plan

  init(number: Int) {
    self.number = number
  }

  func start() {
    observe { self.show(self.plan.channels[self.number] ?? .wallboard) }
  }

  private func show(_ channel: WallPlan.Channel) {
    guard channel != self.channel else { return }
    self.channel = channel
    switchedModel = Self.makeModel(of: channel)
  }

  private static func makeModel(of channel: WallPlan.Channel) -> any NavigationModel {
    switch channel {
    case .wallboard: .shared("wallboard")
    case .colours: ColoursModel()
    case .message: WallMessageModel()
    }
  }
}

@NavigationModel
final class WallMessageModel {
  @Environment(WallPlan.self) var plan

  var body: some View { Text(plan.message).font(.title).id("message").navigationTitle("Message") }
}

@NavigationModel
final class ColoursModel {
  var body: some View {
    Grid(columns: 4) {
      ForEach(Swatch.Hue.allCases, id: \.self) { Swatch(hue: $0) }
    }
    .navigationTitle("Colours")
  }
}
