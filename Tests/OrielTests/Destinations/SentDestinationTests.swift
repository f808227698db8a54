import Oriel
import OrielTesting
import Testing

/// Where sent places say how the queue goes on.
private enum Stop: NavigationDestination {
  case first, gate, end

  var method: NavigationMethod { .send }
  var receiveResumeType: ReceiveResume {
    switch self {
    case .first: .immediately
    case .gate: .pause
    case .end: .cancel
    }
  }

  func makeModel() -> any NavigationModel { PlaceModel("\(self)") }
}

struct SentDestinationTests {
  let places: PlacesWindow

  init() throws {
    places = try PlacesWindow { home in
      home.onNavigationReceive(Stop.self) { stop in
        home.navigate(to: stop, method: .push)
        return .auto
      }
    }
  }

  @Test func `a destination whose method is to be sent goes to its receiver`() throws {
    #expect(try places.execute(.navigate(to: Stop.first)) == .executed)
    #expect(places.window.text == ["first"])
    #expect(try places.execute(.navigate(to: Place.tour)) == .notExecutable(.noReceiver("Place")))
  }

  @Test(arguments: [
    ([Stop.first, .first], "first", 2, false), ([.first, .gate, .first], "gate", 2, true),
    ([.first, .end, .first], "end", 2, false),
  ])
  fileprivate func `a sent place says itself how the queue goes on`(
    stops: [Stop], shown: String, depth: Int, isPaused: Bool
  ) throws {
    try places.window.run { places.home.send(values: stops) }
    #expect(places.window.text == [shown])
    #expect(places.home.canResume == isPaused)
    try places.window.back(toDepth: depth - 1)
    #expect(places.window.text == ["first"])
  }

  @Test func `a route may be sent like any value`() throws {
    let places = try PlacesWindow { home in
      home.onNavigationRoute(Way.self) { way in
        if case .page(let number) = way { home.navigate(to: Place.page(number)) }
      }
    }
    try places.window.run { places.home.send(Way.page(2), Way.page(3)) }
    try places.window.event(model: "m3", name: "appeared", value: ["animated": false])
    #expect(places.window.text == ["page 3"])
  }
}
