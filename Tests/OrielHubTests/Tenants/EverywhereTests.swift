import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// Windows that belong to no tenant: what they see, and that nothing of them is saved.
struct EverywhereTests {
  let store = HeldStore()
  let server: TestServer

  init() throws { server = try TestServer(app: NewsApp(), store: store) }

  private func wall(_ user: String = "u-visitor", on server: TestServer? = nil) throws -> TestWindow {
    try (server ?? self.server).open(user: user, scene: "wall")
  }

  private func newsroom(_ tenant: Tenant = "north", on server: TestServer? = nil) throws -> TestWindow {
    try (server ?? self.server).open(tenant: tenant, user: "ann", scene: "newsroom")
  }

  @Test func `S18: it sees services and publications`() throws {
    let (wall, newsroom) = (try wall(), try newsroom())
    #expect(wall.text.first == "no news by The Press")
    try newsroom.tap("Publish")
    #expect(wall.text.first == "north: 1 by The Press")
  }

  @Test func `a screen that reads an object of a tenant is an error in it, and the log says why`() throws {
    let desk = try server.open(user: "u-visitor", scene: "desk")
    #expect(desk.text == ["This screen can't be shown"])
    #expect(
      server.warnings == [
        "NewsroomModel m1 is not shown. No Newsroom in the environment: windows of an .everywhere scene see services only"
      ])
  }

  @Test func `S18: it has no home in the store, whatever is done in it`() async throws {
    let wall = try wall("ada")
    let commits = store.commits.count
    try wall.tap("Count")
    try wall.tap("Count later")
    try await server.settled()
    #expect(wall.text[1] == "2")
    #expect(wall.deliveries.contains(.saved(2)))
    try wall.leave()
    #expect(store.windowCount == 0)
    #expect(store.commits.count == commits)
  }

  @Test func `S18: after a restart its page gets a new window, without a message about a loss`() throws {
    let wall = try wall("ada")
    try wall.tap("Count")
    let id = wall.id
    try server.restart()
    try wall.reconnect()
    #expect(wall.id != id)
    #expect(wall.text[1] == "0")
    #expect(server.sum { $0.writer.isIdle ? 0 : 1 } == 0)
    #expect(wall.triggers == [])
  }

  @Test func `S18: where other windows go to sleep, it ends, and its page gets a new one`() throws {
    let wall = try wall("ada")
    try wall.tap("Count")
    try wall.disconnect()
    try server.advance(by: .seconds(1801))
    #expect(server.sum { $0.windows.count } == 0)
    #expect(server.sum { $0.users.count } == 0)
    try wall.reconnect()
    #expect(wall.text[1] == "0")
  }

  @Test func `S18: what it posts is saved before its event is acknowledged`() throws {
    let wall = try wall()
    store.hold()
    try wall.tap("Post")
    #expect(!wall.deliveries.contains(.saved(1)))
    store.release()
    try server.run()
    #expect(wall.deliveries.contains(.saved(1)))
    let newsroom = try newsroom()
    #expect(newsroom.text.first == "letters 1")
  }

  @Test func `S18: its events don't come again, so once and publish are refused`() async throws {
    let wall = try wall()
    guard case .rejected(.failed, _) = try wall.tap("Once") else { return #expect(Bool(false)) }
    #expect(wall.text[1] == "0")
    try wall.tap("Publish")
    try server.advance(by: .seconds(1))
    #expect(wall.text.first == "no news by The Press")
    #expect(
      server.warnings.last
        == "Headline was not published: windows of an .everywhere scene belong to no tenant")
  }

  @Test func `S18: a trigger reaches its page, and is not stored`() throws {
    let wall = try wall()
    let commits = store.commits.count
    try server.step(wall.id, on: wall.hub) { hub, id in
      _ = hub.sendTrigger(kind: "custom:flash", payload: [:], to: .window(id))
    }
    try server.run()
    #expect(wall.triggers.map(\.kind) == ["custom:flash"])
    try wall.perform(wall.triggers[0])
    #expect(store.commits.count == commits)
  }

  @Test func `one shared model for the windows of all tenants, which ends with the last of them`() throws {
    // Each hub has its own.
    let server = try TestServer(app: NewsApp(), hubs: 1, store: store)
    let windows = [try wall(on: server), try newsroom("north", on: server), try newsroom("south", on: server)]
    try windows[1].tap("Vote")
    #expect(windows.map { $0.text.last } == ["votes 1", "votes 1", "votes 1"])
    try windows[0].leave()
    try windows[2].tap("Vote")
    #expect(windows[1].text.last == "votes 2")
    for window in windows[1...] { try window.leave() }
    #expect(try wall(on: server).text.last == "votes 0")
    try server.restart()
    #expect(try wall(on: server).text.last == "votes 0")
  }

  @Test func `a shared model of a tenancy other than everywhere is refused at the start`() {
    #expect(throws: HubError.sharedTenancy) { try TestServer(app: WrongNewsApp()) }
  }

  @Test func `operators see it, and can't act on it as on a tenant`() throws {
    _ = try wall()
    #expect(Tenant(named: "/everywhere") == .everywhere)
    let shown = try server.ask { hub in await Result { try await hub.showTenant(.everywhere) } }
    #expect(try shown?.get() == .some(nil))
    #expect(try server.ask { hub in try? await hub.listTenants(limit: 10).tenants.map(\.tenant) } == [])
  }
}

