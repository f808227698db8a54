import Oriel

extension Card {
  static var commands: [Card] {
    [
      Card("layers", "Layers") { $0.push(CardsModel(list: .layers)) },
      Card("questions", "Questions") { $0.push(CardsModel(list: .questions)) },
      Card("stack", "Stack") { $0.push(CardsModel(list: .stack)) },
      Card("addresses", "Addresses") { $0.push(CardsModel(list: .addresses)) },
      Card("hide", "Hide this") { $0.back() },
      Card("select-flows", "Select the tab “Flows”") { $0.selectTab("flows") },
      Card("briefly", "Show a sheet for two seconds") {
        $0.execute(ShowBriefly(model: CardsModel(list: .commands)))
      },
      Card("deep-link", "Follow a link to the subscription") { $0.perform(route: MembersRoute.subscription) },
    ]
  }

  static var addresses: [Card] {
    [
      Card("open-url", "Open a page of the web") { $0.execute(.openURL("https://www.swift.org")) },
      Card("browse", "Show a page in a sheet") {
        $0.present(.webView("/client/app/house-rules.html", title: "House rules"))
      },
      Card("settings", "Settings") { $0.push(MemberSettingsModel()) },
    ]
  }
}

extension PageFile {
  /// A page that knows nothing about windows.
  static let houseRules = PageFile(
    "house-rules.html",
    """
    <!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
    <title>House rules</title><h1>House rules</h1>
    <ul><li>Look with your eyes.</li><li>Whisper.</li><li>Bags stay at the desk.</li></ul></html>
    """)
}

/// A command of our own, made from an existing one.
struct ShowBriefly: NavigationCommand {
  let model: any NavigationModel

  func plan(for caller: any NavigationModel) -> CommandPlan {
    AnyNavigationCommand.present(.managedSheet(model), hidingAfter: .seconds(2)).plan(for: caller)
  }
}

/// Settings that a phone would show in its Settings app are shown by the window itself.
@NavigationModel
final class MemberSettingsModel {
  @Environment(Membership.self) var membership

  var body: some View {
    Form {
      Toggle(
        "Friend of the gallery",
        isOn: Binding(get: { self.membership.isFriend }, set: { self.membership.isFriend = $0 })
      )
      .id("friend")
    }
    .navigationTitle("Settings")
  }
}
