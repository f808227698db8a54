import Foundation
import Logging
import Oriel
import OrielAdmin
import OrielGateway
import OrielHub
import OrielSystem
import OrielTransport
import Synchronization

/// Assembles the server: loops, each with a hub and the socket in front of it.
struct Server<App: WindowApp> {
  let app: App
  let configuration: ServerConfiguration
  let logger: Logger
  let logThreshold: LogThreshold
  private let fencedExit = FencedExit()

  init(_ app: App, _ configuration: ServerConfiguration) {
    self.app = app
    self.configuration = configuration
    logThreshold = LogThreshold(configuration.logLevel)
    logger = logThreshold.logger()
  }

  /// Serves until the process is told to stop, then drains.
  func run() async throws {
    let plan = LoopPlan(configuration.loops, for: app)
    try configuration.storeAddress.makeFolder(state: configuration.state)
    let adminToken =
      configuration.adminToken
      ?? (configuration.isLoopback ? configuration.demoRun?.adminToken ?? Self.newToken() : nil)
    let authentication = try authentication(adminToken, try await makeTokens())
    let uploads = UploadFolder(configuration)
    defer { uploads.close() }
    let (told, end) = AsyncStream.makeStream(of: EndOfServer.self)
    let supervisor = Supervisor(environment: ProcessInfo.processInfo.environment)
    let signature = try nodeSignature()
    let api = AdminAPI(ask: NodeRequests(logger: logger, signature: signature).answer)
    let node = try makeNode(plan.count, uploads, supervisor, api, end)
    let link =
      configuration.isPrivate
      ? SignInLink(key: SystemRandomness().hexadecimal(24), now: node.bays[0].loop.timers.wallTime) : nil
    try await node.start()
    let watch = node.nodes.map { _ in
      LoopWatch(node.bays.map(\.loop)) { [logger] place in
        logger.critical(
          "Loop \(place) has not answered for \(LoopWatch.patience) s: this node ends, so that others take its windows")
      }
    }
    do {
      let servers = servers(on: node, try handlers(authentication, link, api, signature, on: node, end: end))
      let port = try await WebSocketServer.start(servers)
      if configuration.demoRun != nil { Demo.endWithParent(end) }
      announce(port, adminToken, link, plan)
      let reason = await Self.toldToEnd(node, supervisor, told: told, end: end)
      supervisor?.notify(.stopping)
      // All windows go to sleep, which takes as long as it takes.
      watch?.end()
      if reason == .fenced { await leave(servers) }
      logger.notice("Draining")
      await drain(servers, node)
    } catch {
      await node.stop()
      throw error
    }
    await node.stop()
  }

  // MARK: Parts

  private func makeNode(
    _ count: Int, _ uploads: UploadFolder, _ supervisor: Supervisor?, _ api: AdminAPI,
    _ end: AsyncStream<EndOfServer>.Continuation
  ) throws -> Node {
    let fencedExit = fencedExit
    let store = try configuration.storeAddress.open(
      hubs: count, for: configuration, uploads: try uploads.mark(),
      say: { [logger] in
        logger.warning("\($0)")
        supervisor?.notify(.waiting)
      },
      onFenced: {
        end.yield(.fenced)
        // Also if it is draining, or does not answer.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { fencedExit.exit() }
      })
    let loops = try (0..<count).map { try EventLoop(name: count == 1 ? "oriel-loop" : "oriel-loop-\($0)") }
    if !uploads.areAccepted {
      logger.warning(
        "Uploads are refused, as windows move between nodes. Give all nodes the same folder with --uploads to accept them."
      )
    }
    let operators = try operatorRoles()
    let (folders, journals) = (uploads.open(on: loops), makeJournals(count, now: loops[0].timers.wallTime))
    fencedExit.use(journals)
    return try Node(loops, store) { loop, index, neighbours in
      try HubActor(
        app: app, executor: loop.executor, scheduler: loop.timers, store: store, randomness: SystemRandomness(),
        logger: logger, limits: limits, journal: journals[index],
        files: uploads.areAccepted ? folders[index] : NoFileStore(), console: Console.scene(for: operators, api),
        operators: operators, neighbours: neighbours)
    }
  }

  private func operatorRoles() throws -> OperatorRoles {
    let roles = OperatorRoles(configuration.operatorRole)
    let known = app.body._declarations.filter { $0.role == .window }.map(\.id)
    for scene in roles.scenes where !known.contains(where: { $0.hasSameScalars(as: scene) }) {
      throw ConfigurationError.unknownScene(scene, known: known)
    }
    return roles
  }

  /// The crash journal is beside the store: if windows outlive the process, so must the record of its crashes.
  private func makeJournals(_ count: Int, now: Int64) -> [any CrashJournal] {
    let none = Array(repeating: NoCrashJournal(), count: count)
    guard let path = configuration.localPath else { return none }
    do {
      return try CrashJournalFile.journals(of: count, path: path + ".turn", now: now)
    } catch {
      logger.warning("A turn that crashes the process would be retried after the restart: \(error)")
      return none
    }
  }

