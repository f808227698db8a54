import Oriel
import OrielDocument
import OrielTesting
import Testing

@CaseBindable
enum Stock: Codable, Equatable {
  case available(quantity: Int)
  case sold(isOnBackOrder: Bool, price: Double)
  case gone
}

@Suite("Bindings to the cases of an enumeration")
struct CaseBindingTests {
  @Test func `what a case carries is written while it is the current one`() throws {
    let stock = Box(Stock.available(quantity: 1))
    let quantity = try #require(stock.binding.case(\.available))
    quantity.wrappedValue = 2
    #expect(stock.value == .available(quantity: 2))
    stock.value = .gone
    quantity.wrappedValue = 3
    #expect(stock.value == .gone)
    #expect(stock.binding.available == nil)
    stock.value = .sold(isOnBackOrder: true, price: 1)
    stock.binding.sold?.wrappedValue = (isOnBackOrder: false, price: 2)
    #expect(stock.value == .sold(isOnBackOrder: false, price: 2))
  }

  @Test func `an optional enumeration is cleared only by its current case`() {
    let stock = Box<Stock?>(.available(quantity: 1))
    let quantity: Binding<Int?> = stock.binding.case(\.available)
    quantity.wrappedValue = 2
    #expect(stock.value == .available(quantity: 2))
    stock.value = .gone
    quantity.wrappedValue = nil
    quantity.wrappedValue = 3
    #expect(stock.value == .gone)
    #expect(quantity.wrappedValue == nil)
    stock.value = .available(quantity: 4)
    quantity.wrappedValue = nil
    #expect(stock.value == nil)
    quantity.wrappedValue = 5
    #expect(stock.value == nil)
  }

  @Test func `a case that carries nothing is a yes or a no`() {
    let stock = Box<Stock?>(.gone)
    let isGone: Binding<Bool> = stock.binding.case(\.gone)
    #expect(isGone.wrappedValue)
    isGone.wrappedValue = false
    #expect(stock.value == nil)
    isGone.wrappedValue = true
    #expect(stock.value == nil)
    stock.value = .available(quantity: 1)
    isGone.wrappedValue = false
    #expect(stock.value == .available(quantity: 1))
  }

  @Test func `a switch gives a binding for each case`() throws {
    let window = try TestWindow(StockModel())
    try window.change("Quantity", to: 5)
    #expect(window.document["models"]?["m1"]?["body"]?[0]?["value"] == 5)
    try window.tap("Sell")
    #expect(window.text == ["On back order", "Sell"])
    try window.toggle("On back order")
    #expect(window.document["models"]?["m1"]?["body"]?[0]?["value"] == true)
  }

  @Test func `an event for a case that is no longer current is stale`() throws {
    let window = try TestWindow(StockModel())
    let id = window.document["models"]?["m1"]?["body"]?[0]?["id"]?.stringValue
    try window.tap("Sell")
    let late: TestOutcome = try window.event(model: "m1", element: id, name: "change", value: 7)
    guard case .rejected(.stale, _) = late else {
      Issue.record("\(late)")
      return
    }
    #expect(window.text == ["On back order", "Sell"])
  }
}

@NavigationModel
final class StockModel {
  var stock = Stock.available(quantity: 1)

  init() {}

  var body: some View {
    switch bind(\.stock).cases {
    case .available(let quantity): Stepper("Quantity", value: quantity)
    case .sold(let sale): Toggle("On back order", isOn: sale.isOnBackOrder)
    case .gone: Text("Gone")
    }
    Button("Sell") { self.stock = .sold(isOnBackOrder: false, price: 1) }
  }
}
