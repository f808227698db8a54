extension View {
  /// Gives the window tags while the model of this screen is in it. Operators find and control windows by their tags,
  /// such as `"checkout"` or `"vip"`; the user doesn't see them.
  ///
  /// Tags are not saved: a sleeping window has none.
  public func navigationTags(_ tags: String...) -> some View {
    DeclaringView(content: self) { $0.tags.formUnion(tags) }
  }
}

extension NavigationGraph {
  /// The tags given by the screens of the window.
  package var tags: Set<String> { tagged.isEmpty ? [] : tagged.values.reduce(into: []) { $0.formUnion($1) } }

  func updateTags(of entry: GraphEntry) {
    let tags = entry.rendered?.declared.tags ?? []
    tagged[entry.model._node.id] = tags.isEmpty ? nil : tags
  }
}
