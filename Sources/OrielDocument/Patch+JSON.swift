extension JSONWriter {
  package mutating func write(_ patch: Patch) {
    beginArray()
    for operation in patch.operations { write(operation) }
    endArray()
  }

  package mutating func write(_ operation: PatchOperation) {
    beginObject()
    switch operation.kind {
    case .add(let path, let value): write("add", path, value)
    case .remove(let path): write("remove", path)
    case .replace(let path, let value): write("replace", path, value)
    case .move(let from, let path): write("move", path, from: from)
    }
    if let animation = operation.animation {
      key("animation")
      write(animation)
    }
    endObject()
  }

  private mutating func write(_ name: String, _ path: JSONPointer, _ value: JSONValue? = nil, from: JSONPointer? = nil)
  {
    key("op")
    string(name)
    if let from {
      key("from")
      string(from.description)
    }
    key("path")
    string(path.description)
    if let value {
      key("value")
      write(value)
    }
  }
}

extension Patch {
  /// Reads a patch. Unknown members are ignored (RFC 6902 §4).
  ///
  /// Rejects a path to the whole document and any operation other than the four of a ``Patch``. The index `-` is
  /// rejected only when the patch is applied, because `-` may also be the name of an object's member.
  package init(json: JSONValue) throws(PatchError) {
    guard case .array(let elements) = json else { throw .notAnArray }
    operations = []
    operations.reserveCapacity(elements.count)
    for element in elements { operations.append(try PatchOperation(json: element)) }
  }
}

extension PatchOperation {
  init(json: JSONValue) throws(PatchError) {
    guard case .object(let members) = json else { throw .notAnObject }
    guard let name = members["op"]?.stringValue else { throw .missingMember("op") }
    let path = try members.pointer("path")
    switch name {
    case "add": kind = .add(path: path, value: try members.patchValue())
    case "remove": kind = .remove(path: path)
    case "replace": kind = .replace(path: path, value: try members.patchValue())
    case "move": kind = .move(from: try members.pointer("from"), path: path)
    default: throw .unknownOperation(name)
    }
    animation = members["animation"]
  }
}

extension JSONObject {
  fileprivate func pointer(_ name: String) throws(PatchError) -> JSONPointer {
    guard let text = self[name]?.stringValue else { throw .missingMember(name) }
    guard let pointer = JSONPointer(text) else { throw .notAPointer(text) }
    guard !text.isEmpty else { throw .wholeDocument }
    return pointer
  }

  fileprivate func patchValue() throws(PatchError) -> JSONValue {
    guard let value = self["value"] else { throw .missingMember("value") }
    return value
  }
}
