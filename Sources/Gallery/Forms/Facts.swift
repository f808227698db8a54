import Oriel

/// Knows something about every number, after a moment.
enum NumberFacts {
  static func fact(about number: Int) async throws -> String {
    try await Task.sleep(for: .milliseconds(300))
    if number == 0 { return "0 is neither positive nor negative." }
    if let divisor = (2..<max(number, 2)).first(where: { number % $0 == 0 }) {
      return "\(number) is \(divisor) times \(number / divisor)."
    }
    return number == 1 ? "1 divides every number." : "\(number) is a prime number."
  }
}

/// Asks for a fact, shows progress, and shows the fact in an alert that can ask for another.
@NavigationModel
final class FactsModel {
  var number = 7
  /// Not saved: a request under way is gone after a restart.
  @Transient var isLoading = false

  var body: some View {
    Form {
      Section {
        Stepper("Number", value: bind(\.number), in: 0...99).id("number")
        Button("Get a fact") { try await self.getFact() }.disabled(isLoading).id("get")
        Button("Ask first") { self.present(.confirmationDialog(self.question, source: "ask")) }
          .disabled(isLoading).navigationSource(id: "ask").id("ask")
        if isLoading { ProgressView("Looking it up").id("loading") }
      }
    }
    .navigationTitle("Facts about numbers")
  }

  private func getFact() async throws {
    isLoading = true
    defer { isLoading = false }
    let fact = try await NumberFacts.fact(about: number)
    present(.alert(self.alert(saying: fact)))
  }

  private func alert(saying fact: String) -> AlertState<GetFact> {
    AlertState("Fact", message: fact) {
      ButtonState("OK", role: .cancel)
      ButtonState("Get another fact", action: GetFact(step: 1))
    }
  }

  private var question: ConfirmationDialogState<GetFact> {
    ConfirmationDialogState("What about \(number)?", cancel: ButtonState("Nothing")) {
      ButtonState("A fact about it", action: GetFact(step: 0))
      ButtonState("A fact about the next", action: GetFact(step: 1))
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let message = message as? GetFact else { return }
    number += message.step
    task { try await self.getFact() }
  }
}

struct GetFact: NavigationMessage, Codable {
  let step: Int
}
