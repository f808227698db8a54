import Observation

// A `body` mostly reads its own model and nothing else. Of that the node keeps a record itself: Observation's takes key
// paths apart whenever a property is read or written. What else a `body` reads, Observation tracks.

extension ModelNode {
  /// Evaluates `body`; `invalidated` is called once, at the first change of anything it read, unless the tracking is
  /// ended before.
  ///
  /// - Parameter withCanary: Whether `endTracking` can end it.
  func track<Result>(
    withCanary: Bool = true, _ body: () -> Result, invalidated: @escaping @Sendable () -> Void
  ) -> Result {
    withObservationTracking {
      if withCanary { _ = canary }
      return body()
    } onChange: {
      invalidated()
    }
  }

  /// Evaluates the model's own `body`; the graph hears once when anything has changed that it read.
  ///
  /// Where there is nothing to track, Observation keeps nothing, and nothing has to be ended. So there is a canary only
  /// from when a `body` of this kind has read something else for the first time: that one tracking stays behind, of all
  /// that there will be, and holds nothing of the model.
  func trackBody<Result>(of kind: ModelKind, _ body: () -> Result) -> Result {
    if tracking != nil { endTracking() }
    ownReads = PropertySet()
    isReadingItself = true
    defer { isReadingItself = false }
    return withObservationTracking(
      {
        if kind.readsOthers { _ = canary }
        return body()
      }, onChange: trackedOthers(kind))
  }

  /// Called only if something was read.
  private func trackedOthers(_ kind: ModelKind) -> @Sendable () -> Void {
    kind.readsOthers = true
    let tracking = BodyTracking(of: self)
    self.tracking = tracking
    nonisolated(unsafe) let kept = tracking
    guard let isolation = graph?.host.isolation else { return {} }
    return { isolation.perform { kept.node?.bodyInvalidated() } }
  }

  /// Something that the `body` has read is about to change.
  func bodyInvalidated() {
    guard let graph else { return }
    guard graph.host.isolation.isCurrent else {
      nonisolated(unsafe) let node = self
      return graph.host.isolation.run { node.bodyInvalidated() }
    }
    ownReads = PropertySet()
    tracking?.node = nil
    graph.renderingInvalidated(self)
  }

  /// Read by every tracking of the model's rendering and touched to end that tracking: it cannot be cancelled
  /// otherwise, and would stay behind in each longer-lived object it has read.
  private var canary: Void { registrar.access(self, keyPath: \.canary) }

  /// Ends what `track` and `trackBody` have begun, so that nothing of it is left in objects that outlive the model.
  func endTracking() {
    ownReads = PropertySet()
    tracking?.node = nil
    tracking = nil
    pending.insert(.rearming)
    registrar.willSet(self, keyPath: \.canary)
    pending.remove(.rearming)
  }
}

extension NavigationGraph {
  func noteWrite(of property: StaticString, inBodyOf node: ModelNode) {
    guard let model = model(node.id) else { return }
    note(
      .senseless, model,
      "changes its \(property) in its body, which won't show the change: do it in start() or in a handler")
  }
}

/// All that Observation holds of a model whose `body` has read something else.
final class BodyTracking {
  /// Until it is told, or the tracking ends.
  var node: ModelNode?

  init(of node: ModelNode) { self.node = node }
}

/// Properties of one model, by their names. Two may count as one: then a change of either is taken for one of both.
struct PropertySet {
  private var places: UInt64 = 0

  mutating func insert(_ property: StaticString) { places |= Self.place(of: property) }

  func contains(_ property: StaticString) -> Bool { places != 0 && places & Self.place(of: property) != 0 }

  /// FNV-1a, whose upper bits depend on all letters.
  private static func place(of property: StaticString) -> UInt64 {
    property.withUTF8Buffer { name in
      let hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return 1 << (hash >> 58)
    }
  }
}
