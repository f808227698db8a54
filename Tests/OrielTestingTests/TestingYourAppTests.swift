import Foundation
import Observation
import Oriel
import OrielTesting
import Synchronization
import Testing

/// The examples of the article *Testing your app*, run as they stand there: a test of the documentation compares them.
enum TestingYourApp {
  struct Examples {
    @Test func `a test window shows a model, a scene with a value, or an address`() throws {
      let window = try TestWindow(.stacked(HomeModel()), environment: [Basket()])
      let product = try TestWindow(app: ShopApp(), scene: "product", value: 7)
      let note = try TestWindow(app: NotesApp(), url: "/notes/3")
      #expect([window.title, product.title, note.title] == ["Home", "Product 7", "Note 3"])
    }

    @Test func `steps, outcomes, models, time and restarts`() async throws {
      let window = try TestWindow(.stacked(HomeModel()), environment: [Basket()])
      try window.tap("Orders")
      #expect(window.title == "Orders")
      #expect(try window.tap("Add") == .patch([.replace("/models/m3/body/0/text", "1 orders")], rev: 3))
      #expect(try window.tap("Delete") == .rejected(.notExecutable, "This can't be used now"))
      try window.run { try window.root.present(.sheet(FilterModel())) }
      #expect(try window.find(FilterModel.self).text == "")
      try window.advance(by: .seconds(5))
      try await window.settled()
      #expect(window.text.contains("5 seconds"))
      let before = window.document
      try window.restart()
      #expect(window.document.differences(from: before) == [])
    }

    @Test func `what reaches another system too early`() throws {
      let exchange = Exchange()
      let server = try TestServer(app: OrderApp(exchange: exchange))
      let window = try server.open()
      try server.pauseSaving()
      try window.tap("Order")
      #expect(exchange.orders == [])
      try server.resumeSaving()
      try server.advance(by: .zero)
      #expect(exchange.orders == ["order-1"])
    }

    @Test func `what an earlier version has saved`() throws {
      let first = try TestServer(app: NotesApp())
      let ada = try first.open(user: "ada")
      try ada.tap("Add milk")
      let fixture = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).jsonl").path()
      defer { try? FileManager.default.removeItem(atPath: fixture) }
      let stored = try first.stored().replacing(ada.id.rawValue, with: "w-1")
      try stored.write(toFile: fixture, atomically: true, encoding: .utf8)

      let server = try TestServer(app: NotesApp(), stored: String(contentsOfFile: fixture, encoding: .utf8))
      let window = try server.open(WindowID("w-1"), user: "ada")
      #expect(window.text == ["Milk"])
      #expect(server.warnings == [])
    }

    @Test func `several windows of a user`() throws {
      let server = try TestServer(app: ShopApp())
      let (desk, phone) = (try server.open(user: "ada"), try server.open(user: "ada"))
      try desk.tap("Buy")
      #expect(phone.text.contains("1 in the basket"))
    }

    @Test func `what users of a tenant share`() throws {
      let server = try TestServer(app: DispatchDesk())
      let (ann, bob) = (try server.open(tenant: "acme", user: "ann"), try server.open(tenant: "acme", user: "bob"))
      try ann.tap("Take")
      #expect(bob.text.contains("Taken by ann"))
      try server.sleep("acme")
      try ann.reconnect()
      #expect(try server.object(Desk.self, of: "acme").incidents.count == 1)
    }

    @Test(arguments: [1, 2]) func `the hospital hears of a transfer`(hubs: Int) throws {
      let server = try TestServer(app: DispatchDesk(), hubs: hubs)
      let (desk, ward) = (try server.open(tenant: "acme"), try server.open(tenant: "hospital"))
      try desk.tap("Transfer")
      #expect(ward.text.contains("1 transfer from acme"))
    }

    @Test func `a webhook adds an incident`() throws {
      let server = try TestServer(app: DispatchDesk())
      let ann = try server.open(tenant: "acme", user: "ann")
      let report = try server.request(
        .post, "/hooks/acme/incidents", headers: ["report-id": "7"], body: #"{"id": 1, "owner": "bob"}"#)
      #expect(report.response == Endpoint.Response(204))
      #expect(ann.text.contains("Taken by bob"))
    }
  }
}

// What the examples leave to the reader.

extension TestingYourApp {
  @SavedState
  final class Basket {
    var items: [String] = []
  }

  @NavigationModel
  final class HomeModel {
    var body: some View {
      Button("Orders") { self.push(OrdersModel()) }.navigationTitle("Home")
    }
  }

  @NavigationModel
  final class OrdersModel {
    var count = 0

