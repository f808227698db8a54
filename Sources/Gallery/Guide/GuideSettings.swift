import Oriel

/// Settings, which receive values from the screens above them.
@NavigationModel
final class GuideSettingsModel {
  var value: Int?
  var wantsPage = false
  /// The values to send, as soon as there are any.
  var sending: GuideSettingsPage?

  func start() {
    observe { if let page = self.sending { self.sendOnce(page) } }
    navigationCheckpoint(.settings) { self.value = $0 }
    navigationAutoReceive(GuideSettingsPage.self)
    navigate(when: \.wantsPage, to: GuideSettingsPage.number(3))
    onNavigationReceive(LoadingPlace.self) { _ in
      self.present(.managedSheet(LoadingSheetModel()))
      return .pause
    }
  }

  var body: some View {
    List {
      Section("What came back") { Text(value.map { "\($0)" } ?? "Nothing yet").id("value") }
      Section("Ask") { Button("For a value, in a sheet") { self.present(.managedSheet(ValueModel())) }.id("ask") }
      Section("Pages") {
        NavigationLink("Page 2", to: GuideSettingsPage.number(2)).id("link")
        Button("Page 3") { self.navigate(to: GuideSettingsPage.number(3)) }.id("push")
        Button("Page 3, by a trigger") { self.wantsPage = true }.id("trigger")
        NavigationLink("A place that no list has", to: UnlistedPage(number: 1)).id("unlisted")
        Button("Another of them, pushed") { self.navigate(to: UnlistedPage(number: 2), method: .push) }
          .id("unlisted-pushed")
        Button("The same, as a sheet") { self.navigate(to: UnlistedPage(number: 2), method: .managedSheet) }
          .id("unlisted-sheet")
      }
      Section("Send") {
        Button("Page 2, by a command") { self.send(GuideSettingsPage.number(2)) }.id("send")
        Button("Page 3, by a property") { self.sending = .number(3) }.id("send-property")
        Button("Home, 2, 88 and a sheet") { self.sendHome() }.id("send-home")
        Button("A window that loads first") { self.send(LoadingPlace(), LoadedPlace()) }.id("loading")
      }
      Checkpoints(model: self)
    }
    .navigationTitle("Settings")
  }

  private func sendOnce(_ page: GuideSettingsPage) {
    sending = nil
    send(page)
  }

  private func sendHome() {
    send(values: GuideRoute.home.values + [GuidePage.number(2), GuidePage.number(88), RootSheet()] as [any Codable])
  }
}

/// Returns a value to the screen that asked for it.
@NavigationModel
final class ValueModel {
  var body: some View {
    List {
      ForEach([5, 0], id: \.self) { value in
        Button("Return \(value)") { self.returnToCheckpoint(.settings, value: value) }.id("return")
      }
    }
    .navigationTitle("A value")
  }
}

/// A destination that no scene lists: code may go there, an operator may not.
struct UnlistedPage: NavigationDestination {
  var number: Int

  func makeModel() -> any NavigationModel { GuidePageModel(number: number) }
}
