import Oriel
import OrielHub

/// The console's frame: its menu, and beside it the selected section, the only one that is alive.
@NavigationModel
final class ConsoleModel: SplitNavigationModel {
  var sidebar: any NavigationModel
  var detail: (any NavigationModel)?
  /// Whether the console may act. It is read-only after every start.
  @Transient var isActing = false
  @Environment(HubMonitor.self) var monitor
  /// Answers for all nodes.
  @Environment(AdminAPI.self) var api
  @Environment(\.user) var user

  init() {
    sidebar = ConsoleMenu()
    detail = .stacked(OverviewModel())
  }

  /// The rights with which the section was opened.
  @Transient private var knownRights: OperatorRights?

  func start() {
    observe { self.follow(self.ownRights) }
  }

  /// Shows the first section that the operator may see; after another sign-in with other roles, without what was opened from
  /// it.
  private func follow(_ rights: OperatorRights) {
    guard rights != knownRights, let section = (sidebar as? ConsoleMenu)?.section else { return }
    let isFirst = knownRights == nil
    knownRights = rights
    if section.isOpen(to: rights) {
      if !isFirst { open(section) }
    } else if let first = ConsoleSection.allCases.first(where: { $0.isOpen(to: rights) }) {
      open(first)
    } else {
      dismissAll()
      detail = nil
    }
  }

  var ownRights: OperatorRights { monitor.hub.operators.rights(of: user) }

  /// With the node, so that its address leads to this one.
  var urlPath: String? { monitor.nodeName.map { "node/\(PercentEncoding.encode($0))" } }

  /// Goes to a section, with nothing presented.
  ///
  /// - Parameters:
  ///   - first: The section's own model, if it begins otherwise than usual.
  ///   - screen: A model to push there.
  func open(
    _ section: ConsoleSection, showing first: (any NavigationModel)? = nil, pushing screen: (any NavigationModel)? = nil
  ) {
    guard section.isOpen(to: ownRights) else { return }
    (sidebar as? ConsoleMenu)?.section = section
    dismissAll()
    detail = .stacked([first ?? section.makeModel()] + (screen.map { [$0] } ?? []))
  }

  /// Navigates to an address below `/admin`.
  func open(_ url: WindowURL) -> Bool {
    var path = url.path[...]
    // The page has come to the node that its address names, unless there is none.
    if path.first == "node" {
      guard let own = monitor.nodeName, path.dropFirst().first?.hasSameScalars(as: own) == true else { return false }
      path = path.dropFirst(2)
    }
    guard let name = path.first else {
      follow(ownRights)
      open(.overview)
      return true
    }
    guard let section = ConsoleSection(rawValue: name), section.isOpen(to: ownRights) else { return false }
    switch (section, path.dropFirst().first, path.count) {
    case (.windows, nil, _):
      open(section, showing: WindowsModel(filter: url["filter"] ?? ""))
    case (_, nil, _): open(section)
    case (.windows, let id?, 2): open(section, pushing: WindowModel(id: WindowID(id)))
    case (.tenants, let name?, 2):
      guard let tenant = Tenant(named: name) else { return false }
      open(section, pushing: TenantModel(tenant: tenant))
    default: return false
    }
    return true
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let message = message as? OpenSection { open(message.section) }
  }
}

/// The sections, and who is signed in.
@NavigationModel
final class ConsoleMenu {
  var section = ConsoleSection.overview
  @Environment(\.user) var user

  init() {}

  var body: some View {
    List {
      Section {
        ForEach(ConsoleSection.allCases.filter { $0.isOpen(to: self.rights) }, id: \.rawValue) { section in
          Button(section.title, systemImage: section.systemImage) { self.open(section) }
            .selected(section == self.section).id("open")
        }
      }
      if rights.allowActing {
        Section {
          Toggle("Act", isOn: acting).id("acting")
        } footer: {
          Text(isActing ? "Acting: your actions affect users." : "Read-only: you can look, but not change anything.")
        }
      }
      Section {
        Link("Sign out", destination: "/sign-out?next=/admin").id("sign-out")
      } footer: {
        Text("Signed in as \(user.name ?? user.id)")
      }
    }
    .commands {
      CommandMenu("Console") {
        ForEach(ConsoleSection.allCases.filter { $0.isOpen(to: self.rights) }, id: \.rawValue) { section in
          Button("Go to \(section.title)", systemImage: section.systemImage) { self.open(section) }.id("go")
        }
      }
    }
    .navigationTitle("Console")
  }

  private var acting: Binding<Bool> {
    Binding(get: { self.isActing }, set: { self.console?.isActing = $0 })
  }

  private func open(_ section: ConsoleSection) { sendMessage(OpenSection(section: section)) }
}
