import OrielDocument

/// A message from the server to a page (see the protocol, *Server → client*).
package enum ServerMessage {
  case attached(Attached)
  /// The whole document, which is written only when the message is encoded.
  case state(any JSONWritable, rev: Int, applied: Int)
  /// `base` is the `rev` that the patch applies to.
  case patch(any JSONWritable, rev: Int, base: Int, applied: Int?)
  case saved(Int)
  /// The number of operators who are viewing the window.
  case observed(Int)
  case rejected(event: Int, EventRefusalCode, message: String, applied: Int)
  /// `expires` is in milliseconds from receipt.
  case trigger(id: String, kind: String, payload: JSONValue, expires: Int64)
  case shared(SharedUpdate)
  case rows(RowsUpdate)
  /// The final message.
  case closing(CloseReason)
  /// The milliseconds until the page's credentials end.
  case expires(Int64)
  case pong(Int)
}

extension ServerMessage {
  /// A page's position after attaching.
  package struct Attached: Equatable, Sendable {
    package var window: String
    package var user: String
    package var scene: String
    package var epoch: ScalarKey
    package var rev: Int
    package var applied: Int
    package var resumed: Bool
    /// Whether the page asked for an address that leads nowhere. It got a window of the default scene, or of the scene it
    /// named.
    package var notFound: Bool

    package init(
      window: String, user: String, scene: String, epoch: ScalarKey, rev: Int, applied: Int, resumed: Bool,
      notFound: Bool = false
    ) {
      self.window = window
      self.user = user
      self.scene = scene
      self.epoch = epoch
      self.rev = rev
      self.applied = applied
      self.resumed = resumed
      self.notFound = notFound
    }
  }

  /// The facts about the server that go with every `attached`.
  package struct Server: Equatable, Sendable {
    package var name: String
    package var version: String
    package var limits: Limits
    package var files: Files?
    /// Where the window is, if there are several nodes: the client brings it as `at` when it comes back.
    package var at: String?
    /// The server's time in milliseconds since 1970, by which the page says how long ago something was.
    package var time: Int64?

    package init(name: String, version: String, limits: Limits, files: Files? = nil) {
      self.name = name
      self.version = version
      self.limits = limits
      self.files = files
    }
  }

  /// The files that the server's pages are made of. A page that was loaded from others sees another tag.
  package struct Files: Equatable, Sendable {
    package var styles: String
    /// The tag of the scripts and of the page that names them.
    package var scripts: String

    package init(styles: String, scripts: String) {
      self.styles = styles
      self.scripts = scripts
    }
  }

  package struct Limits: Equatable, Sendable {
    /// How many bytes a client's message may have.
    package var message: Int
    /// How many events may be unanswered.
    package var unanswered: Int

    package init(message: Int, unanswered: Int) {
      self.message = message
      self.unanswered = unanswered
    }
  }
}
