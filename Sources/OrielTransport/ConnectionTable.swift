/// The WebSockets of a loop, indexed by descriptor. The kernel assigns the smallest free number, so the array stays
/// dense.
final class ConnectionTable {
  private var slots: [WebSocketConnection?] = []
  private(set) var count = 0

  subscript(descriptor: Int32) -> WebSocketConnection? {
    let index = Int(descriptor)
    return index >= 0 && index < slots.count ? slots[index] : nil
  }

  func add(_ connection: WebSocketConnection) {
    let index = Int(connection.descriptor)
    while slots.count <= index { slots.append(nil) }
    slots[index] = connection
    count += 1
  }

  /// - Returns: Whether it was there.
  func remove(_ connection: WebSocketConnection) -> Bool {
    guard self[connection.descriptor] === connection else { return false }
    slots[Int(connection.descriptor)] = nil
    count -= 1
    return true
  }

  /// Calls `body` with each connection. `body` may remove any connection.
  func forEach(_ body: (WebSocketConnection) -> Void) {
    for index in slots.indices {
      if let connection = slots[index] { body(connection) }
    }
  }
}
