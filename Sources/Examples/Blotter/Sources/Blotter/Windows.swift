import Foundation
import Oriel

extension NavigationModel {
  /// Each window's root calls it in `start()`.
  func followHalt(of desk: Desk) {
    present(isPresented: Binding(get: { desk.isHalted }, set: { _ in })) {
      .sheet(HaltModel(), detents: [.medium], isDismissible: false)
    }
  }
}

@NavigationModel
final class HaltModel {
  @Environment(Desk.self) var desk
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("No orders are taken until the supervisor resumes trading.").navigationTitle("Trading is halted")
    if user.roles.contains("supervisor") {
      Button("Resume trading") { self.desk.isHalted = false }
    }
  }
}

@NavigationModel
final class BlotterModel {
  @Environment(Desk.self) var desk
  @Environment(\.user) var user
  var sort = [TableSort("Order", order: .reverse)]

  init() {}

  func start() { followHalt(of: desk) }

  var body: some View {
    Table(desk.orders, sortOrder: bind(\.sort)) {
      TableColumn("Order", value: \.id) { order in Text("\(order.id)") }.width(80)
      TableColumn("Trader", value: \.trader).priority(1)
      TableColumn("Instrument", value: \.symbol)
      TableColumn("Quantity", value: \.quantity) { order in Text("\(order.quantity)") }.alignment(.numeric).width(110)
      TableColumn("Price", value: \.cents) { order in Text(order.price) }.alignment(.numeric).width(110)
      TableColumn("State", value: \.status).priority(1)
      TableColumn("") { order in
        if order.isCancellable { Button("Cancel \(order.id)") { self.desk.cancel(order.id) } }
      }
    }
    .navigationTitle("Blotter")
    .screenWidth(.wide)
    .toolbar {
      Button("New ticket") { self.openWindow("ticket") }
      Link("Download", destination: "/orders.csv")
      if user.roles.contains("supervisor") {
        Button("Supervise") { self.openWindow("supervisor", policy: .reuse) }
      }
      Button("Sign out") { self.signOut() }
    }
  }
}

@NavigationModel
final class TicketModel {
  var symbol = symbols[0]
  var quantity: Int?
  var price: Double?
  var client = ""
  var message = ""
  @Environment(Desk.self) var desk
  @Environment(Market.self) var market
  @Environment(\.user) var user

  init() {}

  func start() { followHalt(of: desk) }

  var body: some View {
    Picker("Instrument", selection: bind(\.symbol)) {
      ForEach(symbols, id: \.self) { symbol in Text(symbol) }
    }
    .navigationTitle("Ticket \(symbol)")
    Text("Last: \((market[symbol]?.cents ?? 0).asPrice)")
    TextField("Quantity", value: bind(\.quantity), format: .number)
    TextField("Price", value: bind(\.price), format: .number.precision(.fractionLength(2)))
    TextField("Client", text: bind(\.client))
    if !message.isEmpty { Text(message) }
    Button("Place order") { try self.place() }
      .buttonStyle(.borderedProminent)
  }

  private func place() throws {
    guard let size = quantity, 1...1_000_000 ~= size else { return message = "Give a quantity from 1 to 1,000,000." }
    guard let price, 0.01...10_000_000 ~= price else { return message = "Give a price from 0.01 to 10,000,000." }
    let cents = Int((price * 100).rounded(.toNearestOrEven))
    let id = try desk.place(symbol, quantity: size, cents: cents, client: client, by: user.id)
    message = "Order \(id) is placed."
    (self.quantity, self.price) = (nil, nil)
    client = ""
  }
}

@NavigationModel
final class SupervisorModel {
  @Environment(Desk.self) var desk
  @Environment(Windows.self) var windows
  @Environment(\.user) var user

  init() {}

  func start() { followHalt(of: desk) }

  var body: some View {
    Button("Halt trading", role: .destructive) { self.desk.isHalted = true }.navigationTitle("Supervisor")
    Section("Tickets") {
      ForEach(windows.all(scene: "ticket").filter { $0.user != user.id }) { window in
        HStack {
          Text("\(window.user): \(window.title)")
          Button("Take over from \(window.user)") { self.windows.move(window.id, to: self.user.id) }
        }
      }
    }
  }
}
