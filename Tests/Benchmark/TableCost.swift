import Oriel
import OrielHub

/// What a change of a row costs that many windows show in their tables.
enum TableCost {
  static let rows = 100_000
  static let windows = 500

  static func measure(_ effort: Effort) async throws -> [Row] {
    say("A table of \(rows) rows in \(windows) windows")
    let hub = try LoneHub(app: YardApp())
    await hub.open(1, scene: "changer")
    await hub.open(windows, scene: "looker")
    var shares: [Double] = []
    for round in 0...effort.rounds {
      let start = await hub.threadTime
      _ = try await hub.tap(1, each: 1)
      await hub.rest()
      if round > 0 { shares.append(Double(await hub.threadTime - start) / Double(windows) / 1000) }
    }
    await hub.end()
    return [
      Row(
        "a change of one of \(rows) rows, for each of \(windows) tables that show it", Samples(shares), .microseconds)
    ]
  }
}

/// Windows that look at the rows of their tenant, and one that changes them.
struct YardApp: WindowApp {
  var body: some Scene {
    WindowGroup("Changer", id: "changer") { ChangerModel() }
    WindowGroup("Looker", id: "looker") { LookerModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Yard()] }
}

struct Van: Codable, Sendable, Identifiable {
  let id: Int
  var weight: Int
  var place = "Yard"
}

@SavedState
final class Yard {
  let vans = Rows<Van>()

  init() { for id in 0..<TableCost.rows { vans.append(Van(id: id, weight: id)) } }
}

@NavigationModel
final class ChangerModel {
  @Environment(Yard.self) var yard
  var count = 0

  var body: some View {
    Text("\(count)")
    Button("Increment") {
      self.count += 1
      self.yard.vans[id: 7]?.place = "Road \(self.count)"
    }
    .id("increment")
  }
}

@NavigationModel
final class LookerModel {
  @Environment(Yard.self) var yard
  var selected: Int?
  var sort = [TableSort("Weight")]

  var body: some View {
    Table(yard.vans, selection: bind(\.selected), sortOrder: bind(\.sort)) {
      TableColumn("Place", value: \.place)
      TableColumn("Weight", value: \.weight) { van in Text("\(van.weight)") }
      for column in 0..<6 { TableColumn("C\(column)") { van in Text("\(van.weight * column)") } }
    }
  }
}
