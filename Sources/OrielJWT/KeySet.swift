import OrielDocument

/// The keys that verify tokens (RFC 7517 §5).
struct KeySet: Sendable {
  private let keys: [VerificationKey]

  init(_ keys: [VerificationKey]) {
    self.keys = keys
  }

  /// - Throws: `KeySetError`, also if none of the keys can be used.
  init(json: [UInt8]) throws(KeySetError) {
    guard let set = try? JSONReader.value(from: json), let values = set["keys"]?.arrayValue else {
      throw .noSet
    }
    var keys: [VerificationKey] = []
    for value in values {
      if let key = try? VerificationKey(value) { keys.append(key) }
    }
    guard !keys.isEmpty else { throw .noKeys }
    self.keys = keys
  }

  /// The keys for a token with this header, by name if it names one.
  func keys(named id: String?, for algorithm: String) -> [VerificationKey] {
    keys.filter { $0.algorithm == algorithm && (id == nil || $0.id == nil || $0.id.hasSameScalars(as: id)) }
  }
}
