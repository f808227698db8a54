import Oriel

/// An app that is entered from outside.
struct PlacesApp: WindowApp {
  var body: some Scene {
    WindowGroup("Home", id: "main") { .stacked(PlaceModel("home")) }
      .onOpenURL { url, root in
        guard url.path == ["both"] else { return false }
        root.navigate(to: Place.page(1))
        root.navigate(to: Place.page(2))
        return true
      }
      .onNavigationRoute(Way.self) { way, root in
        switch way {
        case .settings: root.navigate(to: Place.settings)
        case .page(let number): root.navigate(to: Place.page(number))
        case .nowhere: throw Lost()
        }
      }
      .destinations(Order.self, Topic.self, Place.self)
    WindowGroup("Room", id: "room", for: Int.self) { number in .stacked(PlaceModel("room \(number)")) }
      .destinations(Order.self)
    WindowGroup("Seat", id: "seat", for: Seat.self) { seat in PlaceModel("seat \(seat.row)\(seat.number)") }
    WindowGroup("Plain", id: "plain") { PlaceModel("plain") }
  }

  struct Seat: Codable, Hashable {
    var row: String
    var number: Int
  }

  struct Lost: Error {}

  /// A place with an address.
  struct Order: URLDestination {
    static let routeName = "order"
    static let path = "/order/:id"
    var id: Int
    var express: Bool?

    func makeModel() -> any NavigationModel { PlaceModel("order \(id)" + (express == true ? ", express" : "")) }
  }

  /// A place that is one word.
  enum Topic: String, URLDestination {
    static let path = "/topics/:topic"
    case news, weather
    var method: NavigationMethod { .sheet }

    func makeModel() -> any NavigationModel { PlaceModel(rawValue) }
  }
}

/// Ways into the app, whatever it looks like inside.
enum Way: NavigationRoute, Equatable {
  case settings
  case page(Int)
  case nowhere

  init?(url: WindowURL) {
    switch url.path.first {
    case "settings" where url.path.count == 1: self = .settings
    case "nowhere": self = .nowhere
    case "page":
      guard url.path.count == 2, let number = Int(url.path[1]) else { return nil }
      self = .page(number)
    default: return nil
    }
  }
}
