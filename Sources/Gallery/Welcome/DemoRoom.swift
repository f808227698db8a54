import Oriel

/// A room of the demo: visitors whose addresses have the same `?room=` share its apps. Those without are in one room.
enum DemoRoom {
  private static let item = "room"

  static let tenancy = Tenancy.queryItem(item) { user, _ in user }

  /// An address in a room.
  static func address(_ path: String, in room: Tenant) -> String {
    room == .app ? path : "\(path)?\(item)=\(room)"
  }

  /// The name of a room that nobody else is in.
  static func newName() -> String {
    let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
    return String((0..<8).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
