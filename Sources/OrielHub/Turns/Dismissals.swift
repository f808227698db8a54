/// The windows to dismiss at the end of the transaction.
struct Dismissals {
  private var windows: [Window] = []

  var isEmpty: Bool { windows.isEmpty }

  mutating func add(_ window: Window) {
    if !windows.contains(where: { $0 === window }) { windows.append(window) }
  }

  mutating func next() -> Window? { windows.isEmpty ? nil : windows.removeFirst() }
}
