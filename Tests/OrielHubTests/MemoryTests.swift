import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

struct MemoryTests {
  @Test func `windows that have finished leave nothing behind`() throws {
    let store = MemorySessionStore()
    let server = try TestServer(app: HubApp(), store: store)
    let page = RawPage(server, instance: "resident", user: "resident")
    try page.attach()
    for index in 0..<25_000 {
      let page = RawPage(server, instance: "page \(index)", user: "user \(index % 100)")
      try page.attach()
      guard let attachment = page.attachment else { return #expect(page.isOpen) }
      try server.step(attachment) { hub, attachment in hub.leave(attachment) }
      // A clock that stands still keeps the timers that were cancelled.
      try server.advance(by: .milliseconds(1))
    }
    #expect(server.look { $0.windows.count } == 1)
    #expect(server.look { $0.users.count } == 1)
    #expect(server.look { $0.waking.isEmpty && $0.loading.isEmpty && $0.dismissals.isEmpty })
    #expect(server.look { $0.unsaved.isEmpty && $0.writer.waiting.isEmpty })
    #expect(store.windowCount == 1)
    try page.close()
    // Its sleep, and the look for old windows.
    #expect(server.clock.pendingCount == 2)
  }

  @Test func `an ended page is freed with its window`() throws {
    let server = try TestServer(app: HubApp())
    weak var window: Window?
    weak var graph: NavigationGraph?
    weak var page: TestPage?
    do {
      let open = try server.open()
      window = server.look { $0.windows.values.first }
      graph = window?.graph
      page = open.page
      try open.tap("Add")
      try open.tap("Web")
      try open.leave()
    }
    #expect(window == nil)
    #expect(graph == nil)
    #expect(page == nil)
  }
}
