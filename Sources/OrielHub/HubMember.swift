import Oriel

/// An owner of objects on the hub, whose tasks and timers it starts: a window, a shared document, or the saved objects
/// of a user.
package protocol HubMember: HubServices {
  var hub: WindowHub { get }
  /// The context of its turns: the environment of its objects, and the subject that a crash is blamed on.
  var turnContext: TurnContext! { get }
  /// Whether its objects are in use, so that their timers run.
  var isInUse: Bool { get }
  /// The tenant that it belongs to.
  var tenant: Tenant { get }
}

extension HubMember {
  package var isolation: any HubIsolation { hub.isolation }
  package var now: Int64 { hub.scheduler.now }
  package var wallTime: Int64 { hub.scheduler.wallTime }

  package func randomNumber() -> UInt64 { hub.randomness.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

  package var publications: PublicationTable? { hub.publisher.table }

  package func publish(_ value: [UInt8]?, as type: PublicationType) {
    hub.publisher.publish(value, as: type, of: turnContext.environment.tenant)
  }

  package func startTask(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> ModelTask {
    hub.start(operation, of: turnContext.subject)
  }

  package func saved() async throws { try await hub.saved() }

  package func post(_ message: [UInt8], to type: String, of receiver: Tenant) -> Bool {
    hub.posts.send(message, to: type, of: receiver, from: tenant)
  }

  @discardableResult
  package func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> GraphTimer {
    hub.schedule(after: milliseconds, of: self, action)
  }
}

extension GraphHost where Self: HubMember {
  package func handlerChanges(_ property: StaticString) { hub.handlers.repeatable?.changes(property) }
  package var limits: GraphLimits { hub.limits.graph }
  package var largestUpload: Int { hub.limits.uploadBytes }
  package var ticketPlace: String { hub.ticketPlace }
}
