import Oriel

/// The first screen of users who have not signed in.
@NavigationModel
final class StartModel {
  @Environment(Membership.self) var membership

  var body: some View {
    VStack {
      Text("Friends of the Gallery").font(.title)
      Button("Create account") { self.navigate(to: Onboarding.first) }.buttonStyle(.borderedProminent).id("create")
      Button("Sign in") { self.membership.isSignedIn = true }.id("sign-in")
    }
    .navigationTitle("Welcome")
  }
}

/// Decides what comes next: only this type knows the right answer.
enum Onboarding: NavigationDestination {
  case question(wasWrong: Bool)
  case result

  static let first = Onboarding.question(wasWrong: false)

  static func next(after answer: String) -> Onboarding { answer == "Myself" ? .result : .question(wasWrong: true) }

  func makeModel() -> any NavigationModel {
    switch self {
    case .question(let wasWrong): OnboardingQuestionModel(wasWrong: wasWrong)
    case .result: OnboardingResultModel()
    }
  }
}

@NavigationModel
final class OnboardingQuestionModel {
  let wasWrong: Bool
  var answer: String?

  init(wasWrong: Bool) {
    self.wasWrong = wasWrong
  }

  var body: some View {
    Form {
      if wasWrong { Label("Wrong password. Try again.", systemImage: "warning").foregroundStyle(.danger).id("wrong") }
      Picker("Who makes your apps?", selection: bind(\.answer)) {
        ForEach(["Xcode", "Myself", "Nobody"], id: \.self) { Text($0).tag($0) }
      }
      .pickerStyle(.radioGroup).id("answer")
      Button("Continue") { self.goOn() }.buttonStyle(.borderedProminent).disabled(answer == nil).id("continue")
    }
    .navigationTitle("One question")
  }

  private func goOn() {
    if let answer { navigate(to: Onboarding.next(after: answer)) }
  }
}

@NavigationModel
final class OnboardingResultModel {
  @Environment(Membership.self) var membership

  var body: some View {
    VStack {
      Text("That is right.").font(.title)
      Button("Finish") { self.membership.isSignedIn = true }.buttonStyle(.borderedProminent).id("finish")
    }
    .navigationTitle("Welcome")
  }
}
