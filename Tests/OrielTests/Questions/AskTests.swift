import Oriel
import OrielTesting
import Testing

private enum Size: Hashable { case small, large }

/// Asks, waits, and shows what it was told.
@NavigationModel
private final class PatientModel {
  var answer = "none"

  init() {}

  var body: some View {
    Text(answer)
    Button("Confirm") { await self.confirm() }
    Button("Choose") { await self.chooseSize() }
    Button("Both") { await self.askTwice() }
  }

  private func confirm() async {
    let isSure = await ask(
      AlertState<Bool>("Sure?") {
        ButtonState("Yes", action: true)
        ButtonState("No", role: .cancel, action: false)
      })
    answer = isSure ? "sure" : "not sure"
  }

  private func chooseSize() async {
    let size = await ask(
      ConfirmationDialogState<Size>("Which?") {
        ButtonState("Small", action: .small)
        ButtonState("Large", action: .large)
      })
    answer = size.map { "\($0)" } ?? "no size"
  }

  private func askTwice() async {
    let alert = AlertState<Bool>("Sure?") { ButtonState("Yes", action: true) }
    task { self.answer += await self.ask(alert) ? " first" : " no first" }
    answer += await ask(alert) ? " second" : " no second"
  }
}

@Suite("Questions that are waited for")
struct AskTests {
  private let model: PatientModel
  private let stack: DefaultStackRootNavigationModel
  private let window: TestWindow

  init() throws {
    let model = PatientModel()
    let stack = DefaultStackRootNavigationModel(path: [
      StackNavigationModel(NamedModel("home")), StackNavigationModel(model),
    ])
    self.model = model
    self.stack = stack
    window = try TestWindow(stack)
  }

  @Test(arguments: [("Yes", "sure"), ("No", "not sure")])
  func `a yes or a no is waited for`(_ button: String, _ answer: String) async throws {
    try window.tap("Confirm")
    try window.choose(button)
    try await window.settled()
    #expect(model.answer == answer)
    #expect(window.text.first == answer)
  }

  @Test func `one of several is waited for`() async throws {
    try window.tap("Choose")
    try window.choose("Large")
    try await window.settled()
    #expect(model.answer == "large")
  }

  @Test func `closing resolves it: by the user, by code, by another presentation`() async throws {
    for close: (AskTests) throws -> Void in [
      { try $0.window.dismiss() },
      { test in try test.window.run { test.model.dismiss() } },
      { test in
        try test.window.run { test.model.present(.alert(AlertState("Another"))) }
        try test.window.dismiss()
      },
      { test in
        try test.window.run { test.model.present(.sheet(NamedModel("sheet"))) }
        try test.window.dismiss()
      },
    ] {
      try window.run { model.answer = "none" }
      try window.tap("Choose")
      try close(self)
      try await window.settled()
      #expect(model.answer == "no size")
    }
  }

  @Test func `so does the end of the model that asked, and of its window`() async throws {
    try window.tap("Confirm")
    try window.run { stack.popToRoot() }
    try await window.settled()
    #expect(model.answer == "not sure")
    let other = try AskTests()
    try other.window.tap("Choose")
    try other.window.leave()
    try await other.window.server.settled()
    #expect(other.model.answer == "no size")
  }

  @Test func `asked once more, what waited before is told so`() async throws {
    try window.tap("Both")
    try await window.server.settled { model.answer == "none no second" }
    try window.choose("Yes")
    try await window.server.settled { model.answer.hasSuffix("first") }
    #expect(model.answer == "none no second first")
  }

  @Test func `a model that is in no window gets no answer at once`() async throws {
    let answer = await NamedModel("alone").ask(AlertState<Bool>("Sure?") { ButtonState("Yes", action: true) })
    #expect(!answer)
  }
}
