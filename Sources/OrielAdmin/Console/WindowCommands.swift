import Oriel
import OrielDocument
import OrielHub

/// The acts for the current window, as part of its screen, with their questions and results.
struct WindowCommands: View {
  let model: WindowModel
  let window: WindowInspection

  var body: some View {
    let acts = model.isActing
    let row = window.row
    VStack {
      ActingNotice(isActing: acts)
      if let said = model.said { Text(said).id("said") }
      HStack {
        if allows(.focus) {
          Button("Bring to the front") { self.perform(.focus, "Asked the page to come to the front.") }.id("focus")
        }
        if window.row.page?.lag == nil { PageButtons(model: model, window: window) }
        if window.isLocked, allows(.unlock) {
          Button("Unlock") { self.perform(.unlock, "The window is unlocked.") }.id("unlock")
        } else if !window.isLocked, allows(.lock) {
          Button("Lock") { self.perform(.lock, "The window is locked.") }.id("lock")
        }
        if allows(.dismiss) {
          Button("Dismiss", role: .destructive) { await self.model.dismiss(row.title, of: row.user) }.id("dismiss")
        }
        if model.rights.allow(.signOut) {
          Button("Sign user out", role: .destructive) { await self.signOut() }.id("sign-out")
        }
        if model.monitor.isBanned(row.user), model.rights.allow(.unban) {
          Button("Unban user") { self.unban() }.id("unban")
        } else if !model.monitor.isBanned(row.user), model.rights.allow(.ban) {
          Button("Ban user", role: .destructive) { await self.ban() }.id("ban")
        }
      }
      .disabled(!acts)
      Form {
        TextField("Reason", text: model.bind(\.reason), prompt: "For the audit").id("reason")
        if window.isLocked { Toggle("Even if locked", isOn: model.bind(\.isForced)).id("force") }
        if allows(.land) {
          TextField("Address", text: model.bind(\.address), prompt: "/path within the window")
            .onSubmit { self.land() }.id("address")
          Button("Navigate") { self.land() }.id("land")
        }
        if allows(.send) { sending }
        if !scenes.isEmpty {
          Picker("Scene", selection: model.bind(\.scene)) {
            Text("Choose one").tag("")
            ForEach(scenes, id: \.self) { Text($0).tag($0) }
          }
          .id("scene")
          Button("Open for this user") { self.open() }.disabled(model.scene.isEmpty).id("open")
        }
        if allows(.move) {
          TextField("New owner", text: model.bind(\.newOwner), prompt: "A user’s ID").id("new-owner")
          Button("Move…", role: .destructive) { await self.move() }.disabled(model.newOwner.isEmpty).id("move")
        }
      }
      .disabled(!acts)
    }
  }

  @ViewBuilder private var sending: some View {
    Picker("Action", selection: model.bind(\.action)) {
      ForEach(SentAction.names, id: \.self) { Text($0).tag($0) }
    }
    .id("action")
    Button("Send action") {
      self.perform(.send([.action(self.model.action)], isForced: self.isForced), "“\(self.model.action)” was sent.")
    }
    .id("send")
    TextField("Destination", text: model.bind(\.destination), prompt: "A destination that the scene declares")
      .id("destination")
    TextField("Properties", text: model.bind(\.properties), prompt: "{\"id\": 7}").id("properties")
    Button("Send destination") { self.sendDestination() }.disabled(model.destination.isEmpty)
      .id("send-destination")
  }

  private func allows(_ act: Act) -> Bool { model.rights.allow(act, in: window.row) }

  /// The scenes of which the operator may open windows.
  private var scenes: [String] {
    model.monitor.sceneIDs.filter { model.rights.allow(.open, scene: $0, tags: []) }
  }

  private var isForced: Bool { window.isLocked && model.isForced }

  private func land() {
    guard let url = WindowURL(model.address) else {
      return model.refuse("An address begins with “/”.")
    }
    perform(.land(.address(url), isForced: isForced), "The window was navigated to \(url).")
  }

  private func sendDestination() {
    do throws(JSONError) {
      let properties = try JSONObject(typed: model.properties)
      let name = model.destination
      perform(.send([.destination(name, .object(properties))], isForced: isForced), "“\(name)” was sent.")
    } catch {
      model.refuse("Properties must be a JSON object, such as {\"id\": 7}: \(error.words).")
    }
  }

