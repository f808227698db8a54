import Oriel

/// A door on the first page: a small app, and one thing that it does because its windows live on a server.
struct AppDoor: Encodable, Identifiable {
  /// The scene's id. Its picture is `Page/ID.svg`.
  let id: String
  let title: String
  let summary: String
  var address: String

  init(_ id: String, _ title: String, _ summary: String, at address: String? = nil) {
    self.id = id
    self.title = title
    self.summary = summary
    self.address = address ?? "/\(id)"
  }

  func leading(to room: Tenant) -> AppDoor {
    var door = self
    door.address = DemoRoom.address(address, in: room)
    return door
  }

  static let all = [
    AppDoor("dispatch", "Dispatch", "A supervisor puts an incident on your screen, and you carry on from there."),
    AppDoor("trading", "Trading", "Prices move in every window. A half-typed order survives a restart."),
    AppDoor("calls", "Call centre", "Take over a conversation as it stands, down to the half-typed answer."),
    AppDoor("wall", "Wall", "Big screens without a keyboard. One click reaches them all."),
    AppDoor(
      "home", "Catalogue", "Every stack, sheet, alert, form and transition, with its code.", at: "/home/catalogue"),
  ]

  /// The doors whose scene the app has.
  static let open: [AppDoor] = {
    let scenes = GalleryApp().body._declarations.map(\.id)
    return all.filter { scenes.contains($0.id) }
  }()
}
