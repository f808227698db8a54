import OrielDocument

/// Lines of JSON: a document, then documents that it becomes or patches that change it.
func fuzzDocument(_ input: [UInt8]) {
  let values = input.split(separator: UInt8(ascii: "\n")).prefix(4).compactMap { line in
    try? JSONReader.value(from: Array(line), depth: 64)
  }
  for value in values { require(isWrittenAsRead(value), "what is written is what is read: \(value)") }
  guard var document = values.first else { return }
  var patches: [Patch] = []
  let start = document
  for value in values.dropFirst() {
    let patch = (try? Patch(json: value)) ?? difference(document, value)
    guard let next = try? document.applying(patch) else { continue }
    patches.append(patch)
    document = next
  }
  let composed = Patch.composed(patches)
  require((try? start.applying(composed)) == document, "a composed patch does what its patches do: \(start) \(patches)")
}

private func isWrittenAsRead(_ value: JSONValue) -> Bool {
  (try? JSONReader.value(from: value.description, depth: 64)) == value
}

private func difference(_ old: JSONValue, _ new: JSONValue) -> Patch {
  // The whole document can't be replaced by a patch.
  guard let operations = JSONValue.difference(from: old, to: new) else { return Patch() }
  let patch = Patch(operations)
  require((try? old.applying(patch)) == new, "applying the difference gives the new value: \(old) \(new)")
  require((try? Patch(json: JSONReader.value(from: patch.description, depth: 80))) == patch, "a patch comes back")
  return patch
}
