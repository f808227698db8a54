import Oriel

/// The museum shop, a window of two tabs.
enum ShopWindow {
  static let scene = WindowGroup("Shop", id: "shop") {
    .tabbed([
      TabModel(id: "desk", title: "Desk", systemImage: "house", model: .stacked(DeskModel())),
      TabModel(id: "inventory", title: "Inventory", systemImage: "list", model: ScreenStack(InventoryModel())),
    ])
  }
  .onOpenURL { url, root in
    guard url.path.first == "inventory" else { return false }
    guard url.path.count > 1 else { return root.enter(tab: "inventory") != nil }
    guard let page = ItemPage.destination(at: url) else { return false }
    return root.enter(tab: "inventory")?.navigate(to: page) == .executed
  }
}

@NavigationModel
final class DeskModel {
  @Environment(Stock.self) var stock

  var body: some View {
    List {
      Section("Today") {
        Text("\(stock.items.count) items").id("kinds")
        Button("Go to the inventory") { self.selectTab("inventory") }.buttonStyle(.borderedProminent).id("go")
      }
    }
    .navigationTitle("Shop")
  }
}
