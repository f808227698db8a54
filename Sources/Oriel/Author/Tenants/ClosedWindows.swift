extension Windows {
  /// A window that was closed and can be reopened. See ``Windows/closed(of:)``.
  public struct Closed: Identifiable, Hashable, Sendable {
    /// The window's id.
    public let id: WindowID
    /// The id of its scene.
    public let scene: String
    /// The title that its page had.
    public let title: String
    /// When it was closed, in milliseconds since 1970.
    public let closedAt: Int64
  }

  /// How many closed windows of a member can be reopened: the latest.
  package static let closedLimit = 20
}

/// The windows of a tenant that were closed lately. They are observed.
final class ClosedWindows {
  /// In the order of their closing.
  private var windows: [ScalarKey: [Windows.Closed]] = [:]
  private let cell = RowCell()

  /// The last one first.
  func all(of user: ScalarKey) -> [Windows.Closed] {
    cell.access()
    return windows[user]?.reversed() ?? []
  }

  /// - Returns: The window that made room for it, if one had to.
  func add(_ closed: Windows.Closed, of user: ScalarKey) -> WindowID? {
    cell.change()
    windows[user, default: []].append(closed)
    guard windows[user, default: []].count > Windows.closedLimit else { return nil }
    return windows[user]?.removeFirst().id
  }

  func forget(of user: ScalarKey, where isForgotten: (Windows.Closed) -> Bool) {
    guard windows[user]?.contains(where: isForgotten) == true else { return }
    cell.change()
    windows[user]?.removeAll(where: isForgotten)
    if windows[user]?.isEmpty == true { windows[user] = nil }
  }
}
