import Oriel

/// The members' own windows, and a waiting window.
enum MembersWindow {
  static var scene: some Scene {
    WindowGroup("Members", id: "members") { MembersModel() }
      .onNavigationRoute(MembersRoute.self) { route, root in (root as? MembersModel)?.follow(route) }
      .onEnvironmentTrigger { trigger, root in (root as? MembersModel)?.takes(trigger) == true ? nil : trigger }
  }
  static let waiting = WindowGroup("Waiting", id: "waiting") { WaitingModel() }
}

/// Ways into a members' window.
enum MembersRoute: NavigationRoute {
  case list(CardList)
  case subscription

  init?(url: WindowURL) {
    guard url.path.count == 1 else { return nil }
    if url.path == ["subscription"] {
      self = .subscription
    } else {
      guard let list = CardList(rawValue: url.path[0]) else { return nil }
      self = .list(list)
    }
  }
}

/// The root of a members' window: after signing out, the user starts over.
@SwitchedNavigationModel
final class MembersModel {
  var switchedModel: (any NavigationModel)?
  /// The outcome of the last trigger.
  var outcome: String?
  @Environment(Membership.self) var membership

  init() {}

  func start() {
    observe { self.follow(isSignedIn: self.membership.isSignedIn) }
  }

  private func follow(isSignedIn: Bool) {
    if isSignedIn {
      if !(switchedModel is DefaultTabsRootNavigationModel) { switchedModel = Self.tabs }
    } else {
      if !(switchedModel is DefaultStackRootNavigationModel) { switchedModel = .stacked(StartModel()) }
    }
  }

  private static var tabs: DefaultTabsRootNavigationModel {
    .tabbed([
      TabModel(id: "commands", title: "Commands", systemImage: "bolt", model: .stacked(CardsModel(list: .commands))),
      TabModel(id: "flows", title: "Flows", systemImage: "arrow.right", model: ScreenStack(CardsModel(list: .flows))),
    ])
  }

  func follow(_ route: MembersRoute) {
    switch route {
    case .list(.commands): switchedModel?.enter(tab: "commands")
    case .list(.flows): switchedModel?.enter(tab: "flows")
    case .list(let list): switchedModel?.enter(tab: "commands")?.push(CardsModel(list: list))
    case .subscription: present(.sheet(.stacked(SubscriptionModel())))
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    switch message {
    case is OpenSettings: switchedModel?.enter(tab: "commands")?.push(MemberSettingsModel())
    case let message as TriggerOutcomeMessage: hear(message)
    default: break
    }
  }

  private func hear(_ message: TriggerOutcomeMessage) {
    switch (message.trigger.kind, message.status) {
    case ("requestReview", .performed): outcome = "Thank you for \(message.value?.integerValue ?? 0) stars."
    case ("notify", .performed): outcome = "The notification was seen."
    case ("notify", .declined), ("notify", .unsupported): present(.alert(Self.notAllowed))
    default: outcome = "The page has \(message.status.rawValue) it."
    }
  }

  /// Handles triggers that an operator may send, without asking a page.
  func takes(_ trigger: EnvironmentTrigger) -> Bool {
    switch trigger.kind {
    case "custom:lock": membership.isLocked = true
    case "custom:message":
      present(.alert(AlertState(trigger.payload["text"]?.stringValue ?? "", message: "From the house.")))
    default: return false
    }
    return true
  }

  private static var notAllowed: AlertState<OpenSettings> {
    AlertState("Notifications are off", message: "They can be allowed in the settings.") {
      ButtonState("Settings", action: OpenSettings())
      ButtonState("Not now", role: .cancel)
    }
  }
}

struct OpenSettings: NavigationMessage, Codable {}
