import Oriel

/// The form of an item that is in the shop.
struct ItemPage: URLDestination {
  static let path = "/inventory/:id"
  let id: Item.ID

  func makeModel() -> any NavigationModel { EditItemModel(id: id) }
}

/// Finds the item first: an address may ask for one that is gone.
@NavigationModel
final class EditItemModel: StackScreen {
  let id: Item.ID
  var draft: Item?
  @Environment(Stock.self) var stock

  init(id: Item.ID) {
    self.id = id
  }

  var displayOptions: StackDisplayOptions { .hideBackButton }

  func start() {
    draft = draft ?? stock[id]
  }

  var body: some View {
    if let draft = Binding(bind(\.draft)) {
      ItemForm(item: draft).toolbar { FormButtons(model: self) { self.stock.save(draft.wrappedValue) } }
        .navigationTitle("Edit")
    } else {
      Text("This item is not sold any more.").toolbar { Button("Back") { self.back() }.id("cancel") }
        .navigationTitle("Gone")
    }
  }
}

/// The form of an item that is not in the shop yet.
@NavigationModel
final class ItemFormModel {
  let title: String
  var item: Item
  @Environment(Stock.self) var stock

  init(title: String, item: Item) {
    self.title = title
    self.item = item
  }

  var body: some View {
    ItemForm(item: bind(\.item)).toolbar { FormButtons(model: self) { self.stock.save(self.item) } }
      .navigationTitle(title)
  }
}

/// The fields of an item.
struct ItemForm: View {
  let item: Binding<Item>

  var body: some View {
    Form {
      TextField("Name", text: item.name).textLimit(100).id("name")
      ColorPicker("Colour", selection: item.colour).id("colour")
      Section("Availability") { AvailabilityControls(availability: item.availability) }
    }
  }
}

/// *Cancel* and *Save*, both of which leave the model.
struct FormButtons: View {
  let model: any NavigationModel
  let save: () -> Void

  var body: some View {
    Button("Cancel", role: .cancel) { self.model.back() }.id("cancel")
    Button("Save") {
      self.save()
      self.model.back()
    }
    .buttonStyle(.borderedProminent).id("save")
  }
}
