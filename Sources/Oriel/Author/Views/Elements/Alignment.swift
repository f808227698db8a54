/// The horizontal alignment of views in a ``VStack``.
public enum HorizontalAlignment: String, Sendable {
  /// At the edge where lines of text begin, in the centre, or where they end.
  case leading, center, trailing
}

/// The vertical alignment of views in an ``HStack``.
public enum VerticalAlignment: String, Sendable {
  /// At the top, in the centre, or at the bottom.
  case top, center, bottom
  /// With the first lines of their texts aligned.
  case firstTextBaseline = "baseline"
}

/// The alignment of views in a ``ZStack``.
public enum Alignment: String, Sendable {
  /// In the centre, or at the centre of an edge.
  case center, leading, trailing, top, bottom
  /// In a corner.
  case topLeading, topTrailing, bottomLeading, bottomTrailing
}
