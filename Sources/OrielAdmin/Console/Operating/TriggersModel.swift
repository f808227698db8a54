import Oriel
import OrielDocument
import OrielHub

/// Composes a trigger, shows which windows it would reach, sends it, and counts the outcomes.
@NavigationModel
final class TriggersModel {
  var draft = TriggerDraft()
  /// The trigger that was sent last.
  var sent: String?
  @Transient var preview: Reach?
  /// Its outcomes on all nodes, if there are others.
  @Transient var counted: (outcomes: TriggerCounts, missing: [String])?
  /// The nodes that have not answered an act.
  @Transient var missing: [String] = []
  @Transient private var isCounting = false
  @Transient var failure: String?
  @Environment(HubMonitor.self) var monitor

  init() {}

  var urlPath: String? { "triggers" }

  func start() {
    observe { self.count() }
  }

  /// Asks the other nodes for the outcomes of the trigger that was sent last.
  private func count() {
    guard let sent, monitor.nodeName != nil else { return }
    _ = monitor.refreshes
    guard !isCounting else { return }
    isCounting = true
    ask(ConsoleRequest(path: "triggers/\(PercentEncoding.encode(sent))")) { [weak self] answer in
      guard let self else { return }
      isCounting = false
      // An operator who may not look everywhere sees those of this node.
      guard case .success(let trigger) = answer, self.sent == sent else { return }
      let statuses = (trigger["outcomes"]?.arrayValue ?? []).compactMap {
        $0["status"]?.stringValue.flatMap(TriggerStatus.init)
      }
      counted = (TriggerCounts(statuses), trigger.missing)
    }
  }

  var body: some View {
    Form {
      ActingNotice(isActing: isActing)
      Section("What") {
        Picker("Kind", selection: changing(\.kind)) {
          ForEach(TriggerDraft.kinds, id: \.self) { Text($0).tag($0) }
        }
        .id("kind")
        payload
      }
      Section("Target") {
        Picker("Windows", selection: changing(\.scope)) {
          ForEach(TriggerDraft.Scope.allCases, id: \.rawValue) { Text($0.title).tag($0) }
        }
        .id("scope")
        if draft.scope != .everyone { TextField(draft.scope.name, text: changing(\.name)).id("name") }
        Toggle("Only those that a page shows", isOn: changing(\.isForAttached)).id("attached")
        TextField("Reason", text: changing(\.reason), prompt: "For the audit").id("reason")
      }
      Section {
        Button("Show affected windows") { self.send(isDry: true) }.id("preview")
        if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
        MissingNodes(names: missing)
        if let preview { reached(preview) }
      }
      if let sent {
        MissingNodes(names: counted?.missing ?? [])
        TriggerOutcomes(counts: counted?.outcomes ?? monitor.outcomes(of: sent))
      }
    }
    .navigationTitle("Triggers")
  }

  @ViewBuilder private var payload: some View {
    if let kind = draft.predefined {
      ForEach(kind.members, id: \.name) { member in
        TextField(member.title, text: self.field(member.name)).id("field")
      }
      if kind.members.isEmpty { Text("No payload needed.").foregroundStyle(.secondary) }
    } else {
      TextField("Name", text: changing(\.custom)).id("custom")
      TextEditor(text: changing(\.json)).accessibilityLabel("Payload, as a JSON object").id("json")
    }
  }

  @ViewBuilder private func reached(_ preview: Reach) -> some View {
    Text(preview.summary).id("reach")
    Button("Send to \(preview.count)") { self.send(isDry: false) }.buttonStyle(.borderedProminent)
      .disabled(!isActing || preview.windows == 0).id("send")
  }

  /// A binding whose changes remove the outdated preview.
  private func changing<Value>(_ path: WritableKeyPath<TriggerDraft, Value>) -> Binding<Value> {
    Binding(
      get: { self.draft[keyPath: path] },
      set: {
        self.draft[keyPath: path] = $0
        self.forget()
      })
  }

  private func forget() { (preview, failure, missing) = (nil, nil, []) }

  private func field(_ name: String) -> Binding<String> {
    Binding(
      get: { self.draft.values[name] ?? "" },
      set: {
        self.draft.values[name] = $0
        self.forget()
      })
  }

  /// Sends the trigger, or only shows which windows it would reach.
  private func send(isDry: Bool) {
    guard isDry || isActing else { return }
    do throws(Problem) {
      ask(try draft.request(isDry: isDry)) { [weak self] answer in
        guard let self else { return }
        forget()
        switch answer {
        case .success(let done):
          missing = done.missing
          if isDry {
            preview = Reach(done)
          } else {
            (sent, counted) = (done["trigger"]?.stringValue, nil)
          }
        case .failure(let problem): failure = problem.detail
        }
      }
    } catch {
      failure = error.detail
    }
  }
}

/// The number of windows with each status.
struct TriggerCounts {
  let counts: [(status: TriggerStatus, count: Int)]

  init(_ statuses: [TriggerStatus]) {
    let counts = statuses.reduce(into: [:] as [TriggerStatus: Int]) { $0[$1, default: 0] += 1 }
    self.counts = TriggerStatus.allCases.compactMap { status in counts[status].map { (status, $0) } }
  }
}

/// The outcomes of a trigger, with counts.
struct TriggerOutcomes: View {
  let counts: TriggerCounts

  var body: some View {
    Section("Outcomes") {
      ForEach(counts.counts, id: \.status.rawValue) { outcome in
        HStack {
          Text(outcome.status.rawValue)
          Spacer()
          Text("\(outcome.count)").monospaced().id("count")
        }
      }
      if counts.counts.isEmpty { Text("No window matched.").foregroundStyle(.secondary) }
    }
  }
}

extension Reach {
  /// `3 windows`
  var count: String { windows == 1 ? "1 window" : "\(windows) windows" }

  /// Names some of the windows, and says how many there are.
  var summary: String {
    guard windows > 0 else { return "No window matches." }
    let names = first.prefix(5).map { "“\($0.title)” of \($0.user)" }
    let more = windows > names.count ? " and \(windows - names.count) more" : ""
    return Words.plain("This reaches \(count): \(names.joined(separator: ", "))\(more).")
  }
}
