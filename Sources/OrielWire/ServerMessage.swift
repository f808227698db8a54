import OrielDocument

/// A message from the server (see the protocol, *Server → client*).
package enum ServerMessage: Equatable, Sendable {
  case attached(Attached)
  case state(JSONValue, rev: Int, applied: Int)
  /// `base` is the `rev` that the patch applies to, one less than `rev` where it is `nil`.
  case patch(Patch, rev: Int, base: Int? = nil, applied: Int? = nil, saved: Int? = nil)
  case saved(Int)
  /// How many operators see the window too.
  case observed(Int)
  case rejected(event: Int, code: RejectionCode, message: String, applied: Int)
  /// `expires` is in milliseconds from receipt.
  case trigger(id: String, kind: String, payload: JSONValue, expires: Int? = nil)
  case sharedState(document: String, rev: Int, state: JSONValue)
  case sharedPatch(document: String, rev: Int, base: Int? = nil, patch: Patch)
  /// `retryAfter` is in milliseconds.
  case closing(code: UInt16, message: String, retryAfter: Int? = nil)
  case pong(Int)
}

extension ServerMessage {
  /// The server's position, and what there is to know about it.
  package struct Attached: Equatable, Sendable {
    package var window: String
    package var user: String
    package var scene: String
    package var epoch: String
    package var rev: Int
    package var applied: Int
    package var resumed: Bool
    /// Whether the page has asked for an address that leads nowhere.
    package var notFound: Bool
    package var server: Server

    package init(
      window: String, user: String, scene: String, epoch: String, rev: Int, applied: Int, resumed: Bool,
      notFound: Bool = false, server: Server
    ) {
      self.window = window
      self.user = user
      self.scene = scene
      self.epoch = epoch
      self.rev = rev
      self.applied = applied
      self.resumed = resumed
      self.notFound = notFound
      self.server = server
    }
  }

  package struct Server: Equatable, Sendable {
    package var name: String
    package var version: String
    package var limits: Limits
    package var files: Files?

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

  package enum RejectionCode: String, Sendable {
    /// The model or element is gone, or covered.
    case stale
    /// Not a name or value that it takes.
    case invalid
    /// It is disabled, or a command was refused.
    case notExecutable
    case forbidden
    /// The app's handler threw; its changes before that stay.
    case failed
  }
}
