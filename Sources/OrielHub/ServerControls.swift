/// What the composition of a server lets its operators do to it. Used on the hub only.
package protocol ServerControls: AnyObject, Sendable {
  /// How grave something must be to be logged: one of `trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical`.
  var logLevel: String { get set }

  /// Ends the server as its signal does: every page is told when to come back.
  func drain()
}

/// A hub without a server around it, as in a test.
package final class NoServerControls: ServerControls {
  package var logLevel: String {
    get { "info" }
    set {}
  }

  package init() {}
  package func drain() {}
}
