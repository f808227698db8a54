import CLibUV
import Glibc
import OrielGateway
import OrielHub

/// Listens, reads HTTP, and turns accepted handshakes into WebSockets: all on one loop, for one hub.
///
/// ```swift
/// let server = WebSocketServer(configuration, loop: loop, hub: hub, log: log) { _ in Gateway(…) }
/// let port = try await server.start()
/// …
/// await server.shutdown()
/// await loop.stop()
/// ```
package final class WebSocketServer: @unchecked Sendable {
  // Guard: mutable state is used on the loop's thread only.
  let configuration: WebSocketServerConfiguration
  let loop: EventLoop
  package let hub: HubActor
  let log: TransportLog
  let connections = ConnectionTable()
  let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  var responses: ResponseBytes
  private(set) var isDraining = false
  private let makeHandler: @Sendable (WindowHub) -> any RequestHandler
  private var madeHandler: (any RequestHandler)?
  private var requests: [Int32: HTTPConnection] = [:]
  /// The connections that are passed on to other nodes.
  private var splices: [ObjectIdentifier: Splice] = [:]
  private let group: ServerGroup
  private var marked: [WebSocketConnection] = []
  /// The bytes that are kept for clients.
  var heldBytes = 0
  private var listener: Listener?
  private var context: LibraryContext?
  private var heartbeat: Heartbeat?
  /// The listening socket, until connections are accepted.
  private var listening: Int32?
  private var phase = Phase.new
  private var isReleased = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private enum Phase { case new, running, ending, ended }

  /// The pause in accepting after descriptors ran out, in milliseconds.
  private static let acceptPause: Int64 = 100

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - configuration: The address to listen on, and the limits.
  ///   - loop: The loop that the server runs on.
  ///   - hub: The hub, whose executor is the loop's.
  ///   - group: The servers of the process, if there are several. The place in it is that of the loop.
  ///   - log: Called with each log message, at most twenty times per second.
  ///   - makeHandler: Called once, on the hub, when the server starts.
  package init(
    _ configuration: WebSocketServerConfiguration, loop: EventLoop, hub: HubActor,
    group: ServerGroup = ServerGroup(), log: @escaping @Sendable (LogLevel, String) -> Void,
    makeHandler: @escaping @Sendable (WindowHub) -> any RequestHandler
  ) {
    self.configuration = configuration
    self.loop = loop
    self.hub = hub
    self.log = TransportLog(log, seconds: { [timers = loop.timers] in timers.now / 1000 })
    self.makeHandler = makeHandler
    responses = ResponseBytes(common: configuration.headers, ofPages: configuration.pageHeaders)
    self.group = group
    group.add(self)
  }

  deinit {
    readBuffer.deallocate()
  }

  /// Starts listening. See ``start(_:)``.
  package func start() async throws(TransportError) -> UInt16 { try await Self.start([self]) }

  /// Starts the servers of a group, which listen on one socket: one after another, because libwebsockets' start is not for
  /// several threads at once. The first connection is accepted when all are there, since its window may be on any loop.
  ///
  /// - Returns: The port. The kernel picks one if the configuration says 0.
  /// - Throws: `TransportError` if the first one can't listen or was already started.
  package static func start(_ servers: [WebSocketServer]) async throws(TransportError) -> UInt16 {
    var shared: (descriptor: Int32, port: UInt16)?
    for server in servers { shared = try await server.start(on: server.hub, shared: shared) }
    for server in servers { await server.accept(on: server.hub) }
    return shared?.port ?? 0
  }

  /// Tells the handler that the server is about to end.
  package func drain() async {
    await prepareToEnd(on: hub)
  }

  /// Keeps serving, but no connection stays open for another request: responses have `Connection: close`. Refusing new
  /// handshakes remains the handler's task.
  package func stopAccepting() async {
    await stopAccepting(on: hub)
  }

  /// Closes the listener and every connection, and returns when all connections and libwebsockets have ended.
  ///
  /// Each WebSocket is closed with 1001, and its delegate's `closed` is called. The loop and the hub keep running.
  package func shutdown() async {
    await beginToEnd(on: hub)
  }

  /// The bytes that are kept for clients, and for nodes.
  package func keptBytes() async -> Int { await keptBytes(on: hub) }

  /// The number of open connections that speak HTTP, of open WebSockets, and of those that are passed on to other nodes.
  package func counts() async -> (requests: Int, webSockets: Int, splices: Int) {
    await counts(on: hub)
  }
}

extension WebSocketServer {
  private func start(
    on hub: isolated HubActor, shared: (descriptor: Int32, port: UInt16)?
  ) throws(TransportError) -> (descriptor: Int32, port: UInt16) {
    guard phase == .new else { throw .alreadyStarted }
    DescriptorLimit.fit(connections: configuration.connections)
    LibraryLog.send(to: log, isOfSeveralThreads: group.count > 1)
    let socket = try listeningSocket(shared)
    let user = Unmanaged.passUnretained(self).toOpaque()
    guard let context = LibraryContext(on: loop.uv, subprotocols: configuration.subprotocols, user: user) else {
      Glibc.close(socket.descriptor)
      throw .noContext
    }
    self.context = context
    madeHandler = hub.enter(makeHandler)
    phase = .running
    listen()
    if !SystemCalls.areInPlace {
      log(.error, "recv and close were not replaced: unmasked frames will be accepted")
    }
    listening = socket.descriptor
    return socket
  }

