import Oriel
import OrielHub
import OrielTesting
import Testing

@Suite("A page whose window ends with a change") struct ClosingOnceKeptTests {
  @Test func `is closed when the change is saved`() throws {
    let server = try TestServer(app: TicketApp())
    let ticket = try server.open(scene: "ticket")
    let deliveries = ticket.deliveries.count
    try server.pauseSaving()
    try ticket.tap("send")
    #expect(!ticket.deliveries[deliveries...].contains { if case .closing = $0 { true } else { false } })
    try server.resumeSaving()
    #expect(ticket.deliveries.last == .closing(.windowDismissed))
    #expect(try server.open(scene: "list").text == ["1"])
  }

  @Test func `sends what it did again after a crash before that`() throws {
    let server = try TestServer(app: TicketApp())
    let ticket = try server.open(scene: "ticket")
    try server.pauseSaving()
    try ticket.tap("send")
    try server.restart()
    try server.resumeSaving()
    #expect(try server.open(scene: "list").text == ["0"])
    try ticket.reconnect()
    try ticket.send(WindowEvent(id: 1, model: "m1", element: "send", name: "tap", value: nil))
    #expect(try server.open(scene: "list").text == ["1"])
    #expect(!ticket.isAttached)
  }

  @Test func `says so also if another window has dismissed it`() throws {
    let server = try TestServer(app: TicketApp())
    let ticket = try server.open(scene: "ticket")
    let list = try server.open(scene: "list")
    try server.pauseSaving()
    try ticket.tap("note")
    try list.run { _ = try list.root.dismissWindow("ticket") }
    #expect(!ticket.deliveries.contains { if case .closing = $0 { true } else { false } })
    try server.restart()
    try server.resumeSaving()
    try ticket.reconnect()
    try ticket.send(WindowEvent(id: 1, model: "m1", element: "note", name: "tap", value: nil))
    #expect(try server.open(scene: "list").text == ["1"])
    #expect(ticket.isAttached)
  }
}

private struct TicketApp: WindowApp {
  var body: some Scene {
    WindowGroup("List", id: "list") { ListModel() }
    WindowGroup("Ticket", id: "ticket") { TicketModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Orders()] }
}

@SavedState
private final class Orders {
  let all = Rows<Order>()
  init() {}
}

private struct Order: Codable, Identifiable {
  var id: Int
}

@NavigationModel
private final class TicketModel {
  @Environment(Orders.self) var orders
  init() {}

  var body: some View {
    Button("Send") {
      self.orders.all.append(Order(id: self.orders.all.count + 1))
      self.dismissWindow()
    }
    .id("send")
    Button("Note") { self.orders.all.append(Order(id: self.orders.all.count + 1)) }.id("note")
  }
}

@NavigationModel
private final class ListModel {
  @Environment(Orders.self) var orders
  init() {}

  var body: some View { Text("\(orders.all.count)") }
}