    var body: some View {
      Text("\(count) orders").navigationTitle("Orders")
      Button("Add") { self.count += 1 }
      Button("Delete") { self.count = 0 }.disabled(true)
    }
  }

  @NavigationModel
  final class FilterModel {
    var text = ""
    var seconds = 0

    func start() { every(.seconds(1)) { self.seconds += 1 } }

    var body: some View {
      TextField("Filter", text: bind(\.text))
      Text("\(seconds) seconds")
    }
  }

  struct ShopApp: WindowApp {
    var body: some Scene {
      WindowGroup("Shop", id: "shop") { ShopModel() }
      WindowGroup("Product", id: "product", for: Int.self) { ProductModel(number: $0) }
    }

    func environment(for user: User) -> EnvironmentValues { [Basket()] }
  }

  @NavigationModel
  final class ShopModel {
    @Environment(Basket.self) var basket

    var body: some View {
      Text("\(basket.items.count) in the basket")
      Button("Buy") { self.basket.items.append("Milk") }
    }
  }

  @NavigationModel
  final class ProductModel {
    let number: Int
    init(number: Int) { self.number = number }

    var body: some View { Text("A product").navigationTitle("Product \(number)") }
  }

  struct NotesApp: WindowApp {
    var body: some Scene {
      WindowGroup("Notes", id: "main") { NotesModel() }
      WindowGroup("Note", id: "notes", for: Int.self) { NoteModel(number: $0) }
    }
  }

  @NavigationModel
  final class NotesModel {
    var notes: [String] = []

    var body: some View {
      ForEach(notes, id: \.self) { Text($0) }
      if notes.isEmpty { Button("Add milk") { self.notes.append("Milk") } }
    }
  }

  @NavigationModel
  final class NoteModel {
    let number: Int
    init(number: Int) { self.number = number }

    var body: some View { Text("A note").navigationTitle("Note \(number)") }
  }

  final class Exchange: Sendable {
    private let placed = Mutex<[String]>([])
    var orders: [String] { placed.withLock { $0 } }
    func place(_ order: String) { placed.withLock { $0.append(order) } }
  }

  struct OrderApp: WindowApp {
    let exchange: Exchange
    init() { exchange = Exchange() }
    init(exchange: Exchange) { self.exchange = exchange }

    var body: some Scene { WindowGroup("Order", id: "order") { OrderModel() } }

    func environment(for tenant: Tenant) -> EnvironmentValues {
      let book = OrderBook()
      book.exchange = exchange
      return [book]
    }
  }

  struct Placing: NavigationMessage, Codable {
    var order: String
  }

  @SavedState
  final class OrderBook {
    var count = 0
    @Transient var exchange: Exchange?

    func order() {
      count += 1
      schedule(Placing(order: "order-\(count)"), id: "\(count)", after: .zero)
    }

    func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
      if let placing = message as? Placing { exchange?.place(placing.order) }
    }
  }

  @NavigationModel
  final class OrderModel {
    @Environment(OrderBook.self) var book

    var body: some View { Button("Order") { self.book.order() } }
  }

  struct DispatchDesk: WindowApp {
    var tenancy: Tenancy { .claim("desk") }

    var body: some Scene { WindowGroup("Desk", id: "desk") { DeskModel() } }

    func environment(for tenant: Tenant) -> EnvironmentValues { [Desk()] }

    var endpoints: [Endpoint] {
      [
        Endpoint(.post, "/hooks/{tenant}/incidents", Desk.self).opensToAnyone()
          .idempotencyKey { $0.header("report-id") }
      ]
    }
  }

  struct Incident: Codable, Identifiable, Sendable {
    let id: Int
    var owner: String
  }

  struct Transfer: NavigationMessage, Codable {}

  @SavedState
  final class Desk {
    let incidents = Rows<Incident>()
    var transfers: [String] = []

    func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
      if message is Transfer { transfers.append(sender.id) }
    }

    func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
      incidents.append(try request.decode())
      return Endpoint.Response()
    }
  }

  @NavigationModel
  final class DeskModel {
    @Environment(Desk.self) var desk
    @Environment(\.user) var user

    var body: some View {
      ForEach(Array(desk.incidents)) { Text("Taken by \($0.owner)") }
      ForEach(desk.transfers, id: \.self) { Text("1 transfer from \($0)") }
      Button("Take") { self.desk.incidents.append(Incident(id: 1, owner: self.user.id)) }
      Button("Transfer") { self.post(Transfer(), to: Desk.self, of: "hospital") }
    }
  }
}
