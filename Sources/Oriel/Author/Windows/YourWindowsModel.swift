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
/// last 10 minutes is listed with a button that reopens it, with all that was typed.
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
    let closed = others.filter { $0.presence != .attached }
    List {
      if others.isEmpty { Text("You have no other windows.").id("none") }
      if closed.count > 1 {
        Button("Open all \(closed.count) that are not open") { for each in closed { self.openWindow(each.id) } }
          .id("open-all")
      }
      ForEach(windows.closed(of: user.id)) { closed in
        HStack {
          Text("Closed: \(closed.title)").foregroundStyle(.secondary)
          Spacer()
          Button("Undo") { self.openWindow(closed.id) }.accessibilityLabel("Reopen \(closed.title)").id("undo")
        }
      }
      ForEach(others.prefix(shown), id: \.id) { entry in
        HStack {
          VStack {
            Button(entry.title) { self.openWindow(entry.id) }.buttonStyle(.plain).bold().id("open")
            HStack {
              Text(Self.state(of: entry)).foregroundStyle(.secondary)
              Text(entry.usedAt, style: .relative).foregroundStyle(.secondary)
            }
          }
          Spacer()
          Button("Close", role: .destructive) { self.dismissWindow(entry.id) }
            .accessibilityLabel("Close \(entry.title)").id("close")
        }
      }
      if others.count > shown {
        Button("Show \(min(50, others.count - shown)) more of \(others.count - shown)") { self.shown += 50 }.id("more")
      }
    }
    .navigationTitle("Your windows")
  }

  private static func state(of entry: Windows.Entry) -> String {
    if entry.presence == .attached { return "Open, last used" }
    return entry.wasTyping ? "Not open, half-typed, last used" : "Not open, last used"
  }

  /// All but this one.
  private var others: [Windows.Entry] {
    windows.all(of: user.id).filter { $0.id != window && $0.isInUse }.sorted { $0.usedAt > $1.usedAt }
  }
}
