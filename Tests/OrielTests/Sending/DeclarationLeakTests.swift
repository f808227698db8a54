import Oriel
import OrielTesting
import Testing

/// What is declared with closures, and what waits, holds no model that has left.
struct DeclarationLeakTests {
  @Test func `receivers and checkpoints go with their model`() throws {
    let home = StationModel("home")
    let window = try TestWindow(.stacked([home]))
    weak var book: BookModel?
    weak var listening: ListeningModel?
    try push(on: home, in: window) {
      book = $0; listening = $1
    }
    #expect(book != nil && listening != nil)
    try window.run { home.popToRoot() }
    #expect(book == nil && listening == nil)
  }

  private func push(
    on home: StationModel, in window: TestWindow, _ note: (BookModel, ListeningModel) -> Void
  ) throws {
    let (book, listening) = (BookModel(), ListeningModel())
    note(book, listening)
    try window.run { home.push([book, listening]) }
    try window.send(5)
    try window.run { listening.push(StationModel("above")) }
    try window.run { listening.returnToCheckpoint(.number, value: 1) }
  }

  @Test func `a window that ends in the middle of a queue leaves nothing behind`() throws {
    let server = try TestServer(app: LibraryApp())
    weak var window: TestWindow?
    var idle = 0
    do {
      let open = try server.open()
      window = open
      idle = server.clock.pendingCount
      try open.send(SentPage(2, .later), SentPage(3))
      #expect(server.clock.pendingCount == idle + 1)
      try open.leave()
    }
    #expect(window == nil)
    #expect(server.look { $0.windows.count } == 0)
    #expect(server.clock.pendingCount <= idle)
  }
}
