import Oriel

/// The first page: two windows of this server, live, beside the code that makes them.
@NavigationModel
final class WelcomeModel {
  @Environment(Tally.self) var tally
  @Environment(Windows.self) var windows
  @Environment(\.user) var user
  @Environment(\.window) var window
  @Transient var invitation: Invitation.Address?
  /// The name of a room for this visitor alone, until others have its address.
  var newRoom = DemoRoom.newName()
  /// The windows that no page showed when this one was opened, the one used last first. It stays as it was then: a
  /// visitor who loses the connection, or whose server restarts, has not been away.
  var left: [WindowID]?

  func start() {
    guard left == nil else { return }
    left = places.filter { $0.presence != .here }.sorted { $0.usedAt > $1.usedAt }.map(\.id)
  }

  var body: some View {
    VStack {
      VStack(alignment: .leading) {
        Text("Windows that live on the server").font(.title)
        Text(Self.idea).id("idea")
      }
      .id("hero")
      if let left, !left.isEmpty { welcomeBack(to: left).id("back") }
      Component("twins", properties: Twins(count: tally.count, note: tally.note, window: address("/live")))
        .on("open") { self.openWindow("live", placement: WindowPlacement(width: 420, height: 360)) }
        .id("twins")
      Component("code", properties: SourceFile.named("Welcome/LiveWindow.swift")).id("code")
      Component("doors", properties: AppDoor.open.map { $0.leading(to: user.tenant) }).id("doors")
      phone.id("phone")
      VStack(alignment: .leading) {
        Text("You are being watched").font(.title2)
        Text(Self.watched)
        Button("Watch this window") { self.execute(.openURL("/admin/windows/\(self.window.rawValue)")) }
          .buttonStyle(.bordered).id("watch")
      }
      .id("watched")
    }
    .id("welcome")
    .navigationTitle("Oriel")
  }

  /// The visitor's windows to which one comes back, in the order in which they were opened.
  private var places: [Windows.Entry] {
    windows.all(of: user.id).filter { $0.isInUse && !Self.passing.contains($0.scene) }
  }

  /// Scenes whose windows hold nothing of their own.
  private static let passing: Set = ["welcome", "live", "windows"]

  /// It has the same height whatever is opened from it, so that nothing below moves under the visitor's hand.
  @ViewBuilder private func welcomeBack(to left: [WindowID]) -> some View {
    let places = self.places
    let kept = left.compactMap { id in places.first { $0.id == id } }
    let waiting = kept.filter { $0.presence != .here }
    VStack(alignment: .leading) {
      Text(Self.greeting(waiting.count)).font(.title2)
      Text(Self.state(of: waiting))
      HStack {
        ForEach(kept.prefix(4)) { entry in
          let name = Self.name(of: entry, among: places)
          Button(entry.wasTyping ? "✎ \(name)" : name) { self.openWindow(entry.id) }
            .buttonStyle(.bordered).id("open")
        }
        Link("Your windows", destination: address("/windows")).id("windows")
      }
    }
  }

  private static func greeting(_ count: Int) -> String {
    switch count {
    case 0: "Welcome back: nothing waits for you"
    case 1: "Welcome back: 1 window waits for you"
    default: "Welcome back: \(count) windows wait for you"
    }
  }

  private static func state(of waiting: [Windows.Entry]) -> String {
    switch waiting.count(where: \.wasTyping) {
    case 0: waiting.isEmpty ? "You have opened or closed them." : "You find it all as you left it."
    case 1: "In one of them, something is half typed."
    case let typed: "In \(typed) of them, something is half typed."
    }
  }

  /// The title, with a number if several windows have it, as on the page *Your windows*.
  private static func name(of entry: Windows.Entry, among all: [Windows.Entry]) -> String {
    let alike = all.filter { $0.title == entry.title }
    guard alike.count > 1, let index = alike.firstIndex(of: entry) else { return entry.title }
    return "\(entry.title) (\(index + 1))"
  }

  private func address(_ path: String) -> String { DemoRoom.address(path, in: user.tenant) }

  private var phone: some View {
    VStack(alignment: .leading) {
      Text("Your phone is the second desk").font(.title2)
      Text(
        user.tenant == .app
          ? "All visitors of this page share its count, and the apps behind the doors."
          : "This is the room \(user.tenant). Who has its address shares its count, and the apps behind the doors.")
      Invitation(address: invitation) { origin in
        if let address = Invitation.Address(origin: origin, room: self.user.tenant) { self.invitation = address }
      }
      .id("invitation")
      if user.tenant == .app {
        Link("Go to a room of your own", destination: "/?room=\(newRoom)").id("room")
      } else {
        Link("Go back to the room of all visitors", destination: "/?room=").id("room")
      }
    }
  }

  private static let idea = """
    Write an app’s windows once, in Swift. They run and are kept on the server; every browser tab is a thin view of one. \
    Count in the left window and watch the right one.
    """

  private static let watched = """
    An operator can see this window as you see it, live, down to the half-typed word. The terminal that started this \
    server shows a link to the console: it signs you in once, on this machine. Otherwise the console asks for its token.
    """

  /// The properties that the page's script receives.
  private struct Twins: Encodable {
    var count: Int
    var note: String
    /// The address of both.
    var window: String
  }
}

extension WelcomeModel {
  static let scene = WindowGroup("Oriel", id: "welcome") { WelcomeModel() }
}

extension PageFile {
  /// The scripts and styles of the first page.
  static let welcome: [PageFile] = [
    "code.js", "code.css", "doors.js", "invitation.js", "twins.js", "welcome.css",
  ].compactMap(page)
  /// The doors' pictures.
  static let pictures: [PageFile] = (AppDoor.open.map(\.id)).compactMap { page("\($0).svg") }

  /// A file of the folder `Page`.
  static func page(_ name: String) -> PageFile? {
    SourceFile.named("Page/\(name)").map { PageFile(name, $0.text) }
  }
}
