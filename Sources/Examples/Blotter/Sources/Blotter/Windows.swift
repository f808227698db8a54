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

  init() {}

  func start() { followHalt(of: desk) }

  var body: some View {
    Table(desk.orders.suffix(50)) {
      TableColumn("Order") { order in Text("\(order.id)") }
      TableColumn("Trader", value: \.trader)
      TableColumn("Instrument", value: \.symbol)
      TableColumn("Quantity") { order in Text("\(order.quantity)") }
      TableColumn("Price", value: \.price)
      TableColumn("State", value: \.status)
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
  // As text, so that what is half typed comes along when the supervisor takes the ticket over.
  var quantityText = ""
  var priceText = ""
  var client = ""
  var message = ""
  @Environment(Desk.self) var desk
  @Environment(Market.self) var market
  @Environment(\.user) var user

  init() {}

  func start() { followHalt(of: desk) }

  private var quantity: Int? { Int(quantityText).flatMap { 1...1_000_000 ~= $0 ? $0 : nil } }
  private var cents: Int? {
    guard let found = priceText.wholeMatch(of: /(\d{1,7})(?:[.,](\d{2}))?/) else { return nil }
    let cents = 100 * (Int(found.1) ?? 0) + (found.2.flatMap { Int($0) } ?? 0)
    return cents > 0 ? cents : nil
  }

  var body: some View {
    Picker("Instrument", selection: bind(\.symbol)) {
      ForEach(symbols, id: \.self) { symbol in Text(symbol) }
    }
    .navigationTitle("Ticket \(symbol)")
    Text("Last: \((market[symbol]?.cents ?? 0).asPrice)")
    TextField("Quantity", text: bind(\.quantityText))
    TextField("Price", text: bind(\.priceText))
    TextField("Client", text: bind(\.client))
    if !message.isEmpty { Text(message) }
    Button("Place order") { try self.place() }
      .buttonStyle(.borderedProminent)
      .disabled(quantity == nil || cents == nil)
  }

  private func place() throws {
    guard let quantity, let cents else { return }
    let id = try desk.place(symbol, quantity: quantity, cents: cents, client: client, by: user.id)
    message = "Order \(id) is placed."
    quantityText = ""
    priceText = ""
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
