import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// A store that fails or stalls at each of its calls in turn: what was acknowledged is there, and nothing is there twice.
struct FaultTests {
  /// A page comes, works, is cut off, comes back to a sleeping window and to a restarted server.
  private func walk(_ server: TestServer, _ store: HeldStore) throws -> FaithfulPage {
    let page = FaithfulPage(server, store)
    try page.come()
    for _ in 0..<3 { try page.add() }
    try page.visit()
    try page.open()
    try page.closeNotes()
    try page.leaveFor(.seconds(1800))
    try page.come()
    try page.add()
    try page.restartServer()
    try page.come()
    try page.add()
    try page.visit()
    try server.advance(by: .seconds(3))
    try page.add()
    try page.restartServer()
    try page.come()
    return page
  }

  private func checked(_ fault: HeldStore.Fault?) throws -> Int {
    let store = HeldStore()
    let server = try TestServer(app: HubApp(), store: store)
    store.fault = fault
    let page = try walk(server, store)
    let calls = store.callCount
    try page.settle()
    let isSaved = page.isSaved
    #expect(isSaved, "\(fault as Any)")
    try page.restartServer()
    try page.come()
    let shown = page.shown
    #expect(shown == ["\(page.adds)", "en, \(page.visits) visits"], "\(fault as Any)")
    #expect(store.windowCount == 1, "\(fault as Any)")
    return calls
  }

  @Test(arguments: [HeldStore.Fault.Kind.refuses, .stalls, .losesTheAnswer])
  func `nothing acknowledged is lost, and nothing applied twice`(_ kind: HeldStore.Fault.Kind) throws {
    let calls = try checked(nil)
    #expect(calls > 10)
    var unsaved = 0
    for call in 1...calls {
      do {
        _ = try checked(HeldStore.Fault(call: call, kind: kind))
      } catch is FaithfulPage.NeverSaved {
        unsaved += 1
      }
    }
    // Only where the very first write has stalled when the server dies.
    #expect(unsaved <= 1)
  }
}
