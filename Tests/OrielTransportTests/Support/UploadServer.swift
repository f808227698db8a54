import Foundation
import Logging
import Oriel
import OrielDocument
import OrielHub
import OrielSQLite
import OrielSystem
import OrielTransport
import OrielWire

@testable import OrielGateway

/// A whole server for an app with a file field: sockets, gateway, hub and a folder.
final class UploadServer: Sendable {
  let loop: EventLoop
  let hub: HubActor
  let server: WebSocketServer
  let port: UInt16
  let path = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)").path
  static let token = "a-token-of-the-operator"

  init(_ limits: HubLimits = HubLimits(), room: FileRoom = FileRoom()) async throws {
    loop = try EventLoop()
    let (loop, path) = (loop, path)
    var logger = Logger(label: "uploads")
    logger.logLevel = .critical
    let hub = try HubActor(
      app: UploadingApp(), executor: loop.executor,
      scheduler: loop.timers, store: try SQLiteWindowStore(answersAtOnce: true), randomness: SystemRandomness(),
      logger: logger,
      limits: limits, files: FileFolder(path: path, on: loop, room: room))
    self.hub = hub
    loop.afterEveryJob { hub.enter { $0.commitPending() } }
    var configuration = WebSocketServerConfiguration()
    configuration.port = 0
    server = WebSocketServer(configuration, loop: loop, hub: hub, log: { _, _ in }) { [logger] _ in
      Gateway(
        version: "1", authentication: Self.authentication, origins: AllowedOrigins(["https://other.example"]),
        pages: Pages(page: Self.page, files: [:]), routes: [], scheduler: loop.timers, logger: logger,
        compress: { $0 })
    }
    loop.start()
    port = try await server.start()
  }

  func stop() async {
    await server.shutdown()
    await loop.stop()
    try? FileManager.default.removeItem(atPath: path)
  }

  private static let authentication = Authentication(
    sign: { hmacSHA256(key: [1], message: $0) }, isEqual: { $0 == $1 }, random: { SystemRandomness().bytes(16) },
    adminToken: token, secureCookies: false)
  private static let page = Asset(contentType: "text/html", body: [], compress: { $0 }, digest: { $0 })

  /// The files that are kept.
  var files: [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return all.filter { $0.contains("/") }.sorted()
  }

  func contents(of file: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(file)").map(Array.init) }

  /// A page of a new user, or of the operator.
  func visit(asOperator: Bool = false) async throws -> Visitor {
    let (user, cookie) = Self.authentication.newUser()
    let visited = asOperator ? User(id: "admin", roles: ["admin"]) : user
    let credentials = asOperator ? "Authorization: Bearer \(Self.token)" : "Cookie: \(cookie.prefix { $0 != ";" })"
    let (window, ticket) = await hub.visit(visited)
    return Visitor(port: port, window: window, ticket: ticket, credentials: credentials)
  }

  /// What a page says of the files that it has sent.
  func name(_ ids: [String], by visitor: Visitor) async -> JSONValue? { await hub.name(ids, in: visitor.window) }

  func finish(_ visitor: Visitor) async { await hub.end(visitor.window) }
}

/// Somebody with a window that has a file field.
struct Visitor: Sendable {
  let port: UInt16
  let window: WindowID
  let ticket: String
  let credentials: String

  /// The head of an upload.
  func head(_ length: Int?, ticket: String? = nil, _ fields: String...) -> String {
    let all =
      ["POST /upload/\(ticket ?? self.ticket) HTTP/1.1", "Host: x", "Origin: http://x", credentials]
      + (length.map { ["Content-Length: \($0)"] } ?? []) + fields
    return all.joined(separator: "\r\n") + "\r\n\r\n"
  }

  func send(_ body: String, _ fields: String...) throws -> Answer {
    let lines = fields.map { "\r\n\($0)" }.joined()
    // Before the empty line.
    let start = String(head(body.utf8.count).dropLast(2))
    return try RawClient(port: port).ask("\(start)\(lines)\r\n\r\n\(body)")
  }
}

private struct UploadingApp: WindowApp {
  var body: some Scene { WindowGroup("Uploading") { UploadingModel() } }
}

@NavigationModel
private final class UploadingModel {
  var files: [UploadedFile] = []

  var body: some View {
    FileField("Attach", maximumSize: 30 << 20, allowsMultiple: true) { self.files += $0 }
    ForEach(files) { Text("\($0.name)|\($0.type)|\($0.size)") }
  }
}

/// A page that only listens.
private final class Listener: WindowClient {
  var position: ServerMessage.Attached?
  let isChoked = false

  func deliver(_ message: ServerMessage) {
    if case .attached(let position) = message { self.position = position }
  }
}

extension HubActor {
  fileprivate func visit(_ user: User) async -> (WindowID, ticket: String) {
    let position = await withCheckedContinuation { attached in
      enter { hub in
        let page = Listener()
        hub.attach(AttachRequest(user: user, instance: "page"), client: page) { _ in
          attached.resume(returning: page.position)
        }
      }
    }
    return enter { hub in
      guard let position, let window = hub.windows[position.windowID] else { return (WindowID(""), "") }
      return (window.id, hub.document(of: window)["models"]?["m1"]?["body"]?[0]?["ticket"]?.stringValue ?? "")
    }
  }

  fileprivate func name(_ ids: [String], in id: WindowID) -> JSONValue? {
    enter { hub in
      guard let window = hub.windows[id], let page = window.page else { return nil }
      let value = JSONValue.array(ids.map { ["id": .string($0)] })
      hub.receive(WindowEvent(id: 1, model: "m1", element: "0", name: "files", value: value), from: page)
      return hub.document(of: window)["models"]?["m1"]?["body"]
    }
  }

  fileprivate func end(_ id: WindowID) { enter { _ = $0.dismiss(id) } }
}