  private func listeningSocket(
    _ shared: (descriptor: Int32, port: UInt16)?
  ) throws(TransportError) -> (descriptor: Int32, port: UInt16) {
    guard let shared else {
      return try ListeningSocket.open(
        host: configuration.host, port: configuration.port, backlog: configuration.backlog)
    }
    return (try ListeningSocket.copy(of: shared.descriptor), shared.port)
  }

  private func listen() {
    SystemCalls.showWhatIsReceived(to: connections)
    // These closures retain the server until it has ended.
    loop.atEndOfTick = { self.endOfTick() }
    loop.whenOthersAreGone = { self.end() }
    heartbeat = Heartbeat(self)
    heartbeat?.start()
  }

  private func accept(on hub: isolated HubActor) {
    guard phase == .running, let listening else { return }
    self.listening = nil
    listener = Listener(listening, on: loop.uv) { [unowned self] socket, address in
      accepted(socket, address)
    } descriptorsRanOut: { [unowned self] in
      log(.warning, "out of file descriptors: new connections wait for a moment")
      _ = loop.timers.schedule(after: Self.acceptPause) { [weak self] in self?.listener?.resume() }
    }
  }

  private func accepted(_ socket: Int32, _ address: String) {
    let network = limitedNetwork(address)
    if let refusal = group.openConnections.refuseOrCount(network, configuration) {
      switch refusal {
      case .all: log(.warning, "the limit of \(configuration.connections) connections is reached: refused \(address)")
      case .network:
        log(.warning, "\(configuration.requestsOfNetwork) HTTP connections are of one network: refused \(address)")
      }
      Glibc.close(socket)
      return
    }
    _ = serve(HandedConnection(descriptor: socket, remoteAddress: address, network: network))
  }

  /// Serves the HTTP requests of a connection that is counted.
  private func serve(_ handed: HandedConnection) -> HTTPConnection? {
    guard let connection = HTTPConnection(handed, server: self) else {
      log(.error, "the loop does not take socket \(handed.descriptor) from \(handed.remoteAddress)")
      group.drop(handed)
      return nil
    }
    requests[handed.descriptor] = connection
    return connection
  }

  /// Serves a connection that another loop has handed over.
  func adopt(_ handed: HandedConnection, hub: WindowHub) {
    guard phase == .running else { return group.drop(handed) }
    serve(handed)?.advance(hub: hub)
  }

  /// Hands a connection to another loop of the process, where its request is read again.
  func hand(_ connection: HTTPConnection, to loop: Int) {
    var handed = HandedConnection(descriptor: connection.descriptor, remoteAddress: connection.remoteAddress)
    handed.network = connection.network
    handed.input = connection.input
    handed.handovers = connection.handovers + 1
    group.openConnections.requestHanded(handed.network)
    _ = connection.release()
    group.hand(handed, to: loop)
  }

  /// The network whose HTTP connections are counted; `nil` for a proxy or another node, which speak for everybody.
  private func limitedNetwork(_ address: String) -> RemoteNetwork? {
    let isOwn = RemoteNetwork.isLoopback(address) && !configuration.limitsThisMachine
    let isProxy = configuration.trustedProxies.isTrusted(address) || madeHandler?.isNode(at: address) == true
    return isOwn || isProxy ? nil : RemoteNetwork(of: address)
  }

  private func prepareToEnd(on hub: isolated HubActor) {
    hub.enter { madeHandler?.drain(hub: $0) }
    closeSplices()
  }

  private func stopAccepting(on hub: isolated HubActor) {
    isDraining = true
  }

  private func keptBytes(on hub: isolated HubActor) -> Int { heldBytes }

  private func counts(on hub: isolated HubActor) -> (requests: Int, webSockets: Int, splices: Int) {
    (requests.count, connections.count, splices.count)
  }
}

extension WebSocketServer {
  /// The time at which the current tick began, in milliseconds. It is accurate enough for a heartbeat.
  var now: Int64 { Int64(uv_now(loop.uv)) }

  var handler: any RequestHandler { madeHandler! }

  func forget(_ connection: HTTPConnection) {
    guard requests.removeValue(forKey: connection.descriptor) != nil else { return }
    group.openConnections.requestEnded(connection.network)
  }

  func forget(_ connection: WebSocketConnection) {
    if connections.remove(connection) { group.openConnections.webSocketEnded() }
  }

  /// Passes a connection on to another node.
  ///
  /// - Parameters:
  ///   - socket: A socket that is connected to the node.
  ///   - first: The bytes to send first.
  ///   - handshake: The handshake, which gets 503 if the node does not begin its answer in time; `nil` for other requests.
  func splice(
    _ connection: HTTPConnection, to socket: Int32, of life: Life, first: [UInt8], handshake: HTTPRequest?
  ) {
    let (client, address) = (connection.release(), connection.sender)
    guard let splice = Splice(client: client, at: address, node: socket, of: life, server: self) else {
      for descriptor in [client, socket] { Glibc.close(descriptor) }
      return
    }
    splices[ObjectIdentifier(splice)] = splice
    group.openConnections.webSocketOpened()
    handler.beganPassingOn(for: address)
    splice.start(first, handshake: handshake)
  }

