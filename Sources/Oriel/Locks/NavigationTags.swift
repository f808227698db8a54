extension View {
  /// Gives the window tags while the model of this screen is in it. Operators find and steer windows by their tags, like
  /// `"checkout"` or `"vip"`; its user sees none of it.
  ///
  /// They are not kept by the store: a window that sleeps has none.
  public func navigationTags(_ tags: String...) -> some View {
    DeclaringView(content: self) { $0.tags.formUnion(tags) }
  }
}

extension NavigationGraph {
  /// What the screens of the window say it is.
  package var tags: Set<String> { tagged.isEmpty ? [] : tagged.values.reduce(into: []) { $0.formUnion($1) } }

  func updateTags(of entry: GraphEntry) {
    let tags = entry.rendered?.declared.tags ?? []
    tagged[entry.model._node.id] = tags.isEmpty ? nil : tags
  }
}
