import Oriel

/// The shop's items: added in a sheet, edited further down the path, copied in a popover, deleted after a question.
@NavigationModel
final class InventoryModel {
  @Environment(Stock.self) var stock

  var urlPath: String? { "/inventory" }

  var body: some View {
    List {
      ForEach(stock.items) { item in
        HStack {
          NavigationLink(to: ItemPage(id: item.id)) {
            VStack(alignment: .leading, spacing: 2) {
              Text(item.name)
              Text(item.summary).font(.caption).foregroundStyle(.secondary)
            }
          }
          .id("edit")
          Spacer()
          Button("Duplicate") { self.duplicate(item) }.accessibilityLabel("Duplicate “\(item.name)”")
            .navigationSource(id: "duplicate \(item.id)").id("duplicate")
          Button("Delete", role: .destructive) { self.present(.alert(Self.question(about: item))) }
            .accessibilityLabel("Delete “\(item.name)”").id("delete")
        }
      }
    }
    .toolbar { Button("Add", systemImage: "plus") { self.add() }.id("add") }
    .navigationTitle("Inventory")
  }

  private func add() { present(.sheet(ScreenStack(ItemFormModel(title: "Add an item", item: stock.draft())))) }

  private func duplicate(_ item: Item) {
    var copy = item
    copy.id = stock.draft().id
    present(.popover(ItemFormModel(title: "Duplicate", item: copy), source: "duplicate \(item.id)"))
  }

  private static func question(about item: Item) -> AlertState<DeleteItem> {
    AlertState("Delete “\(item.name)”?", message: "It will be gone from every window.") {
      ButtonState("Delete", role: .destructive, action: DeleteItem(id: item.id))
      ButtonState("Cancel", role: .cancel)
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let message = message as? DeleteItem { stock.remove(message.id) }
  }
}

struct DeleteItem: NavigationMessage, Codable {
  let id: Item.ID
}
