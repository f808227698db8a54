import Logging
import Oriel

/// What the hub, its windows and its shared documents have in common. Confined to the hub.
package final class HubContext {
  let isolation: any HubIsolation
  let scheduler: any Scheduler
  let randomness: any Randomness
  let logger: Logger
  package let limits: HubLimits
  /// By id.
  let scenes: [String: WindowScene]
  let sharedScenes: [String: WindowScene]
  let defaultScene: WindowScene
  let types: SavedTypes
  private let birth: Int64
  var shared: [SharedKey: SharedDocument] = [:]
  private(set) var dirty: [Changed] = []
  var changedObjects: Set<String> = []

  /// Something with a document that wants a commit.
  enum Changed {
    case window(Window)
    case shared(SharedDocument)

    func isOf(_ window: Window) -> Bool {
      if case .window(let own) = self { own === window } else { false }
    }
  }

  init(
    scenes: [SceneDeclaration], isolation: any HubIsolation, scheduler: any Scheduler, randomness: any Randomness,
    logger: Logger, limits: HubLimits
  ) throws(HubError) {
    self.isolation = isolation
    self.scheduler = scheduler
    self.randomness = randomness
    self.logger = logger
    self.limits = limits
    self.scenes = try Self.byID(scenes.filter { $0.role == .window })
    birth = scheduler.now
    types = SavedTypes(renamed: scenes.flatMap(\.renamed))
    sharedScenes = try Self.byID(scenes.filter { $0.role == .shared })
    guard let first = scenes.first(where: { $0.role == .window && !$0.takesValue }),
      let defaultScene = self.scenes[first.id]
    else { throw .noScene }
    self.defaultScene = defaultScene
  }

  private static func byID(_ scenes: [SceneDeclaration]) throws(HubError) -> [String: WindowScene] {
    var byID: [String: WindowScene] = [:]
    for scene in scenes {
      guard byID.updateValue(WindowScene(scene), forKey: scene.id) == nil else { throw .duplicateScene(scene.id) }
    }
    return byID
  }

  /// Queued once: a document that waits is not queued again.
  func changed(_ document: Changed) {
    guard !document.isQueued else { return }
    document.setQueued(true)
    dirty.append(document)
  }

  /// - Parameter window: Where the event came from. Its user waits, and its page alone may open windows: it is first.
  func takeChanged(first window: Window?) -> [Changed] {
    defer { dirty = [] }
    if let window, let index = dirty.firstIndex(where: { $0.isOf(window) }) { dirty.swapAt(0, index) }
    for document in dirty { document.setQueued(false) }
    return dirty
  }

  /// Whether a page may come that has opened a window in an earlier life of the server, and does not know.
  var isYoung: Bool { scheduler.now - birth < limits.openersKept }

  var hasChanges: Bool { !dirty.isEmpty || !changedObjects.isEmpty }

  /// A timer of a graph's; what it does is a turn of its own.
  func schedule(
    after milliseconds: Int64, on hub: WindowHub, of graph: NavigationGraph, _ turn: TurnContext,
    _ action: @escaping () -> Void
  ) -> GraphTimer {
    let timer = scheduler.schedule(after: milliseconds) { [weak hub, weak graph] in
      guard let hub, let graph, !graph.isFinished else { return }
      nonisolated(unsafe) let action = action
      hub.assumeIsolated { $0.turn(in: turn, action) }
    }
    return GraphTimer { timer.cancel() }
  }

  /// The name of one life of a window: no secret, and so short that it takes no memory of its own.
  func epoch() -> String { "e-" + Base64URL.encode(randomness.bytes(8)) }

  /// An id with 128 random bits.
  func secretID(_ prefix: String) -> String { prefix + Base64URL.encode(randomness.bytes(16)) }

  func log(_ issue: GraphIssue, in window: WindowID) {
    let metadata: Logger.Metadata = ["window": "\(window.rawValue.prefix(8))…"]
    switch issue {
    case .started(let id, let type): logger.debug("\(type) \(id) started", metadata: metadata)
    case .finished(let id, let type): logger.debug("\(type) \(id) finished", metadata: metadata)
    case .unsettled:
      logger.warning("Listeners kept changing the window; the turn was cut short", metadata: metadata)
    case .duplicate(let id, let type):
      logger.warning("\(type) \(id) stands in two places; an instance can stand in one", metadata: metadata)
    case .unknownTab(let id, let type, let tab):
      logger.warning("\(type) \(id) has no tab \"\(tab)\"", metadata: metadata)
    case .duplicateName(let name):
      logger.warning("Two stacks or layers are called \"\(name)\"; the first is meant by it", metadata: metadata)
    case .itemNotShown(let type, let reason):
      logger.warning("What \(type) asks for can't be shown: \(reason)", metadata: metadata)
    case .freed(let id, let type): logger.debug("\(type) \(id) was freed", metadata: metadata)
    case .slowBody(let id, let type, let milliseconds):
      logger.warning("The body of \(type) \(id) took \(milliseconds) ms", metadata: metadata)
    case .rendering(let id, let type, let issue): logger.warning("\(type) \(id): \(issue)", metadata: metadata)
    case .notLasting(let type):
      logger.notice(
        "\(type) is private: after a restart of the server it is not found again. Make it internal or public.",
        metadata: metadata)
    case .notSaved(let type, let property, let error):
      logger.warning("\(type).\(property) can't be saved: \(error)", metadata: metadata)
    case .notRestored(let failure):
      logger.warning("\(failure.type) \(failure.id) can't be restored: \(failure.error)", metadata: metadata)
    case .unsavedChoice(let id, let type):
      logger.warning("A question of \(type) \(id) was closed: its buttons are closures", metadata: metadata)
    case .tooLarge(let id, let type, let bytes):
      logger.warning("\(type) \(id) is not shown: with it the document has \(bytes) bytes", metadata: metadata)
    case .changedElsewhere(let id, let type):
      logger.error(
        """
        \(type) \(id) was changed off its hub, which is a data race. A closure with a capture list, such as \
        [weak self], leaves the hub when it awaits: leave the list out, or call a method of the model.
        """, metadata: metadata)
    case .flowLost(let type):
      logger.error("A \(type) can't return to where it was started: that is gone", metadata: metadata)
    case .sending(let issue): logger.error("\(issue)", metadata: metadata)
    case .unknownURL(let url): logger.warning("Nobody takes the address \(url)", metadata: metadata)
    case .unknownRoute(let type): logger.warning("Nobody handles routes of \(type)", metadata: metadata)
    case .unknownDestination(let name):
      logger.warning("The scene has no destination \"\(name)\" with these properties", metadata: metadata)
    case .missingProvider(let name): logger.warning("Nobody provides the destination \(name)", metadata: metadata)
    case .taskFailed(let type, let error): logger.error("A task of \(type) failed: \(error)", metadata: metadata)
    }
  }
}

/// Why a hub can't be made of an app.
package enum HubError: Error, Equatable, CustomStringConvertible {
  case noScene
  case duplicateScene(String)

  package var description: String {
    switch self {
    case .noScene: "The app has no window to begin with: add a WindowGroup without a value to its body"
    case .duplicateScene(let id): "Two scenes are called \"\(id)\": give one of them another id"
    }
  }
}

extension HubContext.Changed {
  var isQueued: Bool {
    switch self {
    case .window(let window): window.isQueued
    case .shared(let document): document.isQueued
    }
  }

  func setQueued(_ queued: Bool) {
    switch self {
    case .window(let window): window.isQueued = queued
    case .shared(let document): document.isQueued = queued
    }
  }
}

/// RFC 4648 §5, without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var bits = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[bits >> count & 63])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }
}
