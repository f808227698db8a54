import Glibc
import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct MemoryTests {
  /// In a process of its own, whose memory is nobody else's. A listener, a timer or an entry in a table that each window
  /// left behind would be more than a megabyte.
  @Test func `30,000 windows opened and finished leave memory flat`() async {
    await #expect(processExitsWith: .success) {
      let server = try TestServer(app: HubApp(), store: UnwrittenStore())
      let resident = RawPage(server, instance: "resident", user: "resident")
      try resident.attach()
      // What is made once is there, and tables are as large as they will be.
      try openAndFinish(0..<5000, on: server)
      let before = largestResidentBytes()
      try openAndFinish(5000..<30_000, on: server)
      #expect(largestResidentBytes() - before < 1 << 19)
      #expect(server.look { $0.windows.count } == 1)
      #expect(server.look { $0.users.count } == 1)
      #expect(server.look { $0.waking.isEmpty && $0.users.loading.isEmpty && $0.dismissals.isEmpty })
      #expect(server.look { !$0.writer.hasNotes && $0.writer.waiting.isEmpty })
      try resident.close()
      // Its models are told that the page is gone; its sleep; the look for old windows.
      #expect(server.clock.pendingCount == 3)
    }
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

private func openAndFinish(_ windows: Range<Int>, on server: TestServer) throws {
  for window in windows {
    let page = SilentPage()
    try server.step((page, window)) { hub, coming in
      let (page, window) = coming
      let user = User(id: "user \(window % 100)")
      hub.attach(AttachRequest(user: user, instance: "page \(window)"), client: page) {
        page.attachment = $0.attachment
      }
    }
    let attachment = try #require(page.attachment)
    try server.step(attachment) { hub, attachment in hub.leave(attachment) }
  }
}

/// The most that was in memory at once.
private func largestResidentBytes() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}
