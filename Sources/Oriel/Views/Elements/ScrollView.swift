/// The directions in which something can move.
public enum Axis: Sendable {
  case horizontal, vertical

  /// Some of the directions.
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

/// Content that can be larger than its place.
public struct ScrollView: _ElementView {
  let axes: Axis.Set
  let content: ViewList

  public init<Content: View>(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing ScrollView, into renderer: inout ElementRenderer) {
    var element = renderer.open("scroll")
    element.set("axis", view.axis)
    renderer.close(element, children: view.content)
  }

  private var axis: String {
    switch (axes.contains(.horizontal), axes.contains(.vertical)) {
    case (true, true): "both"
    case (true, false): "horizontal"
    default: "vertical"
    }
  }
}