struct NewsApp: WindowApp {
  var tenancy: Tenancy { .claim("room") }

  var body: some Scene {
    WindowGroup("Wall", id: "wall") { BesidePollModel(WallOfNewsModel()) }.tenancy(.everywhere)
    WindowGroup("Newsroom", id: "newsroom") { BesidePollModel(NewsroomModel()) }
    WindowGroup("Desk", id: "desk") { NewsroomModel() }.tenancy(.everywhere)
    SharedModel("poll") { PollModel() }.tenancy(.everywhere)
  }

  func prepare() async throws -> Services { [Agency()] }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Newsroom()] }
}

private struct WrongNewsApp: WindowApp {
  var body: some Scene {
    WindowGroup("Wall", id: "wall") { WallOfNewsModel() }
    SharedModel("poll") { PollModel() }.tenancy(.perUser)
  }
}

final class Agency: Sendable {
  let name = "The Press"
}

struct Headline: Publication {
  var number: Int
}

struct LetterToTheEditor: NavigationMessage, Codable {}

@SavedState
final class Newsroom {
  var published = 0
  var letters = 0

  init() {}

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    if message is LetterToTheEditor { letters += 1 }
  }
}

@NavigationModel
final class WallOfNewsModel {
  var count = 0
  @Environment(Agency.self) var agency

  init() {}

  var body: some View {
    Text("\(news) by \(agency.name)")
    Text("\(count)")
    Button("Count") { self.count += 1 }
    Button("Count later") {
      await Task.yield()
      self.count += 1
    }
    Button("Post") { self.post(LetterToTheEditor(), to: Newsroom.self, of: "north") }
    Button("Publish") { self.publish(Headline(number: 0)) }
    Button("Once") {
      try await self.once { _ in }
      self.count += 1
    }
  }

  private var news: String {
    let all = published(Headline.self).sorted { $0.key.id < $1.key.id }
    return all.isEmpty ? "no news" : all.map { "\($0.key): \($0.value.number)" }.joined(separator: ", ")
  }
}

@NavigationModel
final class NewsroomModel {
  @Environment(Newsroom.self) var newsroom

  init() {}

  var body: some View {
    Text("letters \(newsroom.letters)")
    Button("Publish") {
      self.newsroom.published += 1
      self.publish(Headline(number: self.newsroom.published))
    }
  }
}

/// A screen, and the poll that all windows share.
@NavigationModel
final class BesidePollModel {
  var screen: any NavigationModel
  var poll: SharedSlotModel = .shared("poll")

  init(_ screen: any NavigationModel) { self.screen = screen }

  var _content: ModelContent { .custom(component: "beside", properties: [:], children: [screen, poll]) }

  var body: some View { EmptyView() }
}

@NavigationModel
final class PollModel {
  var votes = 0

  init() {}

  var body: some View {
    Button("Vote") { self.votes += 1 }
    Text("votes \(votes)")
  }
}
