import Oriel
import OrielHub

/// A window that can't be shown because it is asleep, parked or gone.
struct AbsentWindow: View {
  let model: WindowModel
  let window: WindowSummary?
  /// The window that was closed, if it can be brought back.
  let closed: WindowSummary?

  var body: some View {
    VStack {
      Text(state).foregroundStyle(window?.parked == nil ? .primary : .danger).id("missing")
      if let parked = window?.parked {
        ParkedFacts(parked: parked)
        Text("Nothing is lost. A new build of the program tries again automatically.")
          .font(.caption).foregroundStyle(.secondary)
      }
      if let failure = model.failure { Text(failure).foregroundStyle(.danger).id("failure") }
      if let said = model.said { Text(said).id("said") }
      if let window, let node {
        Link("Show it there", destination: ServerNode.console(of: node, at: "/windows/\(window.id.rawValue)"))
          .id("there")
      }
      if let window, node == nil {
        ActingNotice(isActing: model.isActing)
        HStack {
          if let parked = window.parked, model.rights.allow(.retry) {
            Button("Try again") {
              self.model.perform(.retry, on: parked.target, "The next visit tries again.")
            }
            .id("retry")
          }
          if model.rights.allow(.dismiss, scene: window.scene, tags: []) {
            Button("Dismiss", role: .destructive) { await self.model.dismiss(window.title, of: window.user) }
              .id("dismiss")
          }
        }
        .disabled(!model.isActing)
      }
      if window == nil, let closed, model.rights.allow(.restore, scene: closed.scene, tags: []) {
        ActingNotice(isActing: model.isActing)
        Button("Bring it back") { self.model.perform(.restore, "The window is back.") }
          .disabled(!model.isActing).id("restore")
      }
    }
  }

  /// The other node that has it. A window may be parked on one node only.
  private var node: String? { window?.parked == nil ? model.nodeName : nil }

  private var state: String {
    if window == nil, let closed {
      return Words.plain("“\(closed.title)” of \(closed.user) was closed less than 10 minutes ago.")
    }
    guard let window else {
      return model.rights.allow(OperatorRights.look)
        ? "There is no such window. It was closed, or never opened."
        : "There is no such window, or your roles don’t show it."
    }
    let name = Words.plain("“\(window.title)” of \(window.user)")
    if let node {
      return Words.plain("\(name) is asleep, or in the memory of the node “\(node)”, which has its tenant.")
    }
    guard let parked = window.parked else { return "\(name) is asleep. It wakes when its user comes back." }
    if parked.isWindow { return "\(name) is parked, so it can’t be opened." }
    return "\(name) is not opened because \(parked.name) is parked."
  }
}

/// Why something is parked.
struct ParkedFacts: View {
  let parked: Parked

  var body: some View {
    Text("\(capitalised(parked.reason))\(time).").font(.caption).foregroundStyle(.danger).id("reason")
  }

  private var time: String {
    parked.turn.foundAt > 0 ? ", at \(OperatorTime.text(parked.turn.foundAt)) UTC" : ""
  }
}

/// The list of what is parked, at the top of the overview.
struct ParkedList: View {
  let model: OverviewModel

  var body: some View {
    Section {
      ForEach(model.parked, id: \.subject) { parked in
        VStack(alignment: .leading) {
          Text(capitalised(parked.name)).id("what")
          ParkedFacts(parked: parked)
          HStack {
            if self.model.rights.allow(.retry) {
              Button("Try again") { self.model.retry(parked) }.disabled(!self.model.isActing)
                .accessibilityLabel("Try \(parked.name) again").id("retry")
            }
            if let window = parked.window {
              Button("Show") { self.model.push(WindowModel(id: window.id)) }
                .accessibilityLabel("Show \(parked.name)").id("show")
            }
          }
        }
      }
      if let failure = model.failure { Text(failure).foregroundStyle(.danger).id("failure") }
    } header: {
      Text("Parked")
    } footer: {
      Text(
        "Anything that crashed the process three times is not tried again by this build of the program. Nothing is lost."
      )
    }
  }
}

private func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

extension Parked {
  /// The target for trying it again.
  var target: WindowTarget {
    switch subject {
    case .window(let id): .window(id)
    case .user(let user), .opening(_, let user): .user(user)
    case .shared(let name): .scene(String(name.prefix { $0 != " " }))
    case .tenant(let tenant), .messages(let tenant, _), .requests(let tenant, _): .tenant(tenant)
    }
  }
}
