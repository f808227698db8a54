import Logging
import Oriel
import OrielDocument

/// The state shared by the hub, its windows and its shared documents. Confined to the hub.
package final class HubContext {
  let isolation: any HubIsolation
  let scheduler: any Scheduler
  let randomness: any Randomness
  let files: IncomingFiles
  let logger: Logger
  let events: EventLog
  package internal(set) var limits: HubLimits
  /// By id.
  let scenes: [ScalarKey: WindowScene]
  let sharedScenes: [ScalarKey: WindowScene]
  let defaultScene: WindowScene
  let types: SavedTypes
  /// Limits the lines of the log that pages could otherwise cause without end.
  var lines = LineLimit()
  private let birth: Int64
  private let storeOutlivesProcess: Bool
  private var forgotten: Set<String> = []
  var shared: [SharedKey: SharedDocument] = [:]
  private(set) var dirty: [Changed] = []
  var changedObjects: Set<ScalarKey> = []

  /// A window or shared document that needs a commit.
  enum Changed {
    case window(Window)
    case shared(SharedDocument)

    func isOf(_ window: Window) -> Bool {
      if case .window(let own) = self { own === window } else { false }
    }
  }

  init(
    scenes: [SceneDeclaration], isolation: any HubIsolation, scheduler: any Scheduler, randomness: any Randomness,
    files: any FileStore, events: EventLog, limits: HubLimits, storeOutlivesProcess: Bool
  ) throws(HubError) {
    self.isolation = isolation
    self.scheduler = scheduler
    self.randomness = randomness
    self.files = IncomingFiles(files, logger: events.logger)
    self.events = events
    logger = events.logger
    self.limits = limits
    self.storeOutlivesProcess = storeOutlivesProcess
    self.scenes = try Self.byID(scenes.filter { $0.role == .window })
    birth = scheduler.now
    types = SavedTypes(renamed: scenes.flatMap(\.renamed))
    sharedScenes = try Self.byID(scenes.filter { $0.role == .shared })
    guard let first = scenes.first(where: { $0.role == .window && !$0.takesValue && !$0.isConsole }),
      let defaultScene = self.scenes[ScalarKey(first.id)]
    else { throw .noScene }
    self.defaultScene = defaultScene
  }

  /// The scenes of the app's windows.
  var appScenes: some Sequence<WindowScene> { scenes.values.lazy.filter { !$0.isConsole } }

  /// The scene of the operators' console, if there is one.
  private(set) lazy var consoleScene = scenes.values.first { $0.isConsole }

  package internal(set) var facts = HubFacts()
  /// The windows and users in memory, in the order of their arrival.
  var roster = Roster<Window>()
  var userRoster = Roster<UserSession>()
  /// The process's resident memory in bytes, if known.
  package var residentBytes: () -> Int? = { nil }
  /// The number of pages and observers attached to the app's windows.
  var openAttachments = 0

  /// Whether pages are told that an operator is viewing their window.
  var showsObservers = true

  private var madeLookout: Lookout?

  /// The operators' lookout, created when first needed.
  func lookout(of hub: WindowHub) -> Lookout {
    let lookout = madeLookout ?? Lookout(of: hub, self)
    madeLookout = lookout
    return lookout
  }

  private static func byID(_ scenes: [SceneDeclaration]) throws(HubError) -> [ScalarKey: WindowScene] {
    var byID: [ScalarKey: WindowScene] = [:]
    for scene in scenes {
      guard 1...64 ~= scene.id.unicodeScalars.count else { throw .sceneID(scene.id) }
      guard byID.updateValue(WindowScene(scene), forKey: ScalarKey(scene.id)) == nil else {
        throw .duplicateScene(scene.id)
      }
    }
    return byID
  }

  /// Queues a document, unless it is queued already.
  func changed(_ document: Changed) {
    guard !document.isQueued else { return }
    document.setQueued(true)
    dirty.append(document)
  }

  /// - Parameter window: The window of the event. It is first, because its user waits, and only its page may open
  ///   windows.
  func takeChanged(first window: Window?) -> [Changed] {
    defer { dirty = [] }
    if let window, let index = dirty.firstIndex(where: { $0.isOf(window) }) { dirty.swapAt(0, index) }
    for document in dirty { document.setQueued(false) }
    return dirty
  }

  /// Whether a page may still arrive that opened a window before the last restart without learning of it.
  var isYoung: Bool { scheduler.now - birth < limits.openersKept }

  var hasChanges: Bool { !dirty.isEmpty || !changedObjects.isEmpty }

  /// Sets a timer of a graph, whose action is a turn of its own.
  ///
  /// - Parameter graph: Evaluated when the timer fires, because a graph can set timers while it is being restored.
  func schedule(
    after milliseconds: Int64, on hub: WindowHub, of graph: @escaping () -> NavigationGraph?, _ turn: TurnContext,
    _ action: @escaping () -> Void
  ) -> GraphTimer {
    let recorded = hub.assumeIsolated { $0.quarantine.consequence(.timer, of: turn.subject) }
    let timer = scheduler.schedule(after: milliseconds) { [weak hub] in
      guard let hub, let graph = graph(), !graph.isFinished else { return }
      nonisolated(unsafe) let action = action
      hub.assumeIsolated { $0.turn(in: turn, as: recorded, action) }
    }
    return GraphTimer { timer.cancel() }
  }

  /// Whether models of this private type are lost with the process, and this has not been reported yet.
  func forgets(_ type: TypeName) -> Bool { storeOutlivesProcess && forgotten.insert(type.mangled).inserted }

  /// Creates the name of a window's stay in memory: not a secret, and short enough to be stored inline.
  func epoch() -> ScalarKey { "e-\(Base64URL.encode(randomness.bytes(8)))" }

  /// Creates an id with 128 random bits.
  func secretID(_ prefix: String) -> String { prefix + Base64URL.encode(randomness.bytes(16)) }
}

/// The reason why a hub can't be created for an app.
package enum HubError: Error, Equatable, CustomStringConvertible {
  case noScene
  case duplicateScene(String)
  case sceneID(String)

  package var description: String {
    switch self {
    case .noScene: "The app has no default window: add a WindowGroup without a value to its body"
    case .sceneID(let id): "The scene id \"\(id)\" must have 1 to 64 characters"
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
