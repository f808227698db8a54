import Oriel

/// Welcomes a visitor: a name, an address, done. Its result is the first name.
struct VisitorFlow: NavigationFlow {
  enum Step: String, Codable { case welcome, name, email, done }

  var anchor: FlowAnchor?
  var step = Step.welcome
  var name = ""
  var email = ""

  func start() -> FlowResult<String> { .presentation(.managedSheet(VisitorStepModel(flow: self))) }

  mutating func next() async throws -> FlowResult<String> {
    switch step {
    case .welcome: step = .name
    case .name: step = .email
    case .email: step = .done
    case .done: return .completeWithValue(name.split(separator: " ").first.map(String.init) ?? "stranger")
    }
    return .model(VisitorStepModel(flow: self))
  }

  func onComplete(_ value: String, at model: any NavigationModel) {
    (model as? ExamplesModel)?.result = "Welcome, \(value)."
  }

  func onCancel(at model: any NavigationModel) { (model as? ExamplesModel)?.result = "Another time, then." }
}

@NavigationModel
final class VisitorStepModel {
  var flow: VisitorFlow

  init(flow: VisitorFlow) {
    self.flow = flow
  }

  var body: some View {
    Form {
      switch flow.step {
      case .welcome: Text("Tell us who you are.")
      case .name: TextField("Name", text: bind(\.flow.name)).id("name")
      case .email: TextField("Email", text: bind(\.flow.email)).id("email")
      case .done: Text("Thank you, \(flow.name).")
      }
      Button(flow.step == .done ? "Done" : "Next") { try await self.next(self.flow) }
        .buttonStyle(.borderedProminent).disabled(flow.step == .name && flow.name.isEmpty).id("next")
      Button("Cancel", role: .cancel) { self.cancel(self.flow) }.id("cancel")
    }
    .navigationTitle("Onboarding")
  }
}

/// One screen: picking a colour ends the flow, with that colour as the result.
struct ColourFlow: NavigationFlow {
  var anchor: FlowAnchor?

  func start() -> FlowResult<String> { .model(ColourStepModel(flow: self)) }
  func next() async throws -> FlowResult<String> { .complete }

  func onComplete(_ value: String, at model: any NavigationModel) {
    (model as? ExamplesModel)?.result = "You picked \(value)."
  }
}

@NavigationModel
final class ColourStepModel {
  let flow: ColourFlow

  init(flow: ColourFlow) {
    self.flow = flow
  }

  var body: some View {
    List {
      ForEach(["red", "green", "blue"], id: \.self) { colour in
        Button(colour) { self.complete(self.flow, returning: colour) }.id("pick")
      }
    }
    .navigationTitle("Pick a colour")
  }
}

/// A flow of exactly three steps.
struct CountFlow: NavigationFlow {
  var anchor: FlowAnchor?
  var count = 1

  func start() -> FlowResult<Never> { .model(CountStepModel(flow: self)) }

  mutating func next() async throws -> FlowResult<Never> {
    count += 1
    return count <= 3 ? .model(CountStepModel(flow: self)) : .complete
  }

  func onComplete(at model: any NavigationModel) { (model as? ExamplesModel)?.result = "Counted." }
  func onCancel(at model: any NavigationModel) { (model as? ExamplesModel)?.result = "Not counted." }
}

@NavigationModel
final class CountStepModel {
  let flow: CountFlow

  init(flow: CountFlow) {
    self.flow = flow
  }

  var body: some View {
    VStack {
      Text("\(flow.count)").font(.title).id("count")
      Button("Next") { try await self.next(self.flow) }.buttonStyle(.borderedProminent).id("next")
      Button("Cancel", role: .cancel) { self.cancel(self.flow) }.id("cancel")
    }
    .navigationTitle("Step \(flow.count)")
  }
}
