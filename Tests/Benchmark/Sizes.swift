import OrielWebClient

/// What a browser has to load, and how soon it gets it.
enum Sizes {
  static func measure(_ sizes: FrameSizes) throws -> [Row] {
    say("Sizes")
    let server = try OrielSubject.start()
    let paths = WebClient.files.filter { !$0.isForOperators }.map {
      $0.name == "index.html" ? "/" : "/client/\($0.name)"
    }
    let bytes = try paths.reduce(0) { try $0 + Self.bytes(of: $1, from: server) }
    let script = try Self.bytes(of: "/client/client.js", from: server)
    return [
      Row("counter update, whole frame", .one(sizes.counter), .bytes, budget: .value(94)),
      Row("browser client, \(paths.count) files, gzip", .one(bytes), .bytes, budget: .value(12_000)),
      Row("of it the script that all pages load", .one(script), .bytes),
      Row("second start → page served", try secondStart(), .seconds, budget: .value(2)),
    ]
  }

  private static func bytes(of path: String, from server: ChildProcess) throws -> Int {
    var socket = try OpeningSocket(port: server.port)
    defer { socket.close() }
    try socket.send(PageRequest.get(path, port: server.port))
    let response = try socket.readResponse()
    guard response.status == 200, response.fields["content-encoding"] == "gzip" else {
      throw BenchmarkError.unexpected("\(path): \(response.status) \(response.fields)")
    }
    return response.body.count
  }

  private static func secondStart() throws -> Samples {
    Samples(
      try (0..<3).map { _ in
        let start = Clock.now
        _ = try bytes(of: "/", from: OrielSubject.start())
        return Double(Clock.now - start) / 1e9
      })
  }
}
