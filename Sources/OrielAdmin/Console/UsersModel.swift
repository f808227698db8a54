import Oriel
import OrielHub

/// The users with windows in memory.
@NavigationModel
final class UsersModel {
  var text = ""
  var page = 0
  @Transient var found: Found<UserRow>?
  @Transient let finder = Finder<UserRow>()
  @Environment(HubMonitor.self) var monitor

  var urlPath: String? { "users" }

  init() {}

  func start() {
    observe { self.look() }
  }

  private func look() {
    let (text, page) = (text, page)
    _ = monitor.refreshes
    finder.find {
      monitor.findUsers(text, offset: page * Pager.size, limit: Pager.size) { [weak self] in self?.show(Found($0)) }
    }
  }

  /// Shows the last page if there are fewer pages than before.
  private func show(_ found: Found<UserRow>) {
    self.found = found
    guard page >= found.pages else { return }
    page = found.pages - 1
    look()
  }

  var body: some View {
    VStack {
      Form {
        TextField("Search", text: search, prompt: "Part of a user ID").id("search")
      }
      if let found {
        let pager = Pager(page: page, count: found.count, what: found.count == 1 ? "user" : "users")
        Text(pager.summary).foregroundStyle(.secondary).id("count")
        List {
          ForEach(found.rows, id: \.id) { row in
            NavigationLink(to: UserWindows(user: row.id)) {
              VStack(alignment: .leading, spacing: 2) {
                Text(Words.plain(row.id))
                Text(self.summary(of: row)).font(.caption).foregroundStyle(.secondary)
              }
            }
            .id("user")
          }
        }
        PageTurner(page: bind(\.page), pages: pager.pages)
      } else {
        ProgressView("Searching")
      }
    }
    .navigationTitle("Users")
  }

  private var search: Binding<String> {
    Binding(
      get: { self.text },
      set: {
        self.text = $0
        self.page = 0
      })
  }

  private func summary(of row: UserRow) -> String {
    let windows = "\(row.windows) \(row.windows == 1 ? "window" : "windows"), \(row.attached) attached"
    let facts = [windows, Words.age(monitor.now - row.lastUsedAt)] + row.roles
    return (facts + (monitor.isBanned(row.id) ? ["banned"] : [])).joined(separator: " · ")
  }
}
