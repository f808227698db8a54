import Oriel
import OrielDocument
import OrielHub

/// The settings of the running server, and the button that stops it.
@NavigationModel
final class SettingsModel {
  /// Typed values that are not set yet, by the settings' names.
  @Transient var texts: [String: String] = [:]
  @Transient var failure: String?
  /// A sentence about the last act.
  @Transient var said: String?
  @Environment(HubMonitor.self) var monitor
  @Environment(\.user) var user

  init() {}

  var urlPath: String? { "settings" }

  var body: some View {
    Form {
      ActingNotice(isActing: isActing)
      if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
      if let said { Text(said).id("said") }
      Section {
        Picker(Setting.logLevel.title, selection: logLevel) {
          ForEach(Setting.logLevels, id: \.self) { Text($0).tag($0) }
        }
        .disabled(!maySet).id("log-level")
      } footer: {
        Text("Changes last until the server restarts; then its flags apply again.")
      }
      ForEach(Setting.allCases.filter { $0.range != nil }, id: \.rawValue) { setting in
        Section {
          HStack {
            TextField(setting.title, text: self.text(of: setting)).id("value")
            Button("Set") { self.set(setting) }.accessibilityLabel("Set \(setting.rawValue)")
              .disabled(!self.maySet || self.texts[setting.rawValue] == nil).id("set")
          }
        } footer: {
          Text(setting.about)
        }
      }
      if rights.allow(.drain) {
        Section("The server") {
          Button("Drain and stop", role: .destructive) { await self.drain() }.disabled(!isActing).id("drain")
        }
      }
    }
    .navigationTitle("Settings")
  }

  private var maySet: Bool { isActing && rights.allow(.set) }

  private func text(of setting: Setting) -> Binding<String> {
    Binding(
      get: { self.texts[setting.rawValue] ?? "\(self.monitor.value(of: setting))" },
      set: { self.texts[setting.rawValue] = $0 })
  }

  private var logLevel: Binding<String> {
    Binding(
      get: { self.monitor.value(of: .logLevel).stringValue ?? "" },
      set: { self.perform(.set(.logLevel, .string($0)), "The log level is now \($0).") })
  }

  private func set(_ setting: Setting) {
    guard let text = texts[setting.rawValue] else { return }
    let value = Int(text).map(JSONValue.integer) ?? .string(text)
    perform(.set(setting, value), "\(setting.rawValue) is now \(text).")
  }

  private func drain() async {
    let attached = monitor.overview.attached
    let question = AlertState<Bool>(
      "Drain and stop the server?",
      message:
        "\(attached == 1 ? "1 page is" : "\(attached) pages are") told to reconnect later. Users’ work is saved."
    ) {
      ButtonState("Drain and stop", role: .destructive, action: true)
      ButtonState("Cancel", role: .cancel, action: false)
    }
    if await ask(question) { perform(.drain, "The server is draining.") }
  }

  private func perform(_ kind: OperatorCommand.Kind, _ success: String) {
    guard isActing else { return }
    monitor.perform(OperatorCommand(kind), as: user) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: (self.said, self.failure, self.texts) = (success, nil, [:])
      case .failure(let problem): (self.said, self.failure) = (nil, problem.detail)
      }
    }
  }
}
