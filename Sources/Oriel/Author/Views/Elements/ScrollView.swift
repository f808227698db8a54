/// A direction of movement.
public enum Axis: Sendable {
  /// Horizontal or vertical.
  case horizontal, vertical

  /// A set of directions.
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The horizontal direction.
    public static let horizontal = Set(rawValue: 1)
    /// The vertical direction.
    public static let vertical = Set(rawValue: 2)
  }
}

/// A scrollable area.
public struct ScrollView: ElementView {
  let axes: Axis.Set
  let content: ViewList
  private var scrolled: ScrollHandler?
  private var staysAtEnd = false

  /// Creates a scrollable area, vertical by default.
  public init<Content: View>(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing ScrollView, into renderer: inout ElementRenderer) {
    var element = renderer.open("scroll", members: 4, takesEvents: view.scrolled != nil)
    element.set("axis", view.axis)
    if view.staysAtEnd { element.set("anchor", "bottom") }
    element.set(view.scrolled)
    renderer.close(element, children: view.content)
  }

  /// With ``UnitPoint/bottom``, it begins at its end and stays there while its content grows, as a list of messages does, until its user scrolls
  /// up. With any other point, and by default, it begins at its top.
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> ScrollView {
    var view = self
    view.staysAtEnd = anchor?.y == 1
    return view
  }

  /// Calls `action` with the scroll position, from 0 to 1, at most ten times a second.
  public func onScroll(perform action: @escaping (Double) throws -> Void) -> ScrollView {
    var view = self
    view.scrolled = ScrollHandler(action: action)
    return view
  }

  private var axis: String {
    switch (axes.contains(.horizontal), axes.contains(.vertical)) {
    case (true, true): "both"
    case (true, false): "horizontal"
    default: "vertical"
    }
  }
}

/// The handler of scroll events.
struct ScrollHandler {
  let action: (Double) throws -> Void
}

extension OpenElement {
  mutating func set(_ scrolled: ScrollHandler?) {
    guard let scrolled else { return }
    set("scrolled", true)
    on(
      "scrolled",
      .sync { value in
        let fraction = try value.number("fraction")
        guard (0...1).contains(fraction) else { throw EventRefusal.invalid("Expected a fraction") }
        try scrolled.action(fraction)
      })
  }
}
