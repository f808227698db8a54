import Oriel

/// An owner of a document on the hub: a window or a shared document.
package protocol DocumentOwner: GraphHost {
  var hub: WindowHub { get }
  var document: LiveDocument! { get }
  var turnContext: TurnContext! { get }
}

extension DocumentOwner {
  package var isolation: any HubIsolation { hub.isolation }
  package var limits: GraphLimits { hub.limits.graph }
  package var now: Int64 { hub.scheduler.now }

  package func randomNumber() -> UInt64 { hub.randomness.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

  package var largestUpload: Int { hub.limits.uploadBytes }

  package func startTask(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> ModelTask {
    hub.start(operation, of: turnContext.subject)
  }

  @discardableResult
  package func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> GraphTimer {
    hub.schedule(after: milliseconds, of: { [weak self] in self?.document?.graph }, in: turnContext, action)
  }
}
