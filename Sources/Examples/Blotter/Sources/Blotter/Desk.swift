import Oriel

@SavedValue
struct Order: Codable, Identifiable, Sendable {
  enum State: String, Codable, Sendable { case waiting, working, filled, rejected, cancelling, cancelled }

  let id: Int
  let trader: String
  let symbol: String
  let quantity: Int
  let cents: Int
  var client = ""
  var state = State.waiting
  var filled = 0
  var reason = ""

  var price: String { cents.asPrice }
  var status: String {
    switch state {
    case .rejected: "rejected: \(reason)"
    case .working where filled > 0: "filled \(filled) of \(quantity)"
    default: state.rawValue
    }
  }
  var isCancellable: Bool { state == .waiting || state == .working }
}

extension Int {
  /// An amount in cents, as text.
  var asPrice: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100)" }
}

struct SendOrder: NavigationMessage, Codable {
  let order: Int
  var orderingKey: String { "\(order)" }
}

struct CancelOrder: NavigationMessage, Codable {
  let order: Int
  var orderingKey: String { "\(order)" }
}

struct Fill: Codable, Sendable {
  let order: Int
  let quantity: Int
}

enum Refusal: Error { case halted }

@SavedState
final class Desk {
  let orders = Rows<Order>()
  var lastOrder = 0
  var isHalted = false
  @Environment((any Exchange).self) var exchange
  @Environment(HookSecret.self) var secret

  init() {}

  @discardableResult
  func place(_ symbol: String, quantity: Int, cents: Int, client: String, by trader: String) throws -> Int {
    guard !isHalted else { throw Refusal.halted }
    lastOrder += 1
    orders.append(
      Order(id: lastOrder, trader: trader, symbol: symbol, quantity: quantity, cents: cents, client: client))
    schedule(SendOrder(order: lastOrder), id: "send-\(lastOrder)", after: .zero)
    return lastOrder
  }

  /// The exchange may have an order already whose answer was lost, so it is told in any case. The cancellation has the
  /// ordering key of the order, and the exchange refuses a late order that it has cancelled.
  func cancel(_ id: Int) {
    guard orders[id: id]?.isCancellable == true else { return }
    orders[id: id]?.state = .cancelling
    unschedule("send-\(id)")
    schedule(CancelOrder(order: id), id: "cancel-\(id)", after: .zero)
  }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    switch message {
    case let message as SendOrder:
      guard let order = orders[id: message.order], order.state == .waiting else { return }
      do {
        try await once { key in try await self.exchange.place(order, key: key) }
        if orders[id: order.id]?.state == .waiting { orders[id: order.id]?.state = .working }
      } catch let rejection as Rejection {
        orders[id: order.id]?.state = .rejected
        orders[id: order.id]?.reason = rejection.reason
      }
    case let message as CancelOrder:
      guard let order = orders[id: message.order], order.state == .cancelling else { return }
      do {
        try await once { key in try await self.exchange.cancel(order, key: key) }
        if orders[id: order.id]?.state == .cancelling { orders[id: order.id]?.state = .cancelled }
      } catch let rejection as Rejection {
        orders[id: order.id]?.state = .working
        orders[id: order.id]?.reason = rejection.reason
      }
    default: break
    }
  }

  func verify(_ request: Endpoint.Request) throws {
    guard request.method == .get || request.header("x-fill-secret", matches: secret.text) else {
      throw Endpoint.Response.text("The secret is wrong", status: 401)
    }
  }

  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    if request.method == .get {
      return .stream(type: "text/csv") { body in
        try await body.write(row: ["order", "trader", "instrument", "quantity", "price", "state", "filled", "client"])
        for order in Array(self.orders) {
          try await body.write(row: [
            "\(order.id)", order.trader, order.symbol, "\(order.quantity)", order.price, order.status,
            "\(order.filled)", order.client,
          ])
        }
      }
      .attachment(named: "orders.csv")
    }
    let fill: Fill = try request.decode()
    guard let order = orders[id: fill.order] else { throw Endpoint.Response.text("No such order", status: 404) }
    guard fill.quantity > 0, fill.quantity <= order.quantity - order.filled else {
      throw Endpoint.Response.text("Too much", status: 409)
    }
    orders[id: fill.order]?.filled += fill.quantity
    if order.filled + fill.quantity == order.quantity { orders[id: fill.order]?.state = .filled }
    return Endpoint.Response()
  }
}
