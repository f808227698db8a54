import Oriel

/// The subscription of a friend of the gallery, or an offer of one. A purchase in one window shows in all.
@SwitchedNavigationModel
final class SubscriptionModel {
  var switchedModel: (any NavigationModel)?
  @Environment(Membership.self) var membership

  init() {}

  func start() {
    observe { self.follow(isFriend: self.membership.isFriend) }
  }

  private func follow(isFriend: Bool) {
    if isFriend {
      if !(switchedModel is PremiumModel) { switchedModel = PremiumModel() }
    } else {
      if !(switchedModel is FreemiumModel) { switchedModel = FreemiumModel() }
    }
  }
}

@NavigationModel
final class FreemiumModel {
  @Environment(Membership.self) var membership

  var body: some View {
    VStack {
      Text("Friends come in first.").font(.headline)
      Button("Simulate a purchase") { self.membership.isFriend = true }.buttonStyle(.borderedProminent).id("buy")
      Button("Not now", role: .cancel) { self.dismissSelf() }.id("close")
    }
    .navigationTitle("Become a friend")
  }
}

@NavigationModel
final class PremiumModel {
  var cups = 0
  @Environment(Membership.self) var membership

  var body: some View {
    VStack {
      Label("You are a friend of the gallery.", systemImage: "heart")
      Text("\(cups) cups so far").foregroundStyle(.secondary).id("cups")
      Button("Have a coffee") { self.present(.alert(Self.coffee)) }.id("coffee")
      Button("Unsubscribe", role: .destructive) { self.membership.isFriend = false }.id("unsubscribe")
      Button("Done") { self.dismissSelf() }.buttonStyle(.borderedProminent).id("close")
    }
    .navigationTitle("Friend")
  }

  private static var coffee: AlertState<Coffee> {
    AlertState("Coffee", message: "On the house.") {
      ButtonState("One cup", action: Coffee(cups: 1))
      ButtonState("Two cups", action: Coffee(cups: 2))
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let message = message as? Coffee { cups += message.cups }
  }
}

struct Coffee: NavigationMessage, Codable {
  let cups: Int
}
