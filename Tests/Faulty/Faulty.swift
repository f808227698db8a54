import Dispatch
import Foundation
import Oriel
import OrielServer

/// An app with every mistake that ends a process, for the tests of what comes after (Tests/Conformance/test_poison.py).
@main struct Faulty: WindowApp {
  var body: some Scene {
    WindowGroup("Faulty", id: "main") { FaultyModel() }.onEnvironmentTrigger { trigger, _ in
      if trigger.kind == "custom:trap" { fatalError("trigger") }
      return trigger
    }
    .onNavigationRoute(FaultyAddress.self) { _, _ in }
    WindowGroup("Broken", id: "broken") { BrokenModel() }
    WindowGroup("Table", id: "table") { BrokenTableModel() }
    WindowGroup("Hasty", id: "hasty") { FaultyModel(badStart: .inTask) }
    WindowGroup("Ticking", id: "ticking") { FaultyModel(badStart: .ticking) }
    WindowGroup("Wall", id: "wall") { .shared("wall") }
    SharedModel("wall") { BrokenWall() }
  }

  func environment(for user: User) -> EnvironmentValues { [Belongings()] }

  func environment(for tenant: Tenant) -> EnvironmentValues {
    if ProcessInfo.processInfo.environment["FAULTY_SHARED"] != nil { fatalError("the tenant's environment") }
    return []
  }
}

/// An address whose reading ends the process.
struct FaultyAddress: NavigationRoute {
  init?(url: WindowURL) {
    if url.path.first == "trap" { fatalError("address") }
    return nil
  }
}

/// What belongs to a user, and may end the process when it is loaded.
@SavedState
final class Belongings {
  var thing = Thing()
  init() {}

  struct Thing: Codable {
    var isSpoilt = false
    init() {}
    init(from decoder: any Decoder) throws {
      isSpoilt = try decoder.singleValueContainer().decode(Bool.self)
      if isSpoilt { fatalError("load") }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isSpoilt)
    }
  }
}

@NavigationModel
final class FaultyModel {
  var count = 0
  var isBroken = false
  var badStart = BadStart.none
  var unsaved: Unsaved?
  @Environment(\.locale) var locale

  @Environment(Belongings.self) var belongings

  enum BadStart: Codable { case none, now, inTimer, inTask, ticking }

  init(badStart: BadStart = .none) { self.badStart = badStart }

  func start() {
    switch badStart {
    case .none: break
    case .now: fatalError("start")
    case .inTimer: schedule(after: .zero) { fatalError("timer of start") }
    case .inTask: task { fatalError("task of start") }
    case .ticking: tick()
    }
  }

  var body: some View {
    Text("\(count)").id("count")
    if isBroken { Text(broken) }
    Button("Count") { self.count += 1 }.id("increment")
    Button("Trap") { fatalError("handler") }.id("trap")
    Button("Trap in the body") { self.isBroken = true }.id("break")
    Button("Trap after an await") { await self.trapLater() }.id("later")
    Button("Trap in a timer") { self.schedule(after: .zero) { fatalError("timer") } }.id("timer")
    Button("Trap in a task") { self.task { fatalError("task") } }.id("task")
    Button("Trap in a save") { self.unsaved = Unsaved() }.id("save")
    Button("Spoil what belongs to the user") { self.belongings.thing.isSpoilt = true }.id("spoil")
    Button("Tick") { self.tick() }.id("tick")
    Button("Overflow the stack") { self.count = self.depth(0) }.id("overflow")
    Button("Never return") { while self.count >= 0 { self.count = (self.count + 1) & 0xffff } }.id("endless")
    Button("Trap on another thread") { trapElsewhere() }.id("elsewhere")
    Button("Trap at every start") { self.badStart = .now }.id("start")
    Button("Trap in a timer of every start") { self.badStart = .inTimer }.id("start-timer")
    Button("Trap in a task of every start") { self.badStart = .inTask }.id("start-task")
  }

  private var broken: String { fatalError("body") }

  private func trapLater() async {
    await Task.yield()
    fatalError("behind an await")
  }

  /// Traps in a timer of its own when it is told to by what is no event.
  private func tick() {
    schedule(after: .milliseconds(5)) {
      if self.locale == "trap" { fatalError("tick") }
      self.tick()
    }
  }

  private func depth(_ level: Int) -> Int { level < 0 ? level : depth(level + 1) + count }
}

/// The turn is not over when another thread traps.
private func trapElsewhere() {
  DispatchQueue.global().async { fatalError("elsewhere") }
  DispatchSemaphore(value: 0).wait()
}

/// Can be had, but not saved.
struct Unsaved: Codable {
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { fatalError("encode") }
}

@NavigationModel
final class BrokenModel {
  let text: String
  init() { text = [String]()[0] }
  var body: some View { Text(text) }
}

/// A table with a cell that ends the process.
@NavigationModel
final class BrokenTableModel {
  struct Row: Identifiable { let id: Int }

  init() {}

  var body: some View {
    Table([Row(id: 1)]) { TableColumn("Text") { _ in Text([String]()[0]) } }
  }
}

@NavigationModel
final class BrokenWall {
  var body: some View { Text([String]()[0]) }
}
