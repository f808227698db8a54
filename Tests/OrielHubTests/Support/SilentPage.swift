import OrielHub

/// A page that does not look at what it is told.
final class SilentPage: WindowClient {
  /// The window's, which holds on to the page.
  weak var attachment: Attachment?
  let isChoked = false

  func deliver(_ message: ServerMessage) {}
}
