import Oriel
import OrielTesting
import Testing

@Suite("Appearing")
struct AppearingTests {
  let log = AppearanceLog()

  private func model(_ name: String) -> AppearingModel { AppearingModel(name, log: log) }

  @Test func `each screen appears once for every time it can be seen, moved or not`() throws {
    let (home, next) = (model("home"), model("next"))
    let window = try TestWindow(.stacked(home))
    try window.event("appeared", of: home, value: ["animated": false])
    try window.event("appeared", of: home, value: ["animated": false])
    #expect(log.take() == ["home appeared"])
    try window.run { home.push(next) }
    try window.event("appeared", of: next, value: ["animated": true])
    #expect(log.take() == ["home disappeared", "next appeared, moving"])
    try window.run { home.pop() }
    try window.event("appeared", of: home, value: ["animated": true])
    #expect(log.take() == ["home appeared, moving"])
  }

  @Test func `the containers around a screen appear with it, before it`() throws {
    let home = model("home")
    let stack = AppearingStack(home, log: log)
    let window = try TestWindow(stack)
    try window.event("appeared", of: home, value: ["animated": false])
    #expect(log.take() == ["stack appeared", "home appeared"])
  }

  @Test func `a sheet leaves what is below it to be seen, a cover does not`() throws {
    let home = model("home")
    let window = try TestWindow(home)
    try window.event("appeared", of: home, value: ["animated": false])
    try window.run { home.present(.sheet(model("sheet"))) }
    #expect(log.take() == ["home appeared"])
    try window.run {
      home.dismiss()
      home.present(.fullScreenCover(model("cover")))
    }
    #expect(log.take() == ["home disappeared"])
  }

  @Test func `a screen disappears in the turn that covers it, whatever that turn asks about`() throws {
    let (first, second) = (model("first"), model("second"))
    let tabs: DefaultTabsRootNavigationModel = .tabbed([
      TabModel(id: "a", title: "A", model: first), TabModel(id: "b", title: "B", model: second),
    ])
    let window = try TestWindow(tabs)
    try window.event("appeared", of: first, value: ["animated": false])
    try window.run {
      first.selectTab("b")
      _ = first.canExecute(.dismissPresented)
    }
    #expect(log.take() == ["first appeared", "first disappeared"])
  }

  @Test func `a covered screen has not appeared, whatever a page says`() throws {
    let (home, next) = (model("home"), model("next"))
    let window = try TestWindow(.stacked([home, next]))
    try window.event("appeared", of: home, value: ["animated": false])
    #expect(log.take() == [])
    guard case .rejected(.invalid, _) = try window.event("appeared", of: next) else {
      Issue.record("an event without its value was taken")
      return
    }
  }
}

final class AppearanceLog {
  private var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

@NavigationModel
private final class AppearingModel {
  let name: String
  @Transient var log = AppearanceLog()

  init(_ name: String, log: AppearanceLog) {
    self.name = name
    self.log = log
  }

  var body: some View { Text(name) }

  func didAppear(animated: Bool) { log.add("\(name) appeared\(animated ? ", moving" : "")") }
  func didDisappear() { log.add("\(name) disappeared") }
}

@StackRootNavigationModel
private final class AppearingStack {
  var path: [StackNavigationModel]
  @Transient var log = AppearanceLog()

  init(_ root: any NavigationModel, log: AppearanceLog) {
    path = [StackNavigationModel(root)]
    self.log = log
  }

  func didAppear(animated: Bool) { log.add("stack appeared") }
}