  private var limits: HubLimits {
    let day: Int64 = 24 * 3_600_000
    var limits = HubLimits()
    limits.sleepAfter = Int64(configuration.sleepAfter) * 60_000
    limits.finishAfter = Int64(configuration.keepWindows) * day
    limits.keepAuditFor = Int64(configuration.keepAudit) * day
    limits.auditRecords = configuration.auditLines
    limits.uploadBytes = configuration.uploadLimit
    limits.renderInterval = 50
    limits.layersPerWindow = configuration.windowLayers
    limits.modelsPerWindow = configuration.windowModels
    limits.keptWindowsPerUser = configuration.windowsPerUser
    limits.windowMemory = configuration.windowMemory << 20
    limits.newUsersPerHour = configuration.newUsersPerAddress
    limits.newWindowsPerHour = configuration.newWindowsPerAddress
    limits.uploads.perNetwork = configuration.uploadsPerAddress
    return limits
  }

  private var transport: WebSocketServerConfiguration {
    var transport = WebSocketServerConfiguration()
    transport.host = configuration.host
    transport.port = configuration.port
    transport.headers = SecurityHeaders.ofAll(
      framedBy: configuration.allowedOrigins, isSecure: configuration.isSecure)
    transport.pageHeaders = SecurityHeaders.ofPages
    transport.trustedProxies = TrustedProxies(configuration.trustedProxies) ?? TrustedProxies()
    return transport
  }

  private func servers(
    on node: Node, _ makeHandler: @escaping @Sendable (Int, WindowHub) -> any RequestHandler
  ) -> [WebSocketServer] {
    let group = ServerGroup()
    return node.bays.enumerated().map { index, bay in
      WebSocketServer(
        transport, loop: bay.loop, hub: bay.hub, group: group,
        log: { [logger] level, message in logger.log(level: Logger.Level(level), "\(message)") },
        makeHandler: { makeHandler(index, $0) })
    }
  }

  /// - Returns: A closure that creates the gateway of each loop, on it.
  private func handlers(
    _ authentication: Authentication, _ link: SignInLink?, _ api: AdminAPI, _ signature: NodeSignature, on node: Node,
    end: AsyncStream<EndOfServer>.Continuation
  ) throws -> @Sendable (Int, WindowHub) -> any RequestHandler {
    let mayBeStopped = configuration.mayBeStopped
    if configuration.requireSignIn, app.body._declarations.contains(where: \.asksToSignIn) {
      throw ConfigurationError.twoWaysToSignIn
    }
    var limits = GatewayLimits()
    limits.connectionsPerAddress = configuration.connectionsPerAddress
    limits.handshakesPerMinute = configuration.handshakesPerAddress
    limits.allWaitingBytes /= node.bays.count
    let pages = Pages(of: app, mayBeStopped: mayBeStopped)
    let development = Development(app, mayBeStopped: mayBeStopped, logger)
    let tenancies = [app.tenancy] + app.body._declarations.compactMap(\.tenancy)
    let origins = AllowedOrigins(
      configuration.allowedOrigins, at: configuration.reach, subdomainsOf: tenancies.compactMap(\.domain))
    let recorded = RecordedMetrics.bootstrap()
    let facts = facts(authentication)
    ProcessMetrics.begin()
    let controls = Controls(threshold: logThreshold) { end.yield(.told) }
    let networks = NetworkLimits(limits)
    let group = node.bays.count > 1 ? node.group : nil
    let links = node.nodes.map { NodeLinks($0, signature) }
    let timers = node.bays.map(\.loop.timers)
    let hubs = node.bays.map(\.hub)
    return { [logger, limits] index, hub in
      hub.use(controls)
      let gateway = Gateway(
        version: Version.current, limits: limits, networks: networks, group: group, index: index, links: links,
        authentication: authentication, origins: origins, pages: pages,
        routes: [api.route] + (mayBeStopped ? [Demo.stop(origins, timers[index], logger)] : [])
          + (development.map { [$0.route] } ?? []),
        scheduler: timers[index], logger: logger,
        facts: facts, link: link, compress: { gzip($0, effort: .least) },
        moreMetrics: { text in
          ProcessMetrics.write(to: &text)
          recorded?.write(to: &text)
        })
      hub.signIns.sessions = gateway
      development?.add(gateway, on: hubs[index])
      return gateway
    }
  }

  private func nodeSignature() throws -> NodeSignature {
    let key = hmacSHA256(key: try Secret.load(configuration), message: "requests between nodes".utf8)
    return NodeSignature(
      sign: { hmacSHA256(key: key, message: $0) }, isEqual: { isEqualInConstantTime($0, $1) })
  }

  private func authentication(_ adminToken: String?, _ tokens: (any TokenVerifier)?) throws -> Authentication {
    let secret = try Secret.load(configuration)
    var authentication = Authentication(
      sign: { hmacSHA256(key: secret, message: $0) }, isEqual: { isEqualInConstantTime($0, $1) },
      random: { SystemRandomness().bytes(16) }, adminToken: adminToken, secureCookies: configuration.isSecure)
    authentication.sessionTime = Int64(configuration.sessionHours * 3_600_000)
    authentication.allowsAnonymous = !configuration.requireSignIn
    authentication.embedsVisitors = configuration.embedVisitors
    authentication.tokens = tokens
    authentication.provider = try makeProvider()
    return authentication
  }

