/// One operation of a JSON Patch (RFC 6902 §4).
public struct PatchOperation: Equatable, Sendable {
  /// The change and its path.
  public enum Kind: Equatable, Sendable {
    /// Adds a member, replacing one of the same name, or inserts an element before the index.
    case add(path: JSONPointer, value: JSONValue)
    /// Removes the value at the path.
    case remove(path: JSONPointer)
    /// Replaces the existing value at the path.
    case replace(path: JSONPointer, value: JSONValue)
    /// Removes the value at `from` and adds it at `path`. `path` refers to the document after the removal.
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

  /// The path of the change; for a move, the path that the value moves to.
  public var path: JSONPointer {
    switch kind {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path): path
    }
  }
}

extension PatchOperation {
  /// Adds a member, replacing one of the same name, or inserts an element before the index.
  public static func add(_ path: JSONPointer, _ value: JSONValue, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.add(path: path, value: value), animation: animation)
  }

  /// Removes the value at the path.
  public static func remove(_ path: JSONPointer, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.remove(path: path), animation: animation)
  }

  /// Replaces the existing value at the path.
  public static func replace(_ path: JSONPointer, _ value: JSONValue, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.replace(path: path, value: value), animation: animation)
  }

  /// Removes the value at `from` and adds it at `path`. `path` refers to the document after the removal.
  public static func move(
    from: JSONPointer, to path: JSONPointer, animation: JSONValue? = nil
  ) -> PatchOperation {
    PatchOperation(.move(from: from, path: path), animation: animation)
  }
}
