import OrielDocument

/// The transition from one screen to another: how the new screen enters and, with `exit`, how the old one leaves.
///
/// By default, going back reverses the transition. A transition is a value, saved with the stack entry or layer that it
/// belongs to. A client that doesn't know a transition shows none.
public struct Transition: Hashable, Sendable {
  let json: JSONObject

  init(_ name: String, _ members: JSONObject = [:]) {
    var json: JSONObject = ["name": .string(name)]
    for (key, value) in members { json[key] = value }
    self.json = json
  }

  package init?(saved: JSONValue?) {
    guard case .object(let json) = saved, json["name"]?.stringValue != nil else { return nil }
    self.json = json
  }

  package var rendered: JSONValue { .object(json) }

  private func with(_ key: String, _ value: JSONValue) -> Transition {
    var members = json
    members[key] = value
    return Transition(json["name"]?.stringValue ?? "", members)
  }
}

/// A side of the window; `leading` is left for text that runs from left to right.
public enum Edge: String, Sendable, Codable, CaseIterable {
  /// The top or bottom side.
  case top, bottom
  /// The side where a line of text begins, or ends.
  case leading, trailing
}

/// A point in fractions of the width and height, such as the centre of an iris.
public struct UnitPoint: Hashable, Sendable {
  /// The position from 0, the leading edge, to 1, the trailing edge.
  public var x: Double
  /// The position from 0, the upper edge, to 1, the lower edge.
  public var y: Double

  /// Creates a point from fractions: 0 is the leading or upper edge, 1 the trailing or lower one.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The centre.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the upper edge.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the lower edge.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The leading upper corner.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The trailing upper corner.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The leading lower corner.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The trailing lower corner.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)

  var rendered: JSONValue { .array([.number(x), .number(y)]) }
}

// MARK: The catalogue

extension Transition {
  /// A push: the new screen enters from the trailing edge while the old one moves aside a little. The default for
  /// stacks.
  public static let push = Transition("push")
  /// Slides up from the bottom over the old screen. The default for sheets and covers.
  public static let cover = Transition("cover")

  /// No transition.
  public static let identity = Transition("identity")
  /// Stays still while the other screen moves.
  public static let `static` = Transition("static")
  /// Fades in.
  public static let opacity = Transition("opacity")
  /// Enters from the leading edge and leaves to the trailing edge.
  public static let slide = Transition("slide")
  /// Grows from nothing.
  public static var scale: Transition { scale(0) }

  /// - Parameters:
  ///   - scale: The initial scale; 1 is the full size.
  ///   - anchor: The fixed point.
  public static func scale(_ scale: Double, anchor: UnitPoint = .center) -> Transition {
    Transition("scale", ["scale": .number(scale), "anchor": anchor.rendered])
  }

  /// Enters from this edge and leaves to it.
  public static func move(edge: Edge) -> Transition { Transition("move", ["edge": .string(edge.rawValue)]) }

  /// In CSS pixels.
  public static func offset(x: Double = 0, y: Double = 0) -> Transition {
    Transition("offset", ["x": .number(x), "y": .number(y)])
  }

  /// - Parameter radius: The radius in CSS pixels.
  public static func blur(radius: Double = 24) -> Transition { Transition("blur", ["amount": .number(radius)]) }
  /// - Parameter amount: 1 is normal, 0 is black.
  public static func brightness(_ amount: Double = 0) -> Transition {
    Transition("brightness", ["amount": .number(amount)])
  }
  /// - Parameter amount: 1 is normal, 0 is grey.
  public static func contrast(_ amount: Double = 0) -> Transition {
    Transition("contrast", ["amount": .number(amount)])
  }
  /// - Parameter degrees: The angle on the colour wheel.
  public static func hueRotation(degrees: Double = 360) -> Transition {
    Transition("hueRotation", ["amount": .number(degrees)])
  }
  /// - Parameter amount: 1 is normal, 0 is without colour.
  public static func saturation(_ amount: Double = 0) -> Transition {
    Transition("saturation", ["amount": .number(amount)])
  }

  /// Tilts back and flies in.
  public static let tiltAndFly = Transition("tiltAndFly")

  /// An iris: a circle that opens.
  public static func circleShape(from point: UnitPoint = .center) -> Transition {
    Transition("circleShape", ["anchor": point.rendered])
  }

  /// An iris: a rectangle that opens.
  public static func rectangleShape(from point: UnitPoint = .center) -> Transition {
    Transition("rectangleShape", ["anchor": point.rendered])
  }

  /// Blinds.
  ///
  /// - Parameters:
  ///   - count: The number of stripes, from 1 to 100.
  ///   - axis: The direction in which they open.
  ///   - isInverted: Whether they open from the opposite side.
  public static func stripes(_ count: Int = 5, axis: Axis = .vertical, isInverted: Bool = false) -> Transition {
    Transition(
      "stripes",
      [
        "count": .integer(min(max(count, 1), 100)), "axis": .string(axis == .horizontal ? "horizontal" : "vertical"),
        "inverted": .bool(isInverted),
      ])
  }

  /// Grows out of the element marked with `navigationSource(id:)`; without one, it is a plain push.
  public static func zoom(sourceID: String) -> Transition { Transition("zoom", ["source": .string(sourceID)]) }

  /// A custom transition that the app's page has registered under this name.
  public static func custom(_ name: String) -> Transition { Transition("custom:\(name)") }
}

// MARK: Made of others

extension Transition {
  /// Combines two transitions.
  public func combined(with other: Transition) -> Transition {
    var all = json["with"]?.arrayValue ?? []
    all.append(other.rendered)
    return with("with", .array(all))
  }

  /// Sets how the old screen leaves; by default it stays still.
  public func exit(_ transition: Transition) -> Transition { with("exit", transition.rendered) }

  /// Puts the new screen behind the old one.
  public func behind(_ isBehind: Bool = true) -> Transition { with("behind", .bool(isBehind)) }

  /// Sets the transition for going back, instead of the reversed one.
  public func back(_ transition: Transition) -> Transition { with("back", transition.rendered) }

  /// Enters with one transition and leaves with another.
  public static func asymmetric(insertion: Transition, removal: Transition) -> Transition {
    insertion.back(removal)
  }
}