  func forget(_ splice: Splice) {
    guard splices.removeValue(forKey: ObjectIdentifier(splice)) != nil else { return }
    group.openConnections.webSocketEnded()
    handler.endedPassingOn(for: splice.address)
  }

  /// Closes the connections that are passed on to nodes that are gone.
  func closeLostSplices() {
    for splice in splices.values where !handler.lives(splice.life) { splice.close() }
  }

  /// Closes them all, in slots: their pages find another way.
  private func closeSplices() {
    for (slot, splice) in splices.values.enumerated() {
      _ = loop.timers.schedule(after: Int64(slot / Self.splicesPerMillisecond)) { [weak splice] in splice?.close() }
    }
  }

  private static let splicesPerMillisecond = 2

  func hasOutput(_ connection: WebSocketConnection) {
    marked.append(connection)
  }

  private func endOfTick() {
    // Flushing a connection never marks another one.
    for connection in marked { connection.flush() }
    marked.removeAll(keepingCapacity: marked.count <= 1024)
    if heldBytes > heldLimit { cutLargest() }
    if phase == .ending, !isReleased { goOnEnding() }
  }

  /// The share of what the server may keep for all connections of the process.
  private var heldLimit: Int { configuration.heldBytes / group.count }

  /// Cuts the connections for which the most bytes are kept, until the others have three quarters of what all may have.
  private func cutLargest() {
    var large: [(bytes: Int, cut: () -> Void)] = []
    connections.forEach { if $0.heldBytes > 0 { large.append(($0.heldBytes, $0.hangUp)) } }
    for splice in splices.values where splice.heldBytes > 0 { large.append((splice.heldBytes, splice.close)) }
    for request in requests.values where request.heldBytes > 0 { large.append((request.heldBytes, request.close)) }
    large.sort { $0.bytes > $1.bytes }
    var (left, count) = (heldBytes, 0)
    for one in large where left > heldLimit / 4 * 3 {
      left -= one.bytes
      one.cut()
      count += 1
    }
    log(
      .warning,
      """
      more than \(heldLimit) bytes were kept for clients that do not read, or do not finish what they send: \
      cut \(count) of them
      """)
  }

  func openWebSocket(
    on request: HTTPConnection, _ handshake: Handshake, subprotocol: String,
    open: (any Connection) -> any ConnectionDelegate, hub: WindowHub
  ) {
    let connection = WebSocketConnection(request.release(), server: self)
    connections.add(connection)
    group.openConnections.webSocketOpened()
    // It is counted before the client can know of it and open another on a different loop.
    connection.delegate = open(connection)
    context?.adopt(connection.descriptor, handshake: handshake.canonicalRequest(subprotocol: subprotocol))
    guard connection.socket == nil, connection.phase != .closed else { return }
    // libwebsockets has already closed the socket.
    connection.ended(hub: hub)
    log(.error, "a handshake failed: is \(subprotocol) among the configured subprotocols?")
  }
}

extension WebSocketServer {
  private func beginToEnd(on hub: isolated HubActor) async {
    guard phase != .ended, phase != .new else { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      if phase == .running { closeDoors() }
    }
  }

  private func closeDoors() {
    phase = .ending
    listener?.close()
    listener = nil
    if let listening { Glibc.close(listening) }
    listening = nil
    heartbeat?.stop()
    for request in requests.values { request.close() }
    for splice in splices.values { splice.close() }
    connections.forEach { $0.close(1001, reason: "going away") }
    // A client can't delay this: bytes that a socket doesn't take are dropped.
    _ = loop.timers.schedule(after: configuration.shutdownDeadline) { [weak self] in self?.endAtDeadline() }
  }

  /// Called at the end of an iteration, after the close frames were written. Closes all connections, and then
  /// libwebsockets.
  private func goOnEnding() {
    connections.forEach { if $0.phase == .closing || $0.phase == .failed { $0.hangUp() } }
    if connections.count == 0 { endLibrary() }
  }

  private func endAtDeadline() {
    guard phase == .ending, !isReleased else { return }
    log(.warning, "\(connections.count) connections did not close in time and were cut")
    endLibrary()
  }

  /// Ends libwebsockets. Must not be called from one of its callbacks.
  private func endLibrary() {
    guard phase == .ending, !isReleased else { return }
    isReleased = true
    loop.releaseItself()
    context?.beginToEnd()
  }

  /// Called when the loop has returned: no handle of ours or of libwebsockets is left on it.
  private func end() {
    guard phase == .ending else { return }
    phase = .ended
    context?.end()
    context = nil
    SystemCalls.showWhatIsReceived(to: nil)
    loop.holdItself()
    loop.atEndOfTick = nil
    loop.whenOthersAreGone = nil
    madeHandler = nil
    for each in waiting { each.resume() }
    waiting = []
  }
}
