extension ElementHandler {
  /// Calls an author's action, which takes no value.
  static func action(_ action: @escaping () throws -> Void) -> ElementHandler {
    .sync { _ in try action() }
  }

  static func action(_ action: nonisolated(nonsending) @escaping () async throws -> Void) -> ElementHandler {
    .async { _ in try await action() }
  }

  /// Calls both, one after the other; the second only if the first did not throw.
  func followed(by next: ElementHandler) -> ElementHandler {
    switch (self, next) {
    case (.sync(let first), .sync(let second)):
      .sync { value in
        try first(value)
        try second(value)
      }
    case (.sync(let first), .async(let second)):
      .async { value in
        try first(value)
        try await second(value)
      }
    case (.async(let first), .sync(let second)):
      .async { value in
        try await first(value)
        try second(value)
      }
    case (.async(let first), .async(let second)):
      .async { value in
        try await first(value)
        try await second(value)
      }
    }
  }
}
