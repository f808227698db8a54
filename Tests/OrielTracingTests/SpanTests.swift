import InMemoryTracing
import Oriel
import OrielTesting
import Testing
import Tracing

@testable import OrielTracing

/// Handlers as spans of a tracing system.
@Suite(.serialized)
struct SpanTests {
  /// That of the process.
  private static let shared = {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  private let tracer = shared

  init() { tracer.clearAll(includingActive: true) }

  /// Opens a window of an app that is traced.
  private func opened() throws -> TestWindow {
    Spans.record()
    defer { Spans.stop() }
    return try TestServer(app: TracedApp()).open(user: "ada", scene: "desk")
  }

  private var names: [String] { tracer.finishedSpans.map(\.operationName) }

  @Test func `a click is a span of its handler`() throws {
    let window = try opened()
    try window.tap("Count")
    let span = try #require(tracer.finishedSpans.first)
    #expect(names == ["tap DeskModel"])
    #expect(span.kind == .server)
    #expect(span.attributes.get("oriel.element") == nil)
    #expect(span.attributes.get("oriel.tenant") == nil)
    #expect(span.attributes.get("oriel.window") == .string(window.id.rawValue))
    #expect(span.attributes.get("oriel.scene") == "desk")
    #expect(span.errors.isEmpty)
  }

  @Test func `what a handler calls is in its span, also after it has waited, and in its tasks`() async throws {
    let window = try opened()
    try window.tap("Check")
    try await window.server.settled { names.count == 4 }
    #expect(names.sorted() == ["first", "second", "tap DeskModel", "task"])
    let spans = tracer.finishedSpans
    let click = try #require(spans.first { $0.operationName == "tap DeskModel" })
    #expect(spans.filter { $0.parentSpanID == click.spanID }.count == 3)
    #expect(Set(spans.map(\.traceID)).count == 1)
  }

  @Test func `an error is recorded, of a handler that waits and of one that does not`() async throws {
    let window = try opened()
    #expect(try window.tap("Fail") == .rejected(.failed, "Something went wrong"))
    try window.tap("Fail later")
    await #expect(throws: TestError.handlerFailed("A handler failed: Failure()")) { try await window.settled() }
    #expect(names == ["tap DeskModel", "tap DeskModel"])
    #expect(tracer.finishedSpans.map { $0.errors.map { "\($0.error)" } } == [["Failure()"], ["Failure()"]])
  }

  @Test func `a request is a span of its caller's trace, with its status`() async throws {
    let window = try opened()
    let caller = tracer.startSpan("caller")
    var headers: [String: String] = [:]
    tracer.inject(caller.context, into: &headers, using: HeaderInjector())
    let open = try window.server.request(.post, "/hooks/fills", headers: headers)
    #expect(open.response?.status == 201)
    // An unknown sender does not join a trace.
    #expect(tracer.performedContextExtractions.isEmpty)
    tracer.clearAll()
    let request = try window.server.request(.put, "/hooks/fills", headers: headers, user: "ada")
    #expect(request.response?.status == 500)
    let span = try #require(tracer.finishedSpans.first { $0.operationName == "PUT /hooks/fills" })
    #expect(span.status?.code == .error)
    #expect(span.errors.map { "\($0.error)" } == ["Failure()"])
    #expect(span.attributes.get("http.response.status_code") == "500")
    #expect(span.attributes.get("http.route") == "/hooks/fills")
    #expect(span.traceID == caller.context.inMemorySpanContext?.traceID)
    #expect(tracer.performedContextExtractions.count == 1)
  }

  @Test func `a message is a span of the object that receives it`() async throws {
    let window = try opened()
    try window.tap("Send")
    try await window.server.settled { names.count == 2 }
    let span = try #require(tracer.finishedSpans.last)
    #expect(span.operationName == "receive Ping")
    #expect(span.kind == .consumer)
    #expect(span.attributes.get("oriel.type") == "Desk")
  }

  @Test func `nothing is recorded of an app that does not ask for it`() throws {
    let window = try TestServer(app: TracedApp()).open(user: "ada", scene: "desk")
    try window.tap("Count")
    #expect(tracer.finishedSpans.isEmpty)
    #expect(tracer.activeSpans.isEmpty)
  }
}

private struct HeaderInjector: Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}

private struct Failure: Error {}

private struct Ping: NavigationMessage, Codable {}

@SavedState
private final class Desk {
  var count = 0

  init() {}

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws { count += 1 }

  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    if request.method == .put { throw Failure() }
    return Endpoint.Response(201)
  }
}

private struct TracedApp: WindowApp {
  var body: some Scene { WindowGroup("Desk", id: "desk") { DeskModel() } }
  var endpoints: [Endpoint] {
    [Endpoint(.post, "/hooks/fills", Desk.self).opensToAnyone(), Endpoint(.put, "/hooks/fills", Desk.self)]
  }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Desk()] }
}

@NavigationModel
private final class DeskModel {
  @Environment(Desk.self) var desk
  var count = 0

  init() {}

  var body: some View {
    Text("\(desk.count)")
    Button("Count") { self.count += 1 }.id("count")
    Button("Check") {
      await withSpan("first") { _ in await Task.yield() }
      self.task { await withSpan("task") { _ in await Task.yield() } }
      await withSpan("second") { _ in await Task.yield() }
    }
    Button("Fail") { throw Failure() }
    Button("Fail later") {
      await Task.yield()
      throw Failure()
    }
    Button("Send") { self.post(Ping(), to: Desk.self, of: .app) }
  }
}
