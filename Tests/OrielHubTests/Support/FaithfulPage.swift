import Oriel
import OrielDocument
import OrielTesting

@testable import OrielHub

/// A page of a counter that keeps what it has said until that is saved, as the protocol asks for.
final class FaithfulPage {
  private let server: TestServer
  private let store: HeldStore
  private let page: RawPage
  private var window: WindowID?
  private var outbox: [WindowEvent] = []
  private var lastID = 0
  private var acknowledged = 0
  private(set) var adds = 0
  private(set) var visits = 0

  init(_ server: TestServer, _ store: HeldStore) {
    self.server = server
    self.store = store
    page = RawPage(server, instance: "faithful")
  }

  var shown: [String] {
    (page.page.document?["models"]?["m1"]?["body"]?.arrayValue ?? []).prefix(2).compactMap { $0["text"]?.stringValue }
  }

  func add() throws {
    adds += 1
    try tap("3")
  }

  func visit() throws {
    visits += 1
    try tap("5")
  }

  func open() throws { try tap("7") }
  func closeNotes() throws { try tap("9") }

  private func tap(_ element: String) throws {
    lastID += 1
    let event = WindowEvent(id: lastID, model: "m1", element: element, name: "tap")
    outbox.append(event)
    hear(try page.send(event))
  }

  /// Comes, again if it has to, and sends again what may have been lost.
  func come() throws {
    for _ in 0..<10 {
      hear(try page.attach { $0.window = window })
      if !page.isAnswered {
        store.release()
        try server.run()
        try server.advance(by: .seconds(2))
        hear(page.page.drainDeliveries())
      }
      guard page.isOpen else {
        try server.advance(by: .seconds(2))
        continue
      }
      let applied = page.page.position?.applied ?? 0
      for event in outbox where event.id > applied { hear(try page.send(event)) }
      return
    }
    if acknowledged == 0 { throw NeverSaved() }
  }

  /// The window is gone, and the store had never said that it has it: that breaks no promise.
  struct NeverSaved: Error {}

  func leaveFor(_ time: Duration) throws {
    try page.close()
    try server.advance(by: time)
  }

  /// The server dies, and with it what it was about to write.
  func restartServer() throws {
    store.forgetWaiting()
    try server.restart()
  }

  /// The store is well again: one more event is saved, and with it all before.
  func settle() throws {
    store.fault = nil
    store.release()
    try server.run()
    try server.advance(by: .seconds(5))
    hear(page.page.drainDeliveries())
    try add()
  }

  var isSaved: Bool { outbox.isEmpty }

  private func hear(_ deliveries: [TestDelivery]) {
    for delivery in deliveries {
      switch delivery {
      case .attached(let position): window = position.windowID
      case .saved(let event):
        acknowledged = event
        outbox.removeAll { $0.id <= event }
      default: break
      }
    }
  }
}
