/// Where views in a ``VStack`` stand.
public enum HorizontalAlignment: String, Sendable {
  /// Where lines of text begin, in the middle, or where they end.
  case leading, center, trailing
}

/// Where views in an ``HStack`` stand.
public enum VerticalAlignment: String, Sendable {
  /// At the top, in the middle, or at the bottom.
  case top, center, bottom
  /// With the first lines of their texts beside one another.
  case firstTextBaseline = "baseline"
}

/// Where views in a ``ZStack`` stand.
public enum Alignment: String, Sendable {
  /// In the middle, or in the middle of an edge.
  case center, leading, trailing, top, bottom
  /// In a corner.
  case topLeading, topTrailing, bottomLeading, bottomTrailing
}
