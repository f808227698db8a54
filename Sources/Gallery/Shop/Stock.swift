import Oriel

struct Item: Codable, Hashable, Identifiable {
  var id: Int
  var name = ""
  var colour = Color(red: 0x33, green: 0x77, blue: 0xCC)
  var availability = Availability.inStock(quantity: 1)

  var summary: String {
    switch availability {
    case .inStock(let quantity): "\(quantity) in stock"
    case .outOfStock(let isOnBackOrder): isOnBackOrder ? "On back order" : "Out of stock"
    }
  }
}

/// The shop's items, the same in every window.
@SavedState
final class Stock {
  var items = [
    Item(id: 1, name: "Postcards", availability: .inStock(quantity: 90)),
    Item(
      id: 2, name: "Catalogue", colour: Color(red: 0xA0, green: 0x20, blue: 0x40), availability: .inStock(quantity: 12)),
    Item(id: 3, name: "Poster", availability: .outOfStock(isOnBackOrder: true)),
  ]
  var nextID = 4

  subscript(id: Item.ID) -> Item? { items.first { $0.id == id } }

  /// An item that is not in the shop until `save` is called.
  func draft() -> Item { Item(id: nextID) }

  func save(_ item: Item) {
    if let index = items.firstIndex(where: { $0.id == item.id }) {
      items[index] = item
    } else {
      items.append(item)
      nextID = max(nextID, item.id) + 1
    }
  }

  func remove(_ id: Item.ID) { items.removeAll { $0.id == id } }
}
