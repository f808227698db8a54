import OrielDocument

extension ElementHandler {
  /// Calls an asynchronous action.
  static func action(_ action: nonisolated(nonsending) @escaping () async throws -> Void) -> ElementHandler {
    .async { _ in try await action() }
  }

  /// The same handler, which is not called again while it runs, unless it may overlap.
  func once(unless mayOverlap: Bool) -> ElementHandler {
    if case .async(let body) = self, !mayOverlap { .exclusive(body) } else { self }
  }

  /// Calls both in order; the second only if the first didn't throw.
  func followed(by next: ElementHandler) -> ElementHandler {
    switch (taking, next.taking) {
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

  /// The same handler, ignoring its value.
  private var taking: ValueHandler {
    switch self {
    case .action(let action): .sync { _ in try action() }
    case .sync(let body): .sync(body)
    case .async(let body), .exclusive(let body): .async(body)
    case .nested: .sync { _ in }
    }
  }

  private enum ValueHandler {
    case sync((EventValue) throws -> Void)
    case async(_: nonisolated(nonsending) (EventValue) async throws -> Void)
  }
}
