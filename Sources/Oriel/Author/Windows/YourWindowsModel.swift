/// A screen on which users find their windows again: all that they have in the tenant, the one used last first, with buttons
/// that show or close them.
///
/// Give it a scene of its own, or a place in one of the app's windows:
///
/// ```swift
/// WindowGroup("Your windows", id: "windows") { YourWindowsModel() }
///   .opensBeyondWindowLimit()
/// ```
///
/// Windows in which nothing was done are left out once their page is closed. Fifty windows are listed, and fifty more with
/// each press of a button. One whose page was closed is listed for as long as the server keeps it, and comes back as it was.
/// A browser may hold pages back that are opened together; the page then offers them. A window that was closed within the
/// last 10 minutes is listed with a button that reopens it, with all that was typed. Windows with the same title are
/// numbered. As the root of its windows, the screen leaves all of their scene out.
///
/// Its texts are English. For others, or for another look, write a model of your own with ``Windows/all(scene:of:)`` and
/// ``NavigationModel-protocol/openWindow(_:)``. It can't be shown by a scene that belongs to no tenant
/// (``Tenancy/everywhere``).
@NavigationModel
public final class YourWindowsModel {
  @Environment(Windows.self) var windows
  @Environment(\.user) var user
  @Environment(\.window) var window
  /// How many are listed.
  @Transient var shown = 50

  /// Creates the screen, which shows the windows of the user who opens it.
  public init() {}

  public var body: some View {
    let others = self.others
    let names = Self.numbered(others.map { ($0.id, $0.title) })
    let closed = others.filter { $0.presence != .here }.sorted { $0.usedAt > $1.usedAt }
    List {
      if others.isEmpty { Text("You have no other windows.").id("none") }
      if closed.count > 1 {
        Button("Open all \(closed.count) that are not open") { for each in closed { self.openWindow(each.id) } }
          .id("open-all")
      }
      reopening
      ForEach(others.sorted { $0.usedAt > $1.usedAt }.prefix(shown), id: \.id) { entry in
        let name = names[entry.id] ?? entry.title
        HStack {
          VStack {
            Button(name) { self.openWindow(entry.id) }.buttonStyle(.plain).bold().id("open")
            HStack {
              Text(Self.state(of: entry)).foregroundStyle(.secondary)
              Text(entry.usedAt, style: .relative).foregroundStyle(.secondary)
            }
          }
          Spacer()
          Button("Close", role: .destructive) { self.dismissWindow(entry.id) }
            .accessibilityLabel("Close \(name)").id("close")
        }
      }
      if others.count > shown {
        Button("Show \(min(50, others.count - shown)) more of \(others.count - shown)") { self.shown += 50 }.id("more")
      }
    }
    .navigationTitle("Your windows")
  }

  @ViewBuilder private var reopening: some View {
    let closed = windows.closed(of: user.id)
    let names = Self.numbered(closed.reversed().map { ($0.id, $0.title) })
    ForEach(closed) { closed in
      let name = names[closed.id] ?? closed.title
      HStack {
        Text("Closed: \(name)").foregroundStyle(.secondary)
        Spacer()
        // It begins with the word that is seen, for those who speak it (WCAG 2.5.3).
        Button("Undo") { self.openWindow(closed.id) }.accessibilityLabel("Undo: reopen \(name)").id("undo")
      }
    }
  }

  /// The names of those windows whose title is not the only one of its kind.
  private static func numbered(_ windows: [(id: WindowID, title: String)]) -> [WindowID: String] {
    Dictionary(grouping: windows, by: \.title).values.filter { $0.count > 1 }.reduce(into: [:]) { names, alike in
      for (number, window) in alike.enumerated() { names[window.id] = "\(window.title) (\(number + 1))" }
    }
  }

  private static func state(of entry: Windows.Entry) -> String {
    if entry.presence == .here { return "Open, last used" }
    return entry.wasTyping ? "Not open, half-typed, last used" : "Not open, last used"
  }

  /// All but this one. Their order doesn't change with their use, and so their numbers don't either.
  private var others: [Windows.Entry] {
    let all = windows.all(of: user.id)
    let own = parent == nil ? all.first { $0.id == window }?.scene : nil
    return all.filter { $0.id != window && $0.isInUse && $0.scene != own }
  }
}
