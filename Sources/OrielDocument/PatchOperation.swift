/// One operation of a JSON Patch (RFC 6902 §4).
public struct PatchOperation: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case add(path: JSONPointer, value: JSONValue)
    case remove(path: JSONPointer)
    case replace(path: JSONPointer, value: JSONValue)
    case move(from: JSONPointer, path: JSONPointer)
  }

  public var kind: Kind

  /// How a client shows the change, `{name, duration, …}`; whoever knows no animation ignores it.
  public var animation: JSONValue?

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

  public static func remove(_ path: JSONPointer, animation: JSONValue? = nil) -> PatchOperation {
    PatchOperation(.remove(path: path), animation: animation)
  }

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
