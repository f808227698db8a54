extension View {
  /// Gives the window tags while the model of this screen is in it. Operators find and control windows by their tags,
  /// such as `"checkout"` or `"vip"`; the user doesn't see them.
  ///
  /// Tags are not saved: a sleeping window has none.
  public func navigationTags(_ tags: String...) -> some View {
    DeclaringView(content: self) { $0.tags.formUnion(tags) }
  }
}
