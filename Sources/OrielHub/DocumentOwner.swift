import Oriel

/// An owner of a document on the hub: a window or a shared document.
package protocol DocumentOwner: GraphHost {
  var hub: WindowHub { get }
  var context: HubContext { get }
  var document: LiveDocument! { get }
  var turnContext: TurnContext! { get }
}

extension DocumentOwner {
  package var isolation: any HubIsolation { context.isolation }
  package var limits: GraphLimits { context.limits.graph }
  package var now: Int64 { context.scheduler.now }

  package func randomNumber() -> UInt64 { context.randomness.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

  package var largestUpload: Int { context.limits.uploadBytes }

  package func discard(_ files: [UploadedFile]) { context.files.store.remove(files.map(\.path)) }

  package func startTask(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> ModelTask {
    nonisolated(unsafe) let operation = operation
    nonisolated(unsafe) var task: ModelTask!
    let subject = turnContext.subject
    hub.assumeIsolated { task = $0.start(operation, of: subject) }
    return task
  }

  @discardableResult
  package func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> GraphTimer {
    context.schedule(
      after: milliseconds, on: hub, of: { [weak self] in self?.document?.graph }, turnContext, action)
  }
}
