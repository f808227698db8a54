/// Operations that turn one document into the next, in their order: a JSON Patch (RFC 6902) of `add`, `remove`, `replace`, `move`.
public struct Patch: Equatable, Sendable {
  /// To be applied one after another, all or none.
  public var operations: [PatchOperation]

  /// None change nothing.
  public init(_ operations: [PatchOperation] = []) { self.operations = operations }

  /// Whether it changes nothing.
  public var isEmpty: Bool { operations.isEmpty }
}

extension Patch: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: PatchOperation...) { operations = elements }
}

extension Patch: CustomStringConvertible {
  /// Its JSON text.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
