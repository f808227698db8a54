/// One operation of a JSON Patch (RFC 6902 §4).
public struct PatchOperation: Equatable, Sendable {
  /// The change and its path.
  public enum Kind: Equatable, Sendable {
    /// Puts a member, or inserts an element before that index.
    case add(path: JSONPointer, value: JSONValue)
    /// Takes a value away.
    case remove(path: JSONPointer)
    /// Puts another value in the place of one that is there.
    case replace(path: JSONPointer, value: JSONValue)
    /// Takes a value away from one place and adds it at another, as the document is without it.
    case move(from: JSONPointer, path: JSONPointer)
  }

  /// The change and its path.
  public var kind: Kind

  /// The animation of the change, `{name, duration, …}`. Clients may ignore it.
  public var animation: JSONValue?

  /// Creates an operation. Without an animation, the client uses its default.
  public init(_ kind: Kind, animation: JSONValue? = nil) {
    self.kind = kind
    self.animation = animation
  }

  /// Where the change happens; for a move, where the value goes.
  public var path: JSONPointer {
    switch kind {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path): path
    }
  }
}

extension PatchOperation {
  /// Puts a member, or inserts an element before that index.
  public static func add(_ path: JSONPointer, _ value: JSONValue, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.add(path: path, value: value), animation: animation)
  }

  /// Takes the value away.
  public static func remove(_ path: JSONPointer, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.remove(path: path), animation: animation)
  }

  /// Puts another value in the place of the one that is there.
  public static func replace(_ path: JSONPointer, _ value: JSONValue, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.replace(path: path, value: value), animation: animation)
  }

  /// Takes the value away from one place and adds it at the other, as the document is without it.
  public static func move(
    from: JSONPointer, to path: JSONPointer, animation: JSONValue? = nil
  ) -> PatchOperation {
    PatchOperation(.move(from: from, path: path), animation: animation)
  }
}
