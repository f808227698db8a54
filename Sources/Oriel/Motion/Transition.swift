import OrielDocument

/// How one screen gives way to another: how the one that comes enters, and, with `exit`, how the other leaves.
///
/// What says nothing else goes back the way it came: the transition runs in reverse. A transition is a value, saved
/// with the entry of the stack, or the layer, it belongs to; a client that does not know it shows none.
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

/// Which side of the window; `leading` is the left where text runs from left to right.
public enum Edge: String, Sendable, Codable, CaseIterable {
  /// Above or below.
  case top, bottom
  /// Where a line of text begins, and where it ends.
  case leading, trailing
}

/// What an iris opens from; fractions of the width and height.
public struct UnitPoint: Hashable, Sendable {
  /// From 0, the leading edge, to 1, the trailing one.
  public var x: Double
  /// From 0, the upper edge, to 1, the lower one.
  public var y: Double

  /// Fractions: 0 is the leading or upper edge, 1 the trailing or lower one.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
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
  /// A push: in from the trailing edge, while what was there moves off a little. What stacks do anyway.
  public static let push = Transition("push")
  /// Up from the bottom, over what stays. What sheets and covers do anyway.
  public static let cover = Transition("cover")

  /// At once, without a way between.
  public static let identity = Transition("identity")
  /// Stays as it is while the other moves.
  public static let `static` = Transition("static")
  /// Fades in.
  public static let opacity = Transition("opacity")
  /// In from the leading edge, out to the trailing one.
  public static let slide = Transition("slide")
  /// Grows from nothing.
  public static var scale: Transition { scale(0) }

  /// - Parameters:
  ///   - scale: how large it is where it begins, 1 being its own size.
  ///   - anchor: the point that stays where it is.
  public static func scale(_ scale: Double, anchor: UnitPoint = .center) -> Transition {
    Transition("scale", ["scale": .number(scale), "anchor": anchor.rendered])
  }

  /// In from this edge, and out to it.
  public static func move(edge: Edge) -> Transition { Transition("move", ["edge": .string(edge.rawValue)]) }

  /// In CSS pixels.
  public static func offset(x: Double = 0, y: Double = 0) -> Transition {
    Transition("offset", ["x": .number(x), "y": .number(y)])
  }

  /// - Parameter radius: in CSS pixels.
  public static func blur(radius: Double = 24) -> Transition { Transition("blur", ["amount": .number(radius)]) }
  /// - Parameter amount: 1 is as it is, 0 is black.
  public static func brightness(_ amount: Double = 0) -> Transition {
    Transition("brightness", ["amount": .number(amount)])
  }
  /// - Parameter amount: 1 is as it is, 0 is grey.
  public static func contrast(_ amount: Double = 0) -> Transition {
    Transition("contrast", ["amount": .number(amount)])
  }
  /// - Parameter degrees: around the wheel of colours.
  public static func hueRotation(degrees: Double = 360) -> Transition {
    Transition("hueRotation", ["amount": .number(degrees)])
  }
  /// - Parameter amount: 1 is as it is, 0 has no colour.
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
  ///   - count: how many, from 1 to 100.
  ///   - axis: which way they open.
  ///   - isInverted: whether they open from the other side.
  public static func stripes(_ count: Int = 5, axis: Axis = .vertical, isInverted: Bool = false) -> Transition {
    Transition(
      "stripes",
      [
        "count": .integer(min(max(count, 1), 100)), "axis": .string(axis == .horizontal ? "horizontal" : "vertical"),
        "inverted": .bool(isInverted),
      ])
  }

  /// Grows out of the element that was marked with `navigationSource(id:)`; without one, a plain push.
  public static func zoom(sourceID: String) -> Transition { Transition("zoom", ["source": .string(sourceID)]) }

  /// One that the app's own page has registered under this name.
  public static func custom(_ name: String) -> Transition { Transition("custom:\(name)") }
}

// MARK: Made of others

extension Transition {
  /// Both at once.
  public func combined(with other: Transition) -> Transition {
    var all = json["with"]?.arrayValue ?? []
    all.append(other.rendered)
    return with("with", .array(all))
  }

  /// How what was there leaves meanwhile; without it, it stays.
  public func exit(_ transition: Transition) -> Transition { with("exit", transition.rendered) }

  /// What comes goes behind what leaves.
  public func behind(_ isBehind: Bool = true) -> Transition { with("behind", .bool(isBehind)) }

  /// Another way back than the same in reverse.
  public func back(_ transition: Transition) -> Transition { with("back", transition.rendered) }

  /// Comes by one, and leaves by the other when it goes.
  public static func asymmetric(insertion: Transition, removal: Transition) -> Transition {
    insertion.back(removal)
  }
}
