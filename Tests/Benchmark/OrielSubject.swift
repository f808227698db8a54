/// Oriel with the windows of the benchmark's app. Each page is of another user.
struct OrielSubject: Subject {
  let process: ChildProcess
  let scene: MeasuredScene
  /// The port that pages connect to.
  private let entrance: UInt16
  private let others: [ChildProcess]

  init(_ scene: MeasuredScene, loops: Int = 1) throws {
    self.init(scene, try Self.start(loops: loops))
  }

  /// - Parameters:
  ///   - process: The server to which the requests are addressed.
  ///   - proxy: What pages connect to in its place.
  ///   - others: Other processes that take part.
  init(_ scene: MeasuredScene, _ process: ChildProcess, by proxy: ChildProcess? = nil, others: [ChildProcess] = []) {
    (self.scene, self.process, entrance) = (scene, process, (proxy ?? process).port)
    self.others = others + (proxy.map { [$0] } ?? [])
  }

  var processes: [ChildProcess] { [process] + others }

  static func start(port: UInt16 = 0, database: String = "memory", loops: Int = 1) throws -> ChildProcess {
    try ChildProcess(
      [
        "serve", "--host", "127.0.0.1", "--port", "\(port)", "--database", database, "--loops", "\(loops)",
        "--log-level", "error",
      ])
  }

  var update: Verb { scene.update }

  func tap(by page: Page) -> [UInt8] { scene.tap(page.nextEvent()) }

  /// As a browser does it: the page, with a cookie; on another connection the handshake; `attach`.
  func open(_ count: Int) throws -> [Page] {
    let cookies = try cookies(count)
    var sockets = try cookies.map { cookie in
      try socket(sending: PageRequest.upgrade(port: process.port, cookie: cookie, page: scene.rawValue))
    }
    for index in sockets.indices {
      try shakeHands(&sockets[index])
      try sockets[index].send(scene.attach(instance: index))
    }
    return try sockets.indices.map { index in
      do {
        return try greeted(sockets[index])
      } catch let sent as SentOn {
        // When many tenants come at once, another loop may have become the one with fewer pages.
        sockets[index].close()
        return try open(index, cookies[index], at: sent.loop)
      }
    }
  }

  private func open(_ index: Int, _ cookie: String, at loop: String) throws -> Page {
    let request = PageRequest.upgrade(port: process.port, cookie: cookie, page: scene.rawValue, at: "&at=\(loop)")
    var socket = try socket(sending: request)
    try shakeHands(&socket)
    try socket.send(scene.attach(instance: index))
    return try greeted(socket)
  }

  /// The page's window is on another loop, which it names.
  private struct SentOn: Error {
    let loop: String

    /// - Returns: `nil` if the message says something else.
    init?(_ message: String) {
      guard message.hasPrefix(#"{"closing":{"code":1012"#), let at = message.firstRange(of: #""at":""#) else {
        return nil
      }
      loop = String(message[at.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// One for each user.
  func cookies(_ count: Int) throws -> [String] {
    try sockets(count) { PageRequest.get("/", port: process.port) }.map(cookie)
  }

  /// Opens a WebSocket for each of these users, and closes it at once.
  func openAndClose(_ cookies: [String], page: String?) throws {
    var sockets = try cookies.map { cookie in
      try socket(sending: PageRequest.upgrade(port: process.port, cookie: cookie, page: page))
    }
    for index in sockets.indices {
      try shakeHands(&sockets[index])
      sockets[index].close()
    }
  }

  private func shakeHands(_ socket: inout OpeningSocket) throws {
    let response = try socket.readResponse()
    guard response.status == 101 else { throw BenchmarkError.unexpected("\(response)") }
  }

  private func sockets(_ count: Int, sending text: () -> String) throws -> [OpeningSocket] {
    try (0..<count).map { _ in try socket(sending: text()) }
  }

  private func socket(sending text: String) throws -> OpeningSocket {
    let socket = try OpeningSocket(port: entrance)
    try socket.send(text)
    return socket
  }

  private func cookie(from socket: OpeningSocket) throws -> String {
    var socket = socket
    defer { socket.close() }
    let response = try socket.readResponse()
    guard response.status == 200, let cookie = response.fields["set-cookie"]?.split(separator: ";").first else {
      throw BenchmarkError.unexpected("\(response.status) \(response.fields)")
    }
    return String(cookie)
  }

  private func greeted(_ socket: OpeningSocket) throws -> Page {
    var socket = socket
    var reader = FrameReader()
    var isGreeted = false
    while true {
      try socket.takeRest().withUnsafeBytes { bytes in
        try reader.read(bytes) { frame in
          let verb = Verb(frame.payload)
          if verb == .other {
            let message = String(decoding: frame.payload, as: UTF8.self)
            throw SentOn(message) ?? BenchmarkError.unexpected(message)
          }
          if verb == scene.lastGreeting { isGreeted = true }
        }
      }
      if isGreeted { return Page(socket.descriptor, reader: reader) }
      try socket.receive()
    }
  }
}
