import Observation

// A `body` mostly reads only its own model. The node records those reads itself, because Observation takes key paths
// apart whenever a property is read or written. Observation tracks the other reads.

extension _ModelNode {
  /// Evaluates `body` and calls `invalidated` once, at the first change of anything that was read, unless the tracking
  /// is ended before.
  ///
  /// - Parameter withCanary: Whether `endTracking` can end the tracking.
  func track<Result>(
    withCanary: Bool = true, invalidated: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    Tracking.track(
      {
        if withCanary { _ = canary }
        return body()
      }, onChange: invalidated)
  }

  /// Evaluates the model's own `body`, and tells the graph once when anything that it read has changed.
  ///
  /// If there is nothing to track, Observation keeps nothing, and there is nothing to end. So a canary is used only
  /// after a `body` of this type has read another object for the first time. That single tracking is left behind, and
  /// holds no reference to the model.
  ///
  /// - Parameter withCanary: Whether `endTracking` can end the tracking where such a `body` reads other objects.
  func trackBody<Result>(of kind: ModelKind, withCanary: Bool = true, _ body: () -> Result) -> Result {
    if tracking != nil { endTracking() }
    ownReads = PropertySet()
    isReadingItself = true
    defer { isReadingItself = false }
    return Tracking.track(
      {
        if withCanary, kind.readsOthers { _ = canary }
        return body()
      }, onChange: trackedOthers(kind))
  }

  /// Called only if another object was read.
  private func trackedOthers(_ kind: ModelKind) -> @Sendable () -> Void {
    kind.readsOthers = true
    let tracking = BodyTracking(of: self)
    self.tracking = tracking
    guard let isolation = graph?.host.isolation else { return {} }
    return isolation.callback { tracking.node?.bodyInvalidated() }
  }

  /// An object or property that the `body` has read is about to change.
  func bodyInvalidated() {
    guard let graph else { return }
    guard graph.host.isolation.isCurrent else { return graph.host.isolation.callback { self.bodyInvalidated() }() }
    ownReads = PropertySet()
    tracking?.node = nil
    graph.renderingInvalidated(self)
  }

  /// Read by every tracking of the model's rendering, and written to end that tracking. Observation has no other way to
  /// cancel it, and it would stay behind in each longer-lived object that the `body` has read.
  private var canary: Void { registrar.access(self, keyPath: \.canary) }

  /// Ends the trackings of `track` and `trackBody`, so that none of them stays behind in objects that outlive the
  /// model.
  func endTracking() {
    ownReads = PropertySet()
    tracking?.node = nil
    tracking = nil
    pending.insert(.rearming)
    registrar.willSet(self, keyPath: \.canary)
    pending.remove(.rearming)
  }
}

/// The object that Observation holds for a model whose `body` has read other objects.
final class BodyTracking {
  /// The node, until it is notified or the tracking ends.
  var node: _ModelNode?

  init(of node: _ModelNode) { self.node = node }
}

/// Properties of one model, by a hash of their names. When two names collide, a change of one counts as a change of
/// both.
struct PropertySet {
  private var places: UInt64 = 0

  mutating func insert(_ property: StaticString) { places |= Self.place(of: property) }

  func contains(_ property: StaticString) -> Bool { places != 0 && places & Self.place(of: property) != 0 }

  /// FNV-1a, whose upper bits depend on all characters.
  private static func place(of property: StaticString) -> UInt64 {
    property.withUTF8Buffer { name in
      let hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return 1 << (hash >> 58)
    }
  }
}
