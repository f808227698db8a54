/// Where views in a ``VStack`` stand.
public enum HorizontalAlignment: String, Sendable {
  case leading, center, trailing
}

/// Where views in an ``HStack`` stand.
public enum VerticalAlignment: String, Sendable {
  case top, center, bottom
  case firstTextBaseline = "baseline"
}

/// Where views in a ``ZStack`` stand.
public enum Alignment: String, Sendable {
  case center, leading, trailing, top, bottom
  case topLeading, topTrailing, bottomLeading, bottomTrailing
}