  private func open() {
    perform(
      .open(scene: model.scene, value: nil, url: nil), on: .user(window.row.user),
      "Opened a window of “\(model.scene)” and asked the user’s page to show it.")
  }

  // MARK: What can't be taken back

  private func signOut() async {
    let user = window.row.user
    guard await model.isSure("Sign \(user) out?", "\(closing) on every device.", "Sign out") else { return }
    perform(.signOut, on: .user(user), "\(user) is signed out.")
  }

  private func ban() async {
    let user = window.row.user
    guard await model.isSure("Ban \(user)?", "\(closing), and no new ones open.", "Ban") else { return }
    perform(.ban, on: .user(user), "\(user) is banned.")
  }

  private func move() async {
    let (title, owner, user) = (window.row.title, window.row.user, model.newOwner)
    let question = Words.plain("Move “\(title)” from \(owner) to \(user)?")
    guard await model.isSure(question, "The page of \(owner) closes. What is in the window goes along.", "Move") else {
      return
    }
    perform(.move(to: user), "The window belongs to \(user) now.")
  }

  private func unban() {
    let user = window.row.user
    perform(.unban, on: .user(user), "\(user) is no longer banned.")
  }

  private var closing: String {
    let count = model.monitor.windowCount(of: window.row.user)
    return "This closes " + (count == 1 ? "their window" : "their \(count) windows")
  }

  private func perform(_ kind: OperatorCommand.Kind, on target: WindowTarget? = nil, _ success: String) {
    model.perform(kind, on: target, success)
  }
}

extension OperatorCommandResult {
  /// The text for operators about an act that failed in some windows.
  var failureText: String {
    let reasons = failures.map { "\($0.windows) × \($0.reason)" }.joined(separator: " ")
    return "Done in \(windows) of \(windows + failed) windows. \(reasons)"
  }
}

extension WindowModel {
  // MARK: Asking the page

  /// For how many milliseconds a question or a reload waits for the page.
  private static let patience = 60_000

  private func trigger(_ trigger: EnvironmentTrigger) -> OperatorCommand.Kind {
    .trigger(
      kind: trigger.kind, payload: trigger.payload.objectValue ?? [:], expires: Self.patience, isSecret: false)
  }

  func askPage() {
    asked = nil
    perform(trigger(.ask), nil) { [weak self] result in self?.asked = result.trigger }
  }

  func reloadPage() { perform(trigger(.reload), "The page loads again when it has heard of it.") }

  /// The answer of the page.
  var answer: String? {
    guard let asked else { return nil }
    let outcome = monitor.outcomesOnAllHubs(of: asked).first
    guard let outcome, outcome.status != .pending else { return "Asked. The page has not answered yet." }
    guard outcome.status == .performed else { return "The page did not answer: \(outcome.status.rawValue)." }
    let rev = outcome.value?["rev"]?.integerValue.map { " It shows revision \($0)." } ?? ""
    return "The page has answered.\(rev)" + (outcome.value?["visible"] == false ? " Its user does not see it." : "")
  }

  // MARK: Acts

  /// Performs an act on the window, or on another target, if the console may act.
  ///
  /// - Parameter success: The sentence about what was done; `nil` if there is more to say later.
  func perform(
    _ kind: OperatorCommand.Kind, on target: WindowTarget? = nil, _ success: String?,
    then: @escaping (OperatorCommandResult) -> Void = { _ in }
  ) {
    guard isActing else { return }
    monitor.perform(OperatorCommand(kind, to: target ?? .window(id), reason: reason), as: user) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let result) where result.failed > 0: self.refuse(result.failureText)
      case .success(let result):
        (self.said, self.failure) = (success, nil)
        then(result)
      case .failure(.windowLocked): self.refuse("The window is locked. Unlock it, or turn on “Even if locked”.")
      case .failure(let problem): self.refuse(problem.detail)
      }
    }
  }

  /// Shows the reason for a refusal.
  func refuse(_ reason: String) { (said, failure) = (nil, reason) }

  func dismiss(_ title: String, of owner: String) async {
    let question = Words.plain("Dismiss “\(title)” of \(owner)?")
    let consequence = "Its page closes and says that an operator did it. For 10 minutes, its user can reopen it."
    guard await isSure(question, consequence, "Dismiss") else { return }
    perform(.dismiss, "The window was dismissed.")
  }
}
