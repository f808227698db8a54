/// The operators' control of the server. Used on the hub only.
package protocol ServerControls: AnyObject, Sendable {
  /// The log level: one of `trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical`.
  var logLevel: String { get set }

  /// Stops the server in the same way as its signal: every page is told when to come back.
  func drain()
}

/// For a hub without a server, as in tests.
package final class NoServerControls: ServerControls {
  package var logLevel: String {
    get { "info" }
    set {}
  }

  package init() {}
  package func drain() {}
}
