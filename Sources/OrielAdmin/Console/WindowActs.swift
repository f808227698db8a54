import Oriel
import OrielDocument
import OrielHub

/// What an operator can do to the window that is looked at. It is part of the window's screen: what it asks is asked
/// there, and what came of it is said there.
struct WindowActs: View {
  let model: WindowModel
  let window: WindowInspection

  var body: some View {
    let acts = model.isActing
    let row = window.row
    VStack {
      ActingNotice(isActing: acts)
      if let said = model.said { Text(said).id("said") }
      HStack {
        Button("Bring to the front") { self.perform(.focus, "The page is asked to come to the front.") }.id("focus")
        if window.isLocked {
          Button("Unlock") { self.perform(.unlock, "The window is unlocked.") }.id("unlock")
        } else {
          Button("Lock") { self.perform(.lock, "The window is locked.") }.id("lock")
        }
        Button("Dismiss", role: .destructive) { await self.model.dismiss(row.title, of: row.user) }.id("dismiss")
        Button("Sign its user out", role: .destructive) { await self.signOut() }.id("sign-out")
        if model.lookout.isBanned(row.user) {
          Button("Let its user in again") { self.unban() }.id("unban")
        } else {
          Button("Ban its user", role: .destructive) { await self.ban() }.id("ban")
        }
      }
      .disabled(!acts)
      Form {
        if window.isLocked { Toggle("Although it is locked", isOn: model.bind(\.isForced)).id("force") }
        TextField("Address", text: model.bind(\.address), prompt: "/path, below the window’s own")
          .onSubmit { self.land() }.id("address")
        Button("Lead the window there") { self.land() }.id("land")
        Picker("Action", selection: model.bind(\.action)) {
          ForEach(SentAction.names, id: \.self) { Text($0).tag($0) }
        }
        .id("action")
        Button("Send the action") {
          self.perform(.send([.action(self.model.action)], isForced: self.isForced), "“\(self.model.action)” was sent.")
        }
        .id("send")
        TextField("Destination", text: model.bind(\.destination), prompt: "A name that the scene lists")
          .id("destination")
        TextField("Properties", text: model.bind(\.properties), prompt: "{\"id\": 7}").id("properties")
        Button("Send the destination") { self.sendDestination() }.disabled(model.destination.isEmpty)
          .id("send-destination")
        Picker("Scene", selection: model.bind(\.scene)) {
          Text("Choose one").tag("")
          ForEach(model.lookout.sceneIDs, id: \.self) { Text($0).tag($0) }
        }
        .id("scene")
        Button("Open a window for its user") { self.open() }.disabled(model.scene.isEmpty).id("open")
      }
      .disabled(!acts)
    }
  }

  private var isForced: Bool { window.isLocked && model.isForced }

  private func land() {
    guard let url = WindowURL(model.address) else {
      return model.refuse("An address begins with “/”.")
    }
    perform(.land(.address(url), isForced: isForced), "The window was led to \(url).")
  }

  private func sendDestination() {
    do throws(JSONError) {
      let properties = try JSONObject(typed: model.properties)
      let name = model.destination
      perform(.send([.destination(name, .object(properties))], isForced: isForced), "“\(name)” was sent.")
    } catch {
      model.refuse("Properties are a JSON object, like {\"id\": 7}: \(error.words).")
    }
  }

  private func open() {
    perform(
      .open(scene: model.scene, value: nil, url: nil), on: .user(window.row.user),
      "A window of “\(model.scene)” is open, and the user's page is asked to show it.")
  }

  // MARK: What can't be taken back

  private func signOut() async {
    let user = window.row.user
    guard await model.isSure("Sign \(user) out?", "Everywhere: \(theirWindows) close.", "Sign out") else { return }
    perform(.signOut, on: .user(user), "\(user) is signed out.")
  }

  private func ban() async {
    let user = window.row.user
    guard await model.isSure("Ban \(user)?", "\(theirWindows) close, and no new ones open.", "Ban") else { return }
    perform(.ban, on: .user(user), "\(user) is banned.")
  }

  private func unban() {
    let user = window.row.user
    perform(.unban, on: .user(user), "\(user) may come again.")
  }

  private var theirWindows: String {
    let count = model.lookout.windowCount(of: window.row.user)
    return count == 1 ? "their window" : "their \(count) windows"
  }

  private func perform(_ deed: Act.Deed, on target: WindowTarget? = nil, _ success: String) {
    model.perform(deed, on: target, success)
  }
}

extension WindowModel {
  /// Does something to the window, or to another target, if the console acts.
  func perform(_ deed: Act.Deed, on target: WindowTarget? = nil, _ success: String) {
    guard isActing else { return }
    lookout.perform(Act(deed, to: target ?? .window(id)), as: user) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: (self.said, self.failure) = (success, nil)
      case .failure(.windowLocked): self.refuse("The window is locked: unlock it, or do it although it is locked.")
      case .failure(let problem): self.refuse(problem.detail)
      }
    }
  }

  /// Says why something is not done.
  func refuse(_ reason: String) { (said, failure) = (nil, reason) }

  func dismiss(_ title: String, of owner: String) async {
    let question = Words.plain("Dismiss “\(title)” of \(owner)?")
    guard await isSure(question, "Its page closes, and what is in it is gone for good.", "Dismiss") else { return }
    perform(.dismiss, "The window was dismissed.")
  }

  func isSure(_ title: String, _ message: String, _ button: String) async -> Bool {
    await ask(
      AlertState<Bool>(title, message: message) {
        ButtonState(button, role: .destructive, action: true)
        ButtonState("Cancel", role: .cancel, action: false)
      })
  }
}
