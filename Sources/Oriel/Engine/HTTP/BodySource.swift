/// The next piece of a body.
package enum BodyPiece: Equatable, Sendable {
  /// At least one byte.
  case bytes([UInt8])
  case end
  /// It can't be completed: its client must not take it for the whole.
  case failed
}

/// The source of a body that is sent piece by piece. Used on its hub's loop only.
package protocol BodySource: AnyObject, Sendable {
  /// Asks for the next piece, one at a time. `then` is called once, at once or later, but not after `cancel`.
  ///
  /// - Parameter payer: Pays for the time that making it takes.
  func next(for payer: (any WorkPayer)?, _ then: @escaping (BodyPiece) -> Void)

  /// The client is gone; the last call.
  func cancel()
}
