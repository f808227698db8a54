import Oriel
import OrielTesting

/// Counts to three, step by step, and tells what it has counted.
struct Counting: NavigationFlow {
  var anchor: FlowAnchor?
  var count = 1
  /// What becomes of it after the third step.
  var end = End.value

  enum End: String, Codable { case plain, value, cancel, error }

  func start() -> FlowResult<Int> { .model(CountStepModel(flow: self)) }

  mutating func next() async throws -> FlowResult<Int> {
    if count < 0 { throw FlowTestError() }
    count += 1
    if count <= 3 { return .model(CountStepModel(flow: self)) }
    return switch end {
    case .plain: .complete
    case .value: .completeWithValue(count)
    case .cancel: .cancel
    case .error: .error(FlowTestError())
    }
  }

  func onComplete(at model: any NavigationModel) { note("completed", model) }
  func onComplete(_ value: Int, at model: any NavigationModel) { note("completed with \(value)", model) }
  func onCancel(at model: any NavigationModel) { note("cancelled", model) }
  func onError(_ error: any Error, at model: any NavigationModel) { note("failed: \(error)", model) }

  private func note(_ text: String, _ model: any NavigationModel) {
    if let start = model as? StartModel { start.heard.append(text) }
    if let step = model as? CountStepModel { step.heard.append(text) }
  }
}

struct FlowTestError: Error {}

@NavigationModel
final class CountStepModel {
  var flow: Counting
  var heard: [String] = []
  init(flow: Counting) { self.flow = flow }

  var body: some View {
    Text("step \(flow.count)")
    ForEach(heard, id: \.self) { Text($0) }
    Button("Next") { try await self.next(self.flow) }
    Button("Fail") {
      self.flow.count = -1
      try await self.next(self.flow)
    }
    Button("Cancel") { self.cancel(self.flow) }
  }
}

/// Where flows begin and end.
@NavigationModel
final class StartModel {
  var heard: [String] = []
  var end = Counting.End.value
  init() {}

  func start() {
    navigationCheckpoint(.number) { (number: Int) in self.heard.append("checkpoint \(number)") }
  }

  var body: some View {
    Text("start")
    Button("Count") { self.start(Counting(end: self.end)) }
    Button("Count to the checkpoint") {
      self.start(Counting(end: self.end), returningTo: NavigationCheckpoint<Int>("number"))
    }
    Button("Sign up") { self.start(SignUp()) }
  }
}

/// Its steps lie in a sheet.
struct SignUp: NavigationFlow {
  var anchor: FlowAnchor?
  var name = ""
  var isWelcomed = false

  func start() -> FlowResult<String> { .presentation(.sheet(.stacked([SignUpModel(flow: self)]))) }

  mutating func next() async throws -> FlowResult<String> {
    if !isWelcomed {
      isWelcomed = true
      return .model(SignUpModel(flow: self))
    }
    return .completeWithValue(name)
  }

  func onComplete(_ value: String, at model: any NavigationModel) {
    (model as? StartModel)?.heard.append("hello \(value)")
  }
}

@NavigationModel
final class SignUpModel {
  var flow: SignUp
  init(flow: SignUp) { self.flow = flow }

  var body: some View {
    Text(flow.isWelcomed ? "name" : "welcome")
    TextField("Name", text: bind(\.flow.name))
    Button("Next") { try await self.next(self.flow) }
  }
}
