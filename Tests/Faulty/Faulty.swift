import Oriel
import OrielServer

/// An app with every mistake that ends a process, for the tests of what comes after (Tests/Conformance/test_poison.py).
@main struct Faulty: WindowApp {
  var body: some Scene {
    WindowGroup("Faulty", id: "main") { FaultyModel() }
    WindowGroup("Broken", id: "broken") { BrokenModel() }
  }
}

@NavigationModel
final class FaultyModel {
  var count = 0
  var isBroken = false
  var startsBadly = false

  func start() {
    if startsBadly { fatalError("start") }
  }

  var body: some View {
    Text("\(count)").id("count")
    if isBroken { Text(broken) }
    Button("Count") { self.count += 1 }.id("increment")
    Button("Trap") { fatalError("handler") }.id("trap")
    Button("Trap in the body") { self.isBroken = true }.id("break")
    Button("Trap after an await") { await self.trapLater() }.id("later")
    Button("Trap in a timer") { self.schedule(after: .milliseconds(500)) { fatalError("timer") } }.id("timer")
    Button("Overflow the stack") { self.count = self.depth(0) }.id("overflow")
    Button("Never return") { while self.count >= 0 { self.count = (self.count + 1) & 0xffff } }.id("endless")
    Button("Trap at every start") { self.startsBadly = true }.id("start")
  }

  private var broken: String { fatalError("body") }

  private func trapLater() async {
    try? await Task.sleep(for: .milliseconds(1))
    fatalError("behind an await")
  }

  private func depth(_ level: Int) -> Int { level < 0 ? level : depth(level + 1) + count }
}

@NavigationModel
final class BrokenModel {
  let text: String
  init() { text = [String]()[0] }
  var body: some View { Text(text) }
}
