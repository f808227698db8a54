import Oriel
import OrielHub

/// What a row costs beside a property: a turn that changes one of many, and loading them.
enum RowCost {
  static let many = 10_000

  static func measure(_ effort: Effort) async throws -> [Row] {
    say("Rows of a user")
    return [try await turn(effort), try await loading(effort)]
  }

  // MARK: A turn

  private static func turn(_ effort: Effort) async throws -> Row {
    let (rows, plain) = (try StoreFile(), try StoreFile())
    let (row, property) = (
      try LoneHub(app: ParcelApp(), store: try rows.store()), try LoneHub(app: ParcelApp(), store: try plain.store())
    )
    await row.open(1, scene: "row")
    await property.open(1, scene: "property")
    var comparison = Comparison()
    for round in 0...effort.rounds {
      let (floor, cost) = (try await cost(of: property, effort), try await cost(of: row, effort))
      if round > 0 { comparison.add(cost, floor: floor) }
    }
    await row.end()
    await property.end()
    return Row("a turn that changes one of \(many) rows, beside a property", comparison, budget: .ratio(1.3))
  }

  /// Microseconds of the hub's own thread for an event, until it is saved and its page knows.
  private static func cost(of hub: LoneHub, _ effort: Effort) async throws -> Double {
    let start = await hub.threadTime
    for _ in 0..<100 * effort.taps {
      _ = try await hub.tap(1, each: 1)
      await hub.rest()
    }
    return Double(await hub.threadTime - start) / Double(100 * effort.taps) / 1000
  }

  // MARK: Loading

  private static func loading(_ effort: Effort) async throws -> Row {
    let file = try StoreFile()
    let first = try LoneHub(app: ParcelApp(), store: try file.store())
    await first.open(1, scene: "row")
    _ = try await first.tap(1, each: 1)
    await first.rest()
    let windows = await first.windows
    await first.end()
    try file.close()
    var times: [Double] = []
    for _ in 0..<effort.rounds {
      let hub = try LoneHub(app: ParcelApp(), store: try file.store())
      for window in windows { times.append(try await hub.wake(window.id, of: window.user)) }
      await hub.end()
      try file.close()
    }
    return Row("loading \(many) rows, with a window", Samples(times), .microseconds, budget: .value(150_000))
  }
}

/// Windows of users who have many rows.
struct ParcelApp: WindowApp {
  var body: some Scene {
    WindowGroup("Row", id: "row") { ParcelModel() }
    WindowGroup("Property", id: "property") { ParcelCountModel() }
  }

  func environment(for user: User) -> EnvironmentValues { [Parcels()] }
}

struct Parcel: Codable, Sendable, Identifiable {
  let id: Int
  var count = 0
  var text = Bulletin.text(0, count: 104)
  var sender: String? = "somebody"
}

@SavedState
final class Parcels {
  let all = Rows<Parcel>()
  var count = 0

  init() { for id in 0..<RowCost.many { all.append(Parcel(id: id)) } }
}

@NavigationModel
final class ParcelModel {
  @Environment(Parcels.self) var parcels

  var body: some View {
    Text("\(parcels.all[id: 5000]?.count ?? 0)")
    Button("Increment") { self.parcels.all[id: 5000]?.count += 1 }.id("increment")
  }
}

@NavigationModel
final class ParcelCountModel {
  @Environment(Parcels.self) var parcels

  var body: some View {
    Text("\(parcels.count)")
    Button("Increment") { self.parcels.count += 1 }.id("increment")
  }
}
