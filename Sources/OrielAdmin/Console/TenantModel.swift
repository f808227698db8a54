import Oriel
import OrielHub

/// One tenant: its state and size, the ways to its windows and members, and the acts on it.
@NavigationModel
final class TenantModel {
  /// Its current name.
  var tenant: Tenant
  /// The typed name.
  var newName = ""
  @Transient var row: TenantRow?
  /// The name of the node that has it in memory, if it is another one.
  @Transient var nodeName: String?
  @Transient var isSought = true
  /// Whether an act has begun and not ended.
  @Transient var isUnderway = false
  /// The reason why the last act failed.
  @Transient var failure: String?
  /// A sentence about the last act.
  @Transient var said: String?
  @Environment(HubMonitor.self) var monitor
  @Environment(\.user) var user

  init(tenant: Tenant) {
    self.tenant = tenant
  }

  var urlPath: String? { PercentEncoding.encode(tenant.name) }

  func start() {
    observe { self.look() }
  }

  private func look() {
    _ = monitor.refreshes
    let tenant = tenant
    monitor.answer({ hub in await Result { try await hub.showTenant(tenant) } }) { [weak self] result in
      guard let self, self.tenant == tenant else { return }
      self.isSought = false
      switch result {
      case .success(let row): self.row = row
      case .failure: self.failure = Problem.unreadable("The tenant").detail
      }
    }
    monitor.answer({ hub in await hub.otherNodeName(of: tenant) }) { [weak self] in
      guard let self, self.tenant == tenant else { return }
      self.nodeName = $0
    }
  }

  var body: some View {
    VStack {
      if let row, let nodeName, row.state == .asleep {
        FactGrid(facts: facts(of: row))
        Text(Words.plain("The node “\(nodeName)” has it in memory.")).id("elsewhere")
        if let said { Text(said).id("said") }
        Link("Show it there", destination: ServerNode.console(of: nodeName, at: "/tenants/\(urlPath ?? "")"))
          .id("there")
      } else if let row {
        FactGrid(facts: facts(of: row))
        if row.state != .deleted { Contents(tenant: tenant, rights: rights) }
        if !row.failing.isEmpty { FailingMessages(model: self, failing: row.failing) }
        if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
        TenantCommands(model: self, row: row)
      } else if isSought {
        ProgressView("Searching")
      } else {
        Text(failure ?? "There is no tenant of this name.").id("missing")
      }
    }
    .navigationTitle(Words.plain(tenant.name))
  }

  private func facts(of row: TenantRow) -> [Fact] {
    let isElsewhere = row.state == .asleep && nodeName != nil
    return [
      Fact("State", isElsewhere ? "On another node" : row.state.title(isAwake: row.isAwake)),
      Fact("Members in memory", "\(row.members)"),
      Fact("Windows", "\(row.windows)", note: "\(row.attached) attached"), Fact("Objects", "\(row.objects)"),
      Fact("Rows", "\(row.rows)", note: row.bytes > 0 ? "\(Words.bytes(row.bytes)) in memory" : nil),
      Fact("Timers", "\(row.timers)", note: row.timers > 0 ? "waiting" : nil),
    ]
  }

  /// Links to the lists that have only what belongs to this tenant.
  struct Contents: View {
    let tenant: Tenant
    let rights: OperatorRights

    var body: some View {
      List {
        NavigationLink(to: TenantWindows(tenant: tenant)) { Text("Windows") }.id("windows")
        NavigationLink(to: TenantMembers(tenant: tenant)) { Text("Members") }.id("members")
        if rights.allow(OperatorRights.audit) {
          NavigationLink(to: TenantAudit(tenant: tenant)) { Text("Audit") }.id("audit")
        }
      }
    }
  }

  // MARK: Acting

  var otherNodes: [ServerNode] { Array(monitor.nodes.dropFirst()) }

  /// Does something to the tenant, if the console may act and nothing else is being done to it.
  ///
  /// - Parameter success: The sentence that says it is done.
  func perform(_ act: TenantAct, _ success: String) {
    guard isActing, !isUnderway else { return }
    (isUnderway, said, failure) = (true, nil, nil)
    monitor.perform(OperatorCommand(.tenant(act), to: .tenant(tenant)), as: user) { [weak self] result in
      guard let self else { return }
      self.isUnderway = false
      switch result {
      case .success:
        if case .rename(let name) = act { (self.tenant, self.newName) = (name, "") }
        self.said = success
      case .failure(let problem): self.failure = problem.detail
      }
      self.look()
    }
  }
}

/// The messages that are tried again and again.
struct FailingMessages: View {
  let model: TenantModel
  let failing: [FailingMessage]

