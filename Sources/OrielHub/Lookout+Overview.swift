/// How a hub is doing, as the console shows it.
package struct LookoutOverview: Equatable, Sendable {
  package var users: Int
  package var windows: Int
  /// Open attachments.
  package var attached: Int
}

extension Lookout {
  /// How the hub is doing now. Who reads it is told anew once a second.
  package var overview: LookoutOverview {
    _ = pulse
    return onHub { hub in
      LookoutOverview(
        users: hub.users.count, windows: hub.windows.count - hub.consoleWindows.count,
        attached: hub.context.openAttachments)
    }
  }
}
