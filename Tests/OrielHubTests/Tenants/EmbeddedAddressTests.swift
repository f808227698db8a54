import Oriel
import Testing

@testable import OrielHub
@testable import OrielTesting

/// The address that a page gives with its scene, as `<oriel-window scene path>` does: one within the window, or a whole one.
struct EmbeddedAddressTests {
  private func shown(_ tenancy: Tenancy, scene: String = "shop", at path: String) throws -> TestWindow {
    let server = try TestServer(app: ShopApp(tenancy: tenancy))
    return try server.attach(user: "ann", roles: []) {
      $0.scene = scene
      $0.url = path
    }
  }

  @Test(arguments: [
    ("/", "/shop"), ("/orders", "/shop/orders"), ("/shop", "/shop"), ("/shop/orders", "/shop/orders"),
  ])
  func `with one tenant it is within the window or whole`(path: String, shownAt: String) throws {
    let window = try shown(.single, at: path)
    #expect((window.url, window.isLost) == (shownAt, false))
  }

  @Test(arguments: [
    ("/?team=red", "/shop?team=red"), ("/orders?team=red", "/shop/orders?team=red"),
    ("/shop?team=red", "/shop?team=red"), ("/shop/orders?team=red", "/shop/orders?team=red"),
  ])
  func `with a tenant in the query it has the query`(path: String, shownAt: String) throws {
    let window = try shown(.queryItem("team") { user, _ in user }, at: path)
    #expect((window.url, window.isLost) == (shownAt, false))
  }

  @Test(arguments: [
    ("/red", "/red/shop"), ("/red/orders", "/red/shop/orders"), ("/red/shop", "/red/shop"),
    ("/red/shop/orders", "/red/shop/orders"),
  ])
  func `with a tenant in the path it begins with the tenant`(path: String, shownAt: String) throws {
    let window = try shown(.path { user, _ in user }, at: path)
    #expect((window.url, window.isLost) == (shownAt, false))
  }

  /// Whether a page is told that nothing is there. A full page names the first part of its address as its scene.
  private func isLost(_ tenancy: Tenancy, scene: String, at path: String) throws -> Bool? {
    let page = RawPage(try TestServer(app: ShopApp(tenancy: tenancy)), instance: "page")
    try page.attach { ($0.scene, $0.url) = (scene, path) }
    return page.page.position?.notFound
  }

  @Test(arguments: ["/red", "/red/orders", "/red/shop", "/red/shop/orders"])
  func `a full page that takes a tenant for its scene finds its window`(path: String) throws {
    #expect(try isLost(.path { user, _ in user }, scene: "red", at: path) == false)
  }

  @Test(arguments: ["/", "/shop"])
  func `a scene that does not exist is lost beside an address that does`(path: String) throws {
    #expect(try isLost(.single, scene: "shoop", at: path) == true)
  }

  @Test(arguments: ["/nothing", "/shop/nothing"])
  func `an address that nothing takes is lost`(path: String) throws {
    #expect(try shown(.single, at: path).isLost)
  }

  @Test(arguments: [
    (Tenancy.single, "/order/7", "/order/7"), (.single, "/order/7/items", "/order/7/items"),
    (.queryItem("team") { user, _ in user }, "/order/7?team=red", "/order/7?team=red"),
    (.path { user, _ in user }, "/red/order/7", "/red/order/7"),
    (.path { user, _ in user }, "/red/order/7/items", "/red/order/7/items"),
  ])
  func `a model that has the address of its scene does not add it again`(
    tenancy: Tenancy, path: String, shownAt: String
  ) throws {
    let window = try shown(tenancy, scene: "order", at: path)
    #expect((window.url, window.isLost) == (shownAt, false))
  }

  @Test(arguments: [("case", "/case/7/orders"), ("orders", "/orders/orders"), ("notes", "/notes/5")])
  func `a tab of such a model, a part like the scene and a destination in it are found again`(
    scene: String, path: String
  ) throws {
    let window = try shown(.single, scene: scene, at: path)
    #expect((window.url, window.isLost) == (path, false))
  }

  @Test func `the default scene, which is named, is at the root`() throws {
    let window = try shown(.single, scene: "start", at: "/orders")
    #expect((window.url, window.isLost) == ("/orders", false))
  }
}

extension TestWindow {
  /// Whether nothing has taken the address of its page.
  fileprivate var isLost: Bool {
    deliveries.contains { if case .attached(let attached) = $0 { attached.notFound } else { false } }
  }
}

private struct ShopApp: WindowApp {
  let tenancy: Tenancy
  init() { self.init(tenancy: .single) }
  init(tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene {
    WindowGroup("Start", id: "start") { .stacked(ShopModel(name: "start")) }.onOpenURL(open)
    WindowGroup("Shop", id: "shop") { .stacked(ShopModel(name: "shop")) }.onOpenURL(open)
    WindowGroup("Order", id: "order", for: Int.self) { id in .stacked(OrderModel(id: id)) }
      .onOpenURL { url, root in url.path.isEmpty || root.execute(.push(ShopModel(name: "items"))) == .executed }
    WindowGroup("Case", id: "case", for: Int.self) { id in DossierModel(id: id) }
    WindowGroup("Orders", id: "orders") { .stacked(ShopModel(name: "root")) }.onOpenURL(open)
    WindowGroup("Notes", id: "notes") { .stacked(ShopModel(name: "root")) }.destinations(NotePlace.self)
  }

  private var open: @Sendable (WindowURL, any NavigationModel) -> Bool {
    { url, root in
      url.path.isEmpty || url.path == ["orders"] && root.execute(.push(ShopModel(name: "orders"))) == .executed
    }
  }
}

@NavigationModel
private final class ShopModel {
  let name: String
  init(name: String) { self.name = name }

  var urlPath: String? { ["orders", "items"].contains(name) ? name : nil }
  var body: some View { Text(name) }
}

private struct NotePlace: URLDestination {
  static let path = "/notes/:id"
  var id: Int

  func makeModel() -> any NavigationModel { ShopModel(name: "note") }
}

/// Its tabs have addresses below its own.
@TabsRootNavigationModel
private final class DossierModel {
  let id: Int
  var tabs: [TabModel]
  var selectedTabID = "start"

  init(id: Int) {
    self.id = id
    tabs = ["start", "orders"].map { TabModel(id: $0, title: $0, model: ShopModel(name: $0)) }
  }

  var urlPath: String? { "/case/\(id)" }
}

/// It is also shown in windows of other scenes.
@NavigationModel
private final class OrderModel {
  let id: Int
  init(id: Int) { self.id = id }

  var urlPath: String? { "/order/\(id)" }
  var body: some View { Text("order") }
}