  var body: some View {
    Section("Messages that fail") {
      ForEach(failing, id: \.name) { message in
        HStack {
          VStack {
            Text(Words.plain(message.name))
            Text("\(Words.count(message.attempts, "attempt")): \(Words.plain(message.error))").font(.caption)
              .foregroundStyle(.secondary)
          }
          Spacer()
          if self.model.rights.allow(.skip) {
            Button("Skip", role: .destructive) { await self.skip(message.name) }
              .accessibilityLabel("Skip \(Words.plain(message.name))")
              .disabled(!self.model.isActing || self.model.isUnderway)
          }
        }
      }
    }
    .id("failing")
  }

  private func skip(_ name: String) async {
    let plain = Words.plain(name)
    guard
      await model.isSure(
        "Skip \(plain)?",
        "It is lost, unless it is being tried just now and succeeds. The app is not told, and the messages that wait for it are "
          + "handled.", "Skip")
    else { return }
    model.perform(.skip(name), "\(plain) was skipped.")
  }
}

/// The acts on a tenant, with their questions and results.
struct TenantCommands: View {
  let model: TenantModel
  let row: TenantRow

  var body: some View {
    let acts = model.isActing && !model.isUnderway
    VStack {
      ActingNotice(isActing: model.isActing)
      if model.isUnderway { ProgressView("Waiting until everything is saved") }
      if let said = model.said { Text(said).id("said") }
      HStack {
        if row.state == .open, rights.allow(.sleep) {
          Button("Put to sleep") { self.model.perform(.sleep, "\(self.name) is asleep until its next visitor.") }.id(
            "sleep")
        }
        if row.state == .closed || row.state == .deleted {
          if rights.allow(.reopen) {
            Button(row.state == .closed ? "Reopen" : "Free the name") {
              self.model.perform(.reopen, "\(self.name) is open again.")
            }
            .id("reopen")
          }
        } else if rights.allow(.close) {
          Button("Close", role: .destructive) { await self.close() }.id("close")
        }
        ForEach(row.state == .deleted || !rights.allow(.moveTenant) ? [] : model.otherNodes, id: \.life.description) {
          node in
          Button("Move to \(Words.plain(node.name))") {
            self.model.perform(.move(toNode: node.name), "\(self.name) is on the node \(Words.plain(node.name)).")
          }
          .id("move-\(node.life)")
        }
        if row.state != .deleted, rights.allow(.delete) {
          Button("Delete", role: .destructive) { await self.delete() }.id("delete")
        }
      }
      .disabled(!acts)
      if row.state != .deleted, rights.allow(.rename) {
        Form {
          TextField("New name", text: model.bind(\.newName), prompt: "A name that is not in use").id("new-name")
          Button("Rename") { await self.rename() }.disabled(model.newName.isEmpty).id("rename")
        }
        .disabled(!acts)
      }
      if row.state != .deleted, rights.allow(OperatorRights.export) {
        Text("To export all that is stored: oriel tenant export \(argument) > export.jsonl").font(.caption)
          .foregroundStyle(.secondary).id("export")
      }
    }
  }

  private var rights: OperatorRights { model.rights }

  private var name: String { Words.plain(row.tenant.name) }

  /// The name as a shell takes it. That of a user's own tenant begins with `~`, and may have any characters.
  private var argument: String {
    Tenant(row.tenant.name) == nil ? "'\(name.replacing("'", with: "'\\''"))'" : name
  }

  private func close() async {
    let pages = row.attached == 0 ? "No page gets in" : "Its pages close, and no page gets in"
    guard
      await model.isSure(
        "Close \(name)?", "\(pages) until you reopen it. Everything is kept.", "Close the tenant")
    else { return }
    model.perform(.close, "\(name) is closed.")
  }

  private func delete() async {
    let contents = [
      Words.count(row.windows, "window"), Words.count(row.objects, "object"), Words.count(row.rows, "row"),
      Words.count(row.timers, "timer"),
    ]
    let message =
      "\(contents.dropLast().joined(separator: ", ")) and \(contents[3]) are lost for good. Export it first."
    guard await model.isSure("Delete \(name)?", message, "Delete") else { return }
    model.perform(.delete, "\(name) was deleted.")
  }

  private func rename() async {
    guard let name = Tenant(named: model.newName) else {
      return model.failure = Problem.wrongTenant(member: "New name").detail
    }
    let message = "Its pages reconnect. From then on, the app must lead its users to the new name."
    guard await model.isSure("Rename \(self.name) to \(Words.plain(name.name))?", message, "Rename") else { return }
    model.perform(.rename(name), "\(self.name) is now \(Words.plain(name.name)).")
  }
}

/// The windows of one tenant.
struct TenantWindows: NavigationDestination {
  let tenant: Tenant

  func makeModel() -> any NavigationModel { WindowsModel(tenant: tenant) }
}

/// The members of one tenant.
struct TenantMembers: NavigationDestination {
  let tenant: Tenant

  func makeModel() -> any NavigationModel { UsersModel(tenant: tenant) }
}

/// The acts on one tenant and in it.
struct TenantAudit: NavigationDestination {
  let tenant: Tenant

  func makeModel() -> any NavigationModel { AuditModel(tenant: tenant) }
}
