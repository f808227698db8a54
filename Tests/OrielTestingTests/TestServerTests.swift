import Oriel
import OrielDocument
import OrielTesting
import Testing

struct ShopApp: WindowApp {
  /// What *Later* waits for.
  var delivery = AsyncStream<Void> { _ in }

  var body: some Scene {
    WindowGroup("Shop", id: "shop") { .stacked(ShopModel()) }
    WindowGroup("Product", id: "product", for: Int.self) { id in ProductModel(id: id) }
  }

  func environment(for user: User) -> EnvironmentValues { [Basket(), Delivery(stream: delivery)] }
}

final class Delivery {
  let stream: AsyncStream<Void>

  init(stream: AsyncStream<Void>) { self.stream = stream }

  func comes() async { for await _ in stream { return } }
}

@SavedState
final class Basket {
  var products: [Int] = []
  init() {}
}

@NavigationModel
final class ShopModel {
  @Environment(Basket.self) var basket
  @Environment(Delivery.self) var delivery
  @Environment(\.colorScheme) var colorScheme

  init() {}

  var body: some View {
    Text("\(basket.products.count) in the basket, \(colorScheme.rawValue)")
    Button("Look") { self.openWindow("product", value: 7) }
    Button("Later") {
      await self.delivery.comes()
      self.basket.products.append(0)
    }
  }
}

@NavigationModel
final class ProductModel {
  let id: Int
  @Environment(Basket.self) var basket

  init(id: Int) { self.id = id }

  var body: some View {
    Button("Buy") { self.basket.products.append(self.id) }.navigationTitle("Product \(id)")
  }
}

struct TestServerTests {
  let server: TestServer
  init() throws { server = try TestServer(app: ShopApp()) }

  @Test func `one user's windows share what the other's don't`() throws {
    let (shop, other) = (try server.open(), try server.open(user: "other"))
    try shop.tap("Look")
    let product = try shop.open(#require(shop.triggers.first))
    #expect(product.title == "Product 7")
    try product.tap("Buy")
    #expect(shop.received() == .patch([.replace("/models/m2/body/0/text", "1 in the basket, light")], rev: 2))
    #expect(other.received() == .nothing)
  }

  @Test func `a window is opened for a value`() throws {
    let product = try TestWindow(app: ShopApp(), scene: "product", value: 3)
    #expect(product.title == "Product 3")
    #expect(try TestWindow(app: ShopApp()).title == "Shop")
  }

  @Test func `what takes real time is waited for`() async throws {
    let (delivery, arrival) = AsyncStream.makeStream(of: Void.self)
    let shop = try TestWindow(app: ShopApp(delivery: delivery))
    #expect(try shop.tap("Later") == .nothing)
    arrival.yield()
    #expect(
      try await shop.settled() == .patch([.replace("/models/m2/body/0/text", "1 in the basket, light")], rev: 2))
  }

  @Test func `a page says what it is like, also when it comes back`() throws {
    let shop = try server.open()
    let dark = try shop.report(colorScheme: .dark)
    #expect(dark == .patch([.replace("/models/m2/body/0/text", "0 in the basket, dark")], rev: 2))
    try shop.restart()
    #expect(shop.text.first == "0 in the basket, dark")
  }

  @Test func `time passes when it is told to`() throws {
    let shop = try server.open()
    try shop.disconnect()
    try server.advance(by: .seconds(8 * 24 * 3600))
    #expect(throws: TestError.refused(.windowDismissed)) { try shop.reconnect() }
  }

  @Test func `the timers of a process end with it`() throws {
    let window = try TestWindow(OnceModel())
    try window.restart()
    try window.advance(by: .seconds(1))
    #expect(window.text == ["1"])
  }

  @Test func `a tab that is duplicated gets a window of its own`() throws {
    let shop = try server.open()
    let copy = try shop.duplicate()
    #expect(copy.id != shop.id)
    #expect(copy.document == shop.document)
  }
}

/// Counts one second after each start.
@NavigationModel
private final class OnceModel {
  var count = 0

  func start() { schedule(after: .seconds(1)) { self.count += 1 } }

  var body: some View { Text("\(count)") }
}

struct WaitingTests {
  @Test func `waiting for what never comes ends, and says what the server waits for`() async throws {
    let server = try TestServer(app: ShopApp())
    _ = try server.open()
    let error = await #expect(throws: TestError.self) {
      try await server.settled(within: .milliseconds(20)) { false }
    }
    #expect("\(try #require(error))".hasPrefix("What the test waits for did not come: no handler runs, and "))
  }

  @Test func `what is due now is done, without the clock`() async throws {
    let server = try TestServer(app: ShopApp())
    let window = try server.open()
    var isDone = false
    try window.run { try window.root.schedule(after: .zero) { isDone = true } }
    #expect(!isDone)
    try await server.settled { isDone }
  }
}
