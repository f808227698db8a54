/// A thousand pages whose server is killed, and which come back all at once.
enum Comeback {
  private static let count = 1000
  private static let rounds = 3

  static func measure() throws -> [Row] {
    say("The return of \(count) pages whose server is killed")
    let file = try StoreFile()
    var server = try OrielSubject.start(database: file.path)
    var pages: [ReturningPage] = []
    for number in 0..<count { pages.append(try ReturningPage(number, server.port)) }
    var times: [Double] = []
    for _ in 0..<rounds {
      for index in pages.indices { try pages[index].tap() }
      for index in pages.indices { try pages[index].readSaved() }
      let start = Clock.now
      server.end()
      server = try OrielSubject.start(port: server.port, database: file.path)
      for index in pages.indices { try pages[index].connect() }
      for index in pages.indices { try pages[index].attach() }
      for index in pages.indices { try pages[index].resume() }
      times.append(Double(Clock.now - start) / 1e9)
    }
    return [Row("kill -9 with \(count) windows → all resumed", Samples(times), .seconds, budget: .value(3))]
  }
}

/// A page that keeps its window, whatever becomes of the server.
struct ReturningPage {
  /// Few come from each address: a server has a limit for those that have not attached.
  private let host: UInt8
  /// The server that it comes to.
  var port: UInt16
  private let instance: String
  private let cookie: String
  private var window = ""
  private var taps = 0
  private var socket: OpeningSocket
  private var reader = FrameReader()

  /// Opens a window of the counter.
  init(_ number: Int, _ port: UInt16) throws {
    (host, self.port, instance) = (UInt8(2 + number / 40), port, "benchmark-\(number)")
    var first = try OpeningSocket(port: port, from: host)
    defer { first.close() }
    try first.send(PageRequest.get("/", port: port))
    let response = try first.readResponse()
    guard let cookie = response.fields["set-cookie"]?.split(separator: ";").first else {
      throw BenchmarkError.unexpected("\(response.status) \(response.fields)")
    }
    self.cookie = String(cookie)
    socket = try Self.handshake(port, host, self.cookie)
    try attach()
    try read(until: #"{"state":"#)
  }

  private static func handshake(_ port: UInt16, _ host: UInt8, _ cookie: String) throws -> OpeningSocket {
    let socket = try OpeningSocket(port: port, from: host)
    try socket.send(PageRequest.upgrade(port: port, cookie: cookie, page: "counter"))
    return socket
  }

  // MARK: While it is there

  mutating func tap() throws {
    taps += 1
    try socket.send(MeasuredScene.counter.tap(taps))
  }

  /// What was tapped is durable.
  mutating func readSaved() throws { try read(until: #"{"saved":\#(taps)}"#) }

  // MARK: Coming back

  mutating func connect() throws {
    socket.close()
    reader = FrameReader()
    socket = try Self.handshake(port, host, cookie)
  }

  mutating func attach() throws {
    let response = try socket.readResponse()
    guard response.status == 101 else { throw BenchmarkError.unexpected("\(response.status) \(response.fields)") }
    let place = window.isEmpty ? #""scene":"counter""# : #""window":"\#(window)""#
    try socket.send(
      ClientFrame.text(
        #"{"attach":{\#(place),"instance":"\#(instance)","environment":{"visible":true},"capabilities":{}}}"#))
  }

  /// It is in its window again, and all that was saved is there.
  mutating func resume() throws {
    let was = window
    let attached = try read(until: #"{"state":"#)
    guard window == was, attached.contains(#""applied":\#(taps),"#) else { throw BenchmarkError.unexpected(attached) }
  }

  /// Reads on to a message that begins so.
  ///
  /// - Returns: What it was told of where it stands.
  @discardableResult
  private mutating func read(until last: String) throws -> String {
    var attached = ""
    var isComplete = false
    while true {
      var pong: [UInt8]?
      try socket.takeRest().withUnsafeBytes { bytes in
        try reader.read(bytes) { frame in
          if frame.opcode == 9 { return pong = ClientFrame.pong(frame.payload) }
          let verb = Verb(frame.payload)
          let text = String(decoding: frame.payload, as: UTF8.self)
          if verb == .other { throw BenchmarkError.unexpected(text) }
          if verb == .attached { attached = text }
          if text.hasPrefix(last) { isComplete = true }
        }
      }
      if let pong { try socket.send(pong) }
      if let name = attached.split(separator: "\"").drop(while: { $0 != "window" }).dropFirst(2).first {
        window = String(name)
      }
      if isComplete { return attached }
      try socket.receive()
    }
  }
}
