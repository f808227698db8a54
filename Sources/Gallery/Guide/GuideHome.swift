import Oriel

/// The first screen of a guide.
@NavigationModel
final class GuideHomeModel {
  @Environment(Visitor.self) var visitor

  func start() {
    navigationCheckpoint(.home)
    navigationAutoReceive(GuidePage.self)
  }

  var body: some View {
    List {
      Section("Pages") {
        NavigationLink("Page 2", to: GuidePage.number(2)).id("page-2")
        NavigationLink("Page 44", to: GuidePage.number(44)).id("page-44")
        Button("Every kind of link") { self.push(PlacesModel()) }.id("places")
      }
      Section("Send") {
        Button("Pages 2 and 3") { self.send(GuidePage.number(2), GuidePage.number(3)) }.id("send")
        Button("A route to 2 and 3") { self.perform(route: GuideRoute.homePages2And3) }.id("route-2-3")
        Button("A route to 2, 3 and 99") { self.perform(route: GuideRoute.homePages2And3And99) }.id("route-2-3-99")
        Button("A route into the settings") { self.perform(route: GuideRoute.settingsPage2) }.id("route-settings")
      }
      Section("Authentication") {
        Button("Page 77, members only") { self.perform(route: GuideRoute.authenticated) }.id("authenticated")
        Button("Forget me") { self.visitor.isAuthenticated = false }.disabled(!visitor.isAuthenticated).id("forget")
      }
      Section("Arrange") {
        Button("As tabs") { self.send(GuideArrangement.tabs) }.id("tabs")
        Button("As a list with details") { self.send(GuideArrangement.split) }.id("split")
      }
      Presenting(model: self)
      Checkpoints(model: self)
    }
    .navigationTitle("Home")
  }
}
