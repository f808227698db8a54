import Oriel
import OrielTesting
import Testing

/// B50–B53: a flow goes on by what its value answers, and returns to where it began.
struct FlowTests {
  private func window(_ end: Counting.End = .value) throws -> (window: TestWindow, start: StartModel) {
    let start = StartModel()
    start.end = end
    let window = try TestWindow(.stacked([StationModel("below"), start]))
    return (window, start)
  }

  private func next(_ window: TestWindow, times: Int = 1) async throws {
    for _ in 0..<times {
      try window.tap("Next")
      try await window.settled()
    }
  }

  @Test func `a flow pushes its steps and ends where it began`() async throws {
    let (window, start) = try window()
    try window.tap("Count")
    #expect(window.text.first == "step 1")
    try await next(window, times: 2)
    #expect(window.text.first == "step 3")
    try await next(window)
    #expect(window.text.first == "start")
    #expect(start.heard == ["completed with 4"])
  }

  @Test(arguments: [
    (Counting.End.plain, "completed"), (.cancel, "cancelled"), (.error, "failed: FlowTestError()"),
  ])
  func `it tells how it has ended`(_ end: Counting.End, _ expected: String) async throws {
    let (window, start) = try window(end)
    try window.tap("Count")
    try await next(window, times: 3)
    #expect(window.text.first == "start")
    #expect(start.heard == [expected])
  }

  @Test func `any step may cancel it`() async throws {
    let (window, start) = try window()
    try window.tap("Count")
    try await next(window)
    try window.tap("Cancel")
    #expect(window.text.first == "start")
    #expect(start.heard == ["cancelled"])
  }

  @Test func `a step that throws leaves everything as it is`() async throws {
    let (window, start) = try window()
    try window.tap("Count")
    let text = window.text
    #expect(throws: TestError.rejected(.failed, "tap of “Fail”: A handler failed: FlowTestError()")) {
      try window.tap("Fail")
    }
    #expect(window.text.count == text.count)
    #expect(start.heard == [])
    #expect(window.server.warnings == ["A handler failed: FlowTestError()"])
  }

  @Test func `who goes back finds the flow as it was`() async throws {
    let (window, _) = try window()
    try window.tap("Count")
    try await next(window, times: 2)
    try window.back()
    #expect(window.text.first == "step 2")
    try await next(window)
    #expect(window.text.first == "step 3")
  }

  @Test func `a named anchor hands the value to its handler, then to the hook`() async throws {
    let (window, start) = try window()
    try window.tap("Count to the checkpoint")
    try await next(window, times: 3)
    #expect(window.text.first == "start")
    #expect(start.heard == ["checkpoint 4", "completed with 4"])
  }

  @Test func `an indexed anchor hands the value to the hook alone`() async throws {
    let (window, start) = try window()
    try window.tap("Count")
    try await next(window, times: 3)
    #expect(start.heard == ["completed with 4"])
  }

  @Test func `completing without a value calls no handler`() async throws {
    let (window, start) = try window(.plain)
    try window.tap("Count to the checkpoint")
    try await next(window, times: 3)
    #expect(start.heard == ["completed"])
  }

  @Test func `a flow in a sheet returns below it`() async throws {
    let (window, start) = try window()
    try window.tap("Sign up")
    try window.type("Ada", into: "Name")
    try await next(window)
    #expect(window.text.contains("name"))
    try await next(window)
    #expect(window.text.first == "start")
    #expect(start.heard == ["hello Ada"])
  }

  @Test func `a step may be a destination`() throws {
    let start = StartModel()
    let window = try TestWindow(.stacked([start]))
    try window.run { #expect(start.start(Touring()) == .executed) }
    #expect(window.text.last == "bridge")
    try window.run { #expect(start.complete(Touring(), returning: 1) == .notExecutable(.noAnchor)) }
  }

  @Test func `an anchor that is gone is an error, told to the log and to the flow`() async throws {
    let start = StartModel()
    let stack = DefaultStackRootNavigationModel(path: [
      StackNavigationModel(StationModel("below")), StackNavigationModel(start),
    ])
    let window = try TestWindow(stack)
    try window.tap("Count")
    let step = try #require(stack.path.last?.model as? CountStepModel)
    try window.run { stack.path = [StackNavigationModel(step)] }
    try window.run { #expect(step.complete(step.flow) == .notExecutable(.noAnchor)) }
    #expect(step.heard == ["failed: noAnchor"])
    #expect(stack.path.count == 1)
    #expect(window.server.warnings == ["A Counting can't return to where it was started: that is gone"])
  }

  @Test func `a checkpoint that can't be reached is an error too`() throws {
    let step = CountStepModel(flow: Counting())
    let window = try TestWindow(.stacked([StationModel("below"), step]))
    try window.run {
      #expect(step.start(step.flow, returningTo: NavigationCheckpoint<Void>.home) == .executed)
      #expect(step.complete(step.flow) == .notExecutable(.noAnchor))
    }
    #expect(step.heard == ["failed: noAnchor"])
  }

  @Test func `a flow survives a restart`() async throws {
    let window = try TestWindow(.stacked([StationModel("below"), StartModel()]))
    try window.tap("Count")
    try await next(window)
    try window.server.restart()
    try window.reconnect()
    #expect(window.text.first == "step 2")
    try await next(window, times: 2)
    #expect(window.text.first == "start")
  }

  @Test func `a model that has left starts nothing`() async throws {
    let step = CountStepModel(flow: Counting())
    #expect(step.start(step.flow) == .notExecutable(.notAttached))
    #expect(try await step.next(step.flow) == .notExecutable(.notAttached))
    #expect(step.complete(step.flow) == .notExecutable(.notAttached))
  }
}

/// Begins at a place of the app.
struct Touring: NavigationFlow {
  var anchor: FlowAnchor?
  func start() -> FlowResult<Int> { .destination(Sight.bridge) }
  mutating func next() async throws -> FlowResult<Int> { .complete }
}
