import Foundation
import Oriel
import OrielServer

/// An app with a database of its own, for the tests that kill it (Tests/Conformance/test_own_database.py, torture.py). The
/// database is SQLite through GRDB, or PostgreSQL through libpq: the environment variable `ORDERS` says which.
@main struct Orders: WindowApp {
  var body: some Scene {
    WindowGroup("Orders", id: "main") { OrdersModel() }
  }

  /// One shop, or one for each first component of an address.
  var tenancy: Tenancy {
    ProcessInfo.processInfo.environment["ORDERS_SHOPS"] == nil ? .single : .path { user, _ in user }
  }

  func prepare() async throws -> Services {
    let address = ProcessInfo.processInfo.environment["ORDERS"] ?? ""
    let isPostgres = address.contains("host=")
    return [OrderBook(try await isPostgres ? PostgresOrders(address) : SQLiteOrders(path: address)), Exchange()]
  }

  func environment(for tenant: Tenant) -> EnvironmentValues { [Shop()] }
}

/// The table of orders. Its numbers are the database's, and each order is there once for its key.
protocol OrderTable: Sendable {
  /// - Parameter key: What `once` was given. A second order with the same key is the first one.
  /// - Returns: The order's number.
  nonisolated(nonsending) func place(_ item: String, key: String) async throws -> Int64
}

/// What the app's models find in their environment.
final class OrderBook: Sendable {
  let table: any OrderTable

  init(_ table: any OrderTable) { self.table = table }
}

/// One customer's clicks, as all windows see them.
struct Clicks: Codable, Sendable, Identifiable {
  let id: String
  var count: Int
}

/// An order as the shop knows it.
struct Order: Codable, Sendable, Identifiable {
  /// The number in the database.
  let id: Int64
  let item: String
}

/// Sent to another tenant by each click.
struct Click: NavigationMessage, Codable {}
/// Its answer.
struct Counted: NavigationMessage, Codable {}
/// Sent to its own tenant by each click, a while later.
struct Reminder: NavigationMessage, Codable {}
/// Sent to its own tenant by each click, to tell the exchange: an outbox.
struct Sale: NavigationMessage, Codable {
  let number: Int
}

/// What all users of a shop share. The tenant `audit`, which has no windows, counts the clicks too.
@SavedState
final class Shop {
  let orders = Rows<Order>()
  let clicks = Rows<Clicks>()
  var total = 0
  /// The clicks of which the other tenant has said that it has counted them.
  var counted = 0
  var reminders = 0
  @Environment(Exchange.self) var exchange
  @Environment(\.tenant) var tenant

  init() {}

  func click(_ user: String) {
    total += 1
    clicks[id: user] = Clicks(id: user, count: (clicks[id: user]?.count ?? 0) + 1)
    post(Click(), to: Shop.self, of: "audit")
    schedule(Reminder(), id: "\(total)", after: .milliseconds(700))
    if exchange.isThere { schedule(Sale(number: total), id: "sale \(total)", after: .zero) }
  }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    switch message {
    case is Click:
      total += 1
      post(Counted(), to: Shop.self, of: sender)
    case is Counted: counted += 1
    case is Reminder: reminders += 1
    case let sale as Sale:
      let shop = tenant
      try await once { key in await self.exchange.tell("\(shop) \(sale.number) \(key)") }
    default: break
    }
  }
}

@NavigationModel
final class OrdersModel {
  var placed = 0
  var clicked = 0
  var last: Int64?
  @Environment(OrderBook.self) var book
  @Environment(Shop.self) var shop
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("\(placed)").id("placed")
    Text(last.map { "\($0)" } ?? "none").id("last")
    Text("\(shop.orders.count)").id("orders")
    Text("\(clicked)").id("clicked")
    Text("\(shop.clicks[id: user.id]?.count ?? 0)").id("clicks")
    Text("\(shop.total)").id("total")
    Text("\(shop.counted)").id("counted")
    Text("\(shop.reminders)").id("reminders")
    Button("Order") { try await self.order() }.id("order")
    Button("Click") {
      self.clicked += 1
      self.shop.click(self.user.id)
    }
    .id("click")
  }

  private func order() async throws {
    CrashPoint.before.pass()
    let number = try await once { key in
      let number = try await self.book.table.place("tea", key: key)
      CrashPoint.inside.pass()
      return number
    }
    placed += 1
    last = number
    shop.orders.append(Order(id: number, item: "tea"))
    CrashPoint.after.pass()
  }
}

/// A place in the code at which a test kills the process, by its name in the environment variable `ORDERS_CRASH`.
enum CrashPoint: String {
  /// The event has arrived.
  case before
  /// The order is in the database, which has not answered `once`.
  case inside
  /// `once` has ended, and what follows is not saved.
  case after

  private static let chosen = ProcessInfo.processInfo.environment["ORDERS_CRASH"].flatMap { CrashPoint(rawValue: $0) }

  func pass() {
    if self == Self.chosen { kill(getpid(), SIGKILL) }
  }
}
