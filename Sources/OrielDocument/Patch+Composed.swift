extension Patch {
  /// Combines patches into one and leaves out operations whose effect is overwritten later.
  ///
  /// The result brings a client up to date, so its operations have no animations.
  ///
  /// A replacement of a value, or any operation inside it, is left out if the value is replaced or removed later, and
  /// if no operation in between reads the value (a move out of it) or may change which value its path refers to (an
  /// addition, removal or move at one of the path's steps). In doubtful cases the operation is kept.
  package static func composed(_ patches: [Patch]) -> Patch {
    guard patches.count > 1 else { return patches.first ?? Patch() }
    let overwritten = OverwrittenPaths()
    var kept: [PatchOperation] = []
    for operation in patches.lazy.flatMap(\.operations).reversed() where !overwritten.cover(operation) {
      overwritten.record(operation)
      kept.append(PatchOperation(operation.kind))
    }
    kept.reverse()
    return Patch(kept)
  }
}

/// The values that later operations overwrite, as a tree of path steps.
///
/// The patch is read backwards. The tree describes the state right after the current operation, so each path refers to
/// the document at that moment.
private final class OverwrittenPaths {
  private var isOverwritten = false
  private var members: [ScalarKey: OverwrittenPaths] = [:]

  /// Whether the operation changes only values that are overwritten later.
  func cover(_ operation: PatchOperation) -> Bool {
    switch operation.kind {
    case .replace(let path, _): cover(path.tokens[...])
    case .add(let path, _), .remove(let path): cover(path.tokens.dropLast())
    case .move(let from, let path): cover(from.tokens.dropLast()) && cover(path.tokens.dropLast())
    }
  }

  /// Updates the tree for an operation that is kept.
  func record(_ operation: PatchOperation) {
    switch operation.kind {
    case .replace(let path, _): overwrite(path.tokens[...])
    case .add(let path, _): forget(path.tokens)
    case .remove(let path):
      forget(path.tokens)
      overwrite(path.tokens[...])
    case .move(let from, let path):
      expose(from.tokens[...])
      expose(path.tokens[...])
      forget(from.tokens)
      forget(path.tokens)
    }
  }

  private func cover(_ tokens: ArraySlice<String>) -> Bool {
    if isOverwritten { return true }
    guard let first = tokens.first, let member = members[ScalarKey(first)] else { return false }
    return member.cover(tokens.dropFirst())
  }

  private func overwrite(_ tokens: ArraySlice<String>) {
    guard let first = tokens.first else {
      isOverwritten = true
      members = [:]
      return
    }
    let key = ScalarKey(first)
    let member = members[key] ?? OverwrittenPaths()
    members[key] = member
    member.overwrite(tokens.dropFirst())
  }

  /// Removes entries for a path where a value was added or removed. Before that operation, the path, and in an array
  /// its siblings' paths, referred to other values.
  private func forget(_ tokens: [String]) {
    guard let last = tokens.last, let parent = node(at: tokens.dropLast()) else { return }
    if last.isArrayIndex { parent.members = [:] } else { parent.members[ScalarKey(last)] = nil }
  }

  /// Marks the values along this path as read, so that earlier changes to them are kept.
  private func expose(_ tokens: ArraySlice<String>) {
    isOverwritten = false
    guard let first = tokens.first else { return }
    members[ScalarKey(first)]?.expose(tokens.dropFirst())
  }

  private func node(at tokens: ArraySlice<String>) -> OverwrittenPaths? {
    guard let first = tokens.first else { return self }
    return members[ScalarKey(first)]?.node(at: tokens.dropFirst())
  }
}
