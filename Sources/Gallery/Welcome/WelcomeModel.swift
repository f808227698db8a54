import Oriel

/// The first page: two windows of this server, live, beside the code that makes them.
@NavigationModel
final class WelcomeModel {
  @Environment(Tally.self) var tally
  @Environment(Windows.self) var windows
  @Environment(\.user) var user
  @Transient var invitation: Invitation.Address?
  /// The name of a room for this visitor alone, until others have its address.
  var newRoom = DemoRoom.newName()

  var body: some View {
    VStack {
      VStack(alignment: .leading) {
        Text("Windows that live on the server").font(.title)
        Text(Self.idea).id("idea")
      }
      .id("hero")
      if !waiting.isEmpty { welcomeBack.id("back") }
      Component("twins", properties: Twins(count: tally.count, note: tally.note, window: address("/live")))
        .on("open") { self.openWindow("live", placement: WindowPlacement(width: 420, height: 360)) }
        .id("twins")
      Component("code", properties: SourceFile.named("Welcome/LiveWindow.swift")).id("code")
      Component("doors", properties: AppDoor.open.map { $0.leading(to: user.tenant) }).id("doors")
      phone.id("phone")
      VStack(alignment: .leading) {
        Text("You are being watched").font(.title2)
        Text(Self.watched)
      }
      .id("watched")
    }
    .id("welcome")
    .navigationTitle("Oriel")
  }

  /// The visitor's windows that no page shows, the one used last first.
  private var waiting: [Windows.Entry] {
    windows.all(of: user.id).filter { $0.isInUse && $0.presence != .attached }.sorted { $0.usedAt > $1.usedAt }
  }

  @ViewBuilder private var welcomeBack: some View {
    let waiting = self.waiting
    let typed = waiting.count { $0.wasTyping }
    VStack(alignment: .leading) {
      Text("Welcome back: \(waiting.count) \(waiting.count == 1 ? "window waits" : "windows wait") for you")
        .font(.title2)
      if typed > 0 {
        Text(typed == 1 ? "In one of them, something is half typed." : "In \(typed) of them, something is half typed.")
      }
      HStack {
        ForEach(waiting.prefix(4)) { entry in
          Button(entry.wasTyping ? "✎ \(entry.title)" : entry.title) { self.openWindow(entry.id) }
            .buttonStyle(.bordered).id("open")
        }
        Link("Your windows", destination: address("/windows")).id("windows")
      }
    }
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
    server shows a link to the console: it signs you in once, on this machine.
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
    "code.js", "doors.js", "invitation.js", "twins.js", "welcome.css",
  ].compactMap(page)
  /// The doors' pictures.
  static let pictures: [PageFile] = (AppDoor.open.map(\.id)).compactMap { page("\($0).svg") }

  /// A file of the folder `Page`.
  static func page(_ name: String) -> PageFile? {
    SourceFile.named("Page/\(name)").map { PageFile(name, $0.text) }
  }
}
