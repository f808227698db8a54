/// The directions in which something can move.
public enum Axis: Sendable {
  /// From side to side, or up and down.
  case horizontal, vertical

  /// Some of the directions.
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// From side to side.
    public static let horizontal = Set(rawValue: 1)
    /// Up and down.
    public static let vertical = Set(rawValue: 2)
  }
}

/// Content that can be larger than its place.
public struct ScrollView: _ElementView {
  let axes: Axis.Set
  let content: ViewList
  private var scrolled: ScrollHandler?

  /// Moves up and down unless it is said otherwise.
  public init<Content: View>(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing ScrollView, into renderer: inout ElementRenderer) {
    var element = renderer.open("scroll", members: 4, takesEvents: view.scrolled != nil)
    element.set("axis", view.axis)
    element.set(view.scrolled)
    renderer.close(element, children: view.content)
  }

  /// Calls `action` with how far the user has scrolled, from 0 to 1, at most ten times a second.
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

/// What is called while the user scrolls.
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
        let fraction = try EventValue.number(value?["fraction"])
        guard (0...1).contains(fraction) else { throw EventRefusal.invalid("Expected a fraction") }
        try scrolled.action(fraction)
      })
  }
}
