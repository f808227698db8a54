/// An ordered list of operations that turn one document into the next: a JSON Patch (RFC 6902) limited to `add`,
/// `remove`, `replace` and `move`.
public struct Patch: Equatable, Sendable {
  /// The operations, applied in order. Either all of them are applied or none.
  public var operations: [PatchOperation]

  /// Creates a patch. A patch without operations changes nothing.
  public init(_ operations: [PatchOperation] = []) { self.operations = operations }

  /// Whether the patch has no operations.
  public var isEmpty: Bool { operations.isEmpty }
}

extension Patch: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: PatchOperation...) { operations = elements }
}

extension Patch: CustomStringConvertible {
  /// The JSON text.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
