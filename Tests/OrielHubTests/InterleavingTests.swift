import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// Two pages meet at one window, in every order: coming, coming back, taking over, being cut off, speaking too late, and
/// the window's dismissal. A few rules say what has to come of it (PROTOCOL, *Positions, resuming, exactly once*).
struct InterleavingTests {
  enum Step: CaseIterable {
    case attachA, attachB, takeoverA, takeoverB, closeA, closeB, lateCloseA, lateCloseB, eventA, eventB, lateEventA,
      lateEventB, dismiss
  }

  /// All orders of three steps that begin with this one.
  @Test(arguments: Step.allCases)
  func `at most one page is open, and no state is lost`(_ first: Step) throws {
    for second in Step.allCases {
      for third in Step.allCases { try meet([first, second, third]) }
    }
  }

  /// The steps that say most, and all orders of four of them.
  private static let telling: [Step] = [
    .attachA, .attachB, .takeoverB, .closeA, .closeB, .lateCloseA, .lateEventB, .eventB, .dismiss,
  ]

  @Test(arguments: telling, telling)
  func `nor in longer meetings`(_ first: Step, _ second: Step) throws {
    for third in Self.telling {
      for fourth in Self.telling { try meet([first, second, third, fourth]) }
    }
  }

  private func meet(_ steps: [Step]) throws {
    let meeting = try Meeting()
    for step in steps { try meeting.take(step) }
  }
}

/// The window, the two pages, and what the rules expect of them.
private final class Meeting {
  /// A window as the rules see it.
  final class Expected {
    let id: WindowID
    var count: Int
    weak var holder: Visitor?
    var isAlive = true

    init(_ id: WindowID, count: Int) {
      self.id = id
      self.count = count
    }
  }

  final class Visitor {
    let page: RawPage
    var window: Expected
    var epoch: ScalarKey = ""
    var lastEvent = 0

    init(_ page: RawPage, _ window: Expected) {
      self.page = page
      self.window = window
    }

    var isExpectedOpen: Bool { window.holder === self }
  }

  private let server: TestServer
  private let a: Visitor
  private let b: Visitor
  private let window: Expected
  private var windows: [Expected]

  init() throws {
    server = try TestServer(app: HubApp(), store: UnwrittenStore())
    let (one, two) = (RawPage(server, instance: "a"), RawPage(server, instance: "b"))
    try one.attach()
    let position = try #require(one.page.position)
    window = Expected(position.windowID, count: 0)
    windows = [window]
    a = Visitor(one, window)
    b = Visitor(two, window)
    a.epoch = position.epoch
    window.holder = a
  }

  func take(_ step: InterleavingTests.Step) throws {
    switch step {
    case .attachA: try attach(a, takeover: false)
    case .attachB: try attach(b, takeover: false)
    case .takeoverA: try attach(a, takeover: true)
    case .takeoverB: try attach(b, takeover: true)
    case .closeA: try close(a)
    case .closeB: try close(b)
    case .lateCloseA: for old in a.page.former { try a.page.close(old) }
    case .lateCloseB: for old in b.page.former { try b.page.close(old) }
    case .eventA: try event(a)
    case .eventB: try event(b)
    case .lateEventA: try lateEvent(a)
    case .lateEventB: try lateEvent(b)
    case .dismiss: try dismiss()
    }
    try check()
  }

  // MARK: Steps, and what the rules say of them

  private func attach(_ visitor: Visitor, takeover: Bool) throws {
    let (old, target) = (visitor.window.holder, visitor.window)
    let other = old === visitor ? nil : old
    let oldPage = old?.page.page
    let deliveries = try visitor.page.resume(target.id, epoch: visitor.epoch, takeover: takeover)
    guard target.isAlive else { return #expect(deliveries == [.closing(.windowDismissed)]) }
    let position = try #require(visitor.page.page.position)
    if let other, !takeover {
      try fork(visitor, from: target, position)
      #expect(other.page.isOpen)
    } else {
      #expect(position.windowID == target.id)
      if old != nil { #expect(oldPage?.closing == .replaced) }
      target.holder = visitor
    }
    visitor.epoch = position.epoch
    #expect(position.applied == visitor.lastEvent)
  }

  private func fork(_ visitor: Visitor, from target: Expected, _ position: ServerMessage.Attached) throws {
    #expect(windows.allSatisfy { $0.id != position.windowID })
    #expect(position.resumed == false)
    let copy = Expected(position.windowID, count: target.count)
    copy.holder = visitor
    windows.append(copy)
    visitor.window = copy
  }

  private func close(_ visitor: Visitor) throws {
    try visitor.page.close()
    if visitor.isExpectedOpen { visitor.window.holder = nil }
  }

  private func event(_ visitor: Visitor) throws {
    let event = WindowEvent(id: visitor.lastEvent + 1, model: try root(visitor.window), element: "3", name: "tap")
    let deliveries = try visitor.page.send(event)
    guard visitor.isExpectedOpen else { return #expect(deliveries == []) }
    visitor.lastEvent += 1
    visitor.window.count += 1
    #expect(deliveries.count == 2 && deliveries.last == .saved(visitor.lastEvent))
  }

  private func lateEvent(_ visitor: Visitor) throws {
    for old in visitor.page.former {
      try visitor.page.send(
        WindowEvent(id: visitor.lastEvent + 1, model: "m1", element: "3", name: "tap"), by: old)
    }
  }

  private func root(_ window: Expected) throws -> String {
    server.look(window.id) { hub, id in hub.windows[id]?.graph.root._node.id ?? "m1" }
  }

  private func dismiss() throws {
    let holderPage = window.holder?.page.page
    let id = window.id
    let found = try server.step { hub in hub.dismiss(id) }
    #expect(found == window.isAlive)
    if let holderPage { #expect(holderPage.closing == .closed(by: .operator)) }
    window.isAlive = false
    window.holder = nil
  }

  // MARK: After every step

  /// `#expect` takes its time, and this is asked a hundred thousand times.
  private func expect(_ isSo: Bool, _ location: SourceLocation = #_sourceLocation) {
    if !isSo { Issue.record("A rule is broken", sourceLocation: location) }
  }

  private func check() throws {
    for visitor in [a, b] {
      expect(visitor.page.isOpen == visitor.isExpectedOpen)
      expect(visitor.page.page.violations == [])
    }
    for expected in windows {
      let actual = server.look(expected.id) { hub, id in
        hub.windows[id].map { (hub.document(of: $0), $0.attachments.count { $0.isOpen }) }
      }
      expect((actual != nil) == expected.isAlive)
      guard let (document, open) = actual else { continue }
      expect(open == (expected.holder == nil ? 0 : 1))
      let root = document["root"]?.stringValue ?? ""
      expect(document["models"]?[root]?["body"]?[0]?["text"] == .string("\(expected.count)"))
      if let holder = expected.holder { #expect(holder.page.page.document == document) }
    }
  }
}
