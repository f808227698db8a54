import Oriel

/// Whether something can be sold: each case has controls of its own.
@CaseBindable
enum Availability: Codable, Hashable {
  case inStock(quantity: Int)
  case outOfStock(isOnBackOrder: Bool)
}

/// The controls of an ``Availability``, which depend on its case.
struct AvailabilityControls: View {
  let availability: Binding<Availability>

  var body: some View {
    switch availability.cases {
    case .inStock(let quantity):
      Stepper("Quantity", value: quantity, in: 0...99).id("quantity")
      Button("Mark as sold out") { self.availability.wrappedValue = .outOfStock(isOnBackOrder: false) }.id("sold-out")
    case .outOfStock(let isOnBackOrder):
      Toggle("On back order", isOn: isOnBackOrder).id("back-order")
      Button("Back in stock") { self.availability.wrappedValue = .inStock(quantity: 1) }.id("in-stock")
    }
  }
}

@NavigationModel
final class AvailabilityModel {
  var availability = Availability.inStock(quantity: 20)

  var body: some View {
    Form {
      Section { AvailabilityControls(availability: bind(\.availability)) }
      Text(summary).foregroundStyle(.secondary).id("summary")
    }
    .navigationTitle("Controls of a case")
  }

  private var summary: String {
    switch availability {
    case .inStock(let quantity): "\(quantity) in stock"
    case .outOfStock(true): "Out of stock, and ordered"
    case .outOfStock(false): "Out of stock"
    }
  }
}
