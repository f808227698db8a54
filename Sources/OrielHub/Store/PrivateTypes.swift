import Oriel

/// Finds models of private types, which a store that outlives the process can't bring back: each type is reported once.
struct PrivateTypes {
  private let storeOutlivesProcess: Bool
  private var reported: Set<String> = []

  init(storeOutlivesProcess: Bool) { self.storeOutlivesProcess = storeOutlivesProcess }

  /// - Returns: Whether the type is one of them and was not reported before.
  mutating func report(_ type: TypeName) -> Bool {
    storeOutlivesProcess && !type.isLasting && reported.insert(type.mangled).inserted
  }
}