  private func facts(_ authentication: Authentication) -> ServerFacts {
    ServerFacts(
      versions: [("oriel", Version.current), ("protocol", "oriel.v1")] + RuntimeFacts.versions,
      guards: [
        ("frames", RuntimeFacts.checksFrames), ("poison", configuration.isStored), ("store", configuration.isStored),
        ("secureCookies", configuration.isSecure), ("signInRequired", configuration.requireSignIn),
        ("jsonWebTokens", authentication.tokens != nil), ("operators", authentication.hasOperator),
      ])
  }

  private static func newToken() -> String { SystemRandomness().hexadecimal(24) }

  // MARK: Beginning and end

  private func announce(_ port: UInt16, _ adminToken: String?, _ link: SignInLink?, _ plan: LoopPlan) {
    defer { fflush(nil) }
    for warning in plan.warnings { logger.warning("\(warning)") }
    if configuration.nodeAddress != nil, plan.isSingle {
      logger.warning("All users share one tenant, so one node serves them, and the others send their pages on to it.")
    }
    let address = configuration.address(port: port)
    if let run = configuration.demoRun, run.number > 1 {
      print("The server was stopped, and is back.")
      if let link { print("A new link to the console, which works once: \(address)\(link.path)") }
      return
    }
    print(
      "listening on http://\(configuration.hostInURL):\(port)"
    )
    if configuration.demo { return announceDemo(address, adminToken, link) }
    print("loops \(plan.count): \(plan.reason)")
    print("open \(address)/")
    if configuration.adminToken == nil, let adminToken { print("admin token \(adminToken)") }
    if let link { print("console \(address)\(link.path)") }
  }

  /// Prints the pages to open first, second and third.
  private func announceDemo(_ address: String, _ adminToken: String?, _ link: SignInLink?) {
    if configuration.adminToken == nil, let adminToken { print("admin token \(adminToken)") }
    let scenes = app.body._declarations.filter { $0.role == .window && !$0.takesValue && $0.requiredRoles.isEmpty }
    print("1. open \(address)/")
    print("2. open \(address)/\(scenes.dropFirst().first?.id ?? "") beside it: a second window")
    let console =
      link.map { "\($0.path) and see them both: the console. This link works once, for 15 minutes" } ?? "/admin"
    print("3. open \(address)\(console)")
  }

  /// Returns at SIGTERM or SIGINT, or when an operator stops the server; a second signal ends the process at once. The
  /// supervisor is told that the program is ready only once it can be told to stop.
  private static func toldToEnd(
    _ node: Node, _ supervisor: Supervisor?, told: AsyncStream<EndOfServer>, end: AsyncStream<EndOfServer>.Continuation
  ) async -> EndOfServer {
    let loops = node.bays.map(\.loop)
    for signal in [SIGTERM, SIGINT] { await loops[0].onSignal(signal) { end.yield(.told) } }
    if let supervisor {
      supervisor.notify(.ready)
      await loops[0].reassure(supervisor, with: Array(loops.dropFirst()))
    }
    for await reason in told { return reason }
    return .told
  }

  /// Ends the process within a second: another server has taken over the store, and takes what pages send from now on.
  private func leave(_ servers: [WebSocketServer]) async -> Never {
    logger.critical("This server may not write to the database any more, and ends. Its pages find the others.")
    for server in servers { await server.drain() }
    try? await Task.sleep(for: .milliseconds(500))
    fencedExit.exit()
  }

  /// Turns readiness off, refuses handshakes, tells every client when to come back, and waits for running handlers and
  /// unsaved changes.
  private func drain(_ servers: [WebSocketServer], _ node: Node) async {
    node.nodes?.drain()
    for server in servers { await server.drain() }
    if await !node.isAtRest(within: Int64(configuration.drainTimeout * 1000)) {
      logger.error("The drain timeout is over and some turns are not saved; pages will resend their events")
    }
    for server in servers { await server.stopAccepting() }
    for server in servers { await server.shutdown() }
  }
}

/// The end of a process that another server has replaced.
private final class FencedExit: Sendable {
  private let journals = Mutex<[any CrashJournal]>([])

  func use(_ journals: [any CrashJournal]) { self.journals.withLock { $0 = journals } }

  /// Ends the process. The turns that it interrupts are not to blame.
  func exit() -> Never {
    journals.withLock { for journal in $0 { journal.clear() } }
    _exit(EndOfServer.fencedCode)
  }
}

/// Why a server ends.
enum EndOfServer {
  case told
  /// Another server has taken over the store.
  case fenced

  /// The exit code after which systemd starts the process again (EX_TEMPFAIL in sysexits.h).
  static let fencedCode: Int32 = 75
}

extension Logger.Level {
  fileprivate init(_ level: LogLevel) {
    self =
      switch level {
      case .error: .error
      case .warning: .warning
      case .info: .info
      }
  }
}
