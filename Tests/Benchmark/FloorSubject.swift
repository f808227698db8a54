/// The raw epoll server, with as many connections as Oriel, which send what Oriel is sent.
struct FloorSubject: Subject {
  let process: ChildProcess
  let scene: MeasuredScene
  private let echo: [UInt8]

  /// - Parameter sizes: What Oriel's frames have.
  init(_ scene: MeasuredScene, _ sizes: FrameSizes) throws {
    self.scene = scene
    process = try ChildProcess(["floor", "--reply", "\(sizes.counter)", "--broadcast", "\(sizes.broadcast(scene))"])
    echo = scene.tap(1)
  }

  var update: Verb { .patch }

  func tap(by page: Page) -> [UInt8] { scene.reachesEveryone ? [UInt8(ascii: "b")] : echo }

  func open(_ count: Int) throws -> [Page] {
    let page = PageRequest.get("/", port: process.port)
    let cookie = "oriel=" + String(repeating: "x", count: 99)
    let upgrade = PageRequest.upgrade(port: process.port, cookie: cookie, page: scene.rawValue)
    var requests = try (0..<count).map { _ in try socket(sending: page) }
    for index in requests.indices {
      try requests[index].receive()
      requests[index].close()
    }
    var sockets = try (0..<count).map { _ in try socket(sending: upgrade) }
    for index in sockets.indices { try ask(scene.attach(instance: index), &sockets[index]) }
    return try sockets.map { socket in
      var socket = socket
      try socket.receive()
      return Page(socket.descriptor)
    }
  }

  private func socket(sending text: String) throws -> OpeningSocket {
    let socket = try OpeningSocket(port: process.port)
    try socket.send(text)
    return socket
  }

  /// Waits for the answer to what was sent before, then sends.
  private func ask(_ bytes: [UInt8], _ socket: inout OpeningSocket) throws {
    try socket.receive()
    _ = socket.takeRest()
    try socket.send(bytes)
  }
}
