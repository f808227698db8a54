extension Patch {
  /// Combines patches into one, without operations that later ones overwrite.
  ///
  /// The patch is for catching up, so no operation keeps its animation.
  ///
  /// Drops a replacement, and whatever happens inside a value, where that value is replaced or removed later and nothing in
  /// between reads it (a move out of it) or may give its path to another value (something added, removed or moved where a step
  /// of the path is). When in doubt an operation is kept.
  package static func composed(_ patches: [Patch]) -> Patch {
    guard patches.count > 1 else { return patches.first ?? Patch() }
    let overwritten = OverwrittenPaths()
    var kept: [PatchOperation] = []
    for operation in patches.lazy.flatMap(\.operations).reversed() where !overwritten.cover(operation) {
      overwritten.note(operation)
      kept.append(PatchOperation(operation.kind))
    }
    kept.reverse()
    return Patch(kept)
  }
}

/// The values that are overwritten later on, as a tree of the steps of their paths.
///
/// The state after one operation, when a patch is read backwards: paths have the meaning they have right after that
/// operation.
private final class OverwrittenPaths {
  private var isOverwritten = false
  private var members: [ScalarKey: OverwrittenPaths] = [:]

  /// Whether the operation only changes values that are overwritten later.
  func cover(_ operation: PatchOperation) -> Bool {
    switch operation.kind {
    case .replace(let path, _): cover(path.tokens[...])
    case .add(let path, _), .remove(let path): cover(path.tokens.dropLast())
    case .move(let from, let path): cover(from.tokens.dropLast()) && cover(path.tokens.dropLast())
    }
  }

  /// Takes in an operation that is kept.
  func note(_ operation: PatchOperation) {
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

  /// A value was added or removed at that path, so facts about it, and about its neighbours in an array, concern other
  /// values.
  private func forget(_ tokens: [String]) {
    guard let last = tokens.last, let parent = node(at: tokens.dropLast()) else { return }
    if last.isArrayIndex { parent.members = [:] } else { parent.members[ScalarKey(last)] = nil }
  }

  /// A value on that path is needed as it was.
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
