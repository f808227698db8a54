import OrielDocument

/// The animation of a change: a curve over time. Times are in seconds.
public struct Animation: Hashable, Sendable, Codable {
  enum Curve: Hashable, Codable {
    /// The client's default curve.
    case standard
    case named(String)
    /// The control points of CSS's `cubic-bezier`.
    case cubic(Double, Double, Double, Double)
    /// A spring whose `bounce` ranges from 0, none, to just under 1.
    case spring(bounce: Double)
  }

  var curve: Curve
  var duration: Double
  var delay = 0.0
  var speed = 1.0
  /// The number of runs; `nil` repeats forever.
  var count: Int? = 1
  var autoreverses = false

  /// The client's default animation, 0.35 s.
  public static let `default` = Animation(curve: .standard, duration: 0.35)
  /// Constant speed, 0.35 s.
  public static var linear: Animation { linear(duration: 0.35) }
  /// Starts slowly, 0.35 s.
  public static var easeIn: Animation { easeIn(duration: 0.35) }
  /// Ends slowly, 0.35 s.
  public static var easeOut: Animation { easeOut(duration: 0.35) }
  /// Starts and ends slowly, 0.35 s.
  public static var easeInOut: Animation { easeInOut(duration: 0.35) }
  /// A spring that does not overshoot.
  public static var smooth: Animation { spring(bounce: 0) }
  /// A spring that overshoots a little, 0.5 s.
  public static var snappy: Animation { spring(bounce: 0.15) }
  /// A spring that overshoots visibly, 0.5 s.
  public static var bouncy: Animation { spring(bounce: 0.3) }
  /// A spring that doesn't overshoot, 0.5 s; the same as `smooth`.
  public static var spring: Animation { spring() }

  /// Constant speed. The duration is in seconds.
  public static func linear(duration: Double) -> Animation { Animation(curve: .named("linear"), duration: duration) }
  /// Starts slowly. The duration is in seconds.
  public static func easeIn(duration: Double) -> Animation { Animation(curve: .named("easeIn"), duration: duration) }
  /// Ends slowly. The duration is in seconds.
  public static func easeOut(duration: Double) -> Animation { Animation(curve: .named("easeOut"), duration: duration) }
  /// Starts and ends slowly. The duration is in seconds.
  public static func easeInOut(duration: Double) -> Animation {
    Animation(curve: .named("easeInOut"), duration: duration)
  }

  /// A curve with these control points, as in CSS's `cubic-bezier`.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Animation {
    Animation(curve: .cubic(min(max(x1, 0), 1), y1, min(max(x2, 0), 1), y2), duration: duration)
  }

  /// - Parameters:
  ///   - duration: The duration in seconds.
  ///   - bounce: The amount of overshoot, from 0 to 1.
  public static func spring(duration: Double = 0.5, bounce: Double = 0) -> Animation {
    Animation(curve: .spring(bounce: min(max(bounce, 0), 0.99)), duration: duration)
  }

  /// Starts after a delay in seconds. A negative delay is ignored.
  public func delay(_ seconds: Double) -> Animation { with { $0.delay += max(seconds, 0) } }

  /// Multiplies the speed, which divides both duration and delay.
  public func speed(_ speed: Double) -> Animation { with { if speed > 0 { $0.speed *= speed } } }

  /// Repeats the animation `count` times, at least once. Every other run is reversed unless `autoreverses` is `false`.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation {
    with {
      $0.count = max(count, 1)
      $0.autoreverses = autoreverses
    }
  }

  /// Repeats the animation for as long as the screen is visible. Every other run is reversed unless `autoreverses` is
  /// `false`.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    with {
      $0.count = nil
      $0.autoreverses = autoreverses
    }
  }

  private func with(_ change: (inout Animation) -> Void) -> Animation {
    var animation = self
    change(&animation)
    return animation
  }
}

extension Animation {
  /// The total time in milliseconds; a single run if it repeats forever.
  package var length: Int64 {
    Int64(min(max((delay + duration * Double(count ?? 1)) / speed, 0), 3600) * 1000)
  }

  /// The form in patch operations; times are in milliseconds.
  var rendered: JSONObject {
    var members: JSONObject = ["name": .string(name), "duration": Self.milliseconds(duration / speed)]
    switch curve {
    case .standard, .named: break
    case .cubic(let x1, let y1, let x2, let y2): members["curve"] = .array([x1, y1, x2, y2].map { .number($0) })
    case .spring(let bounce): members["bounce"] = .number(bounce)
    }
    if delay > 0 { members["delay"] = Self.milliseconds(delay / speed) }
    // 0 means forever, because JSON has no infinity.
    if count != 1 { members["count"] = .integer(count ?? 0) }
    if autoreverses, count != 1 { members["autoreverses"] = true }
    return members
  }

  private var name: String {
    switch curve {
    case .standard: "default"
    case .named(let name): name
    case .cubic: "curve"
    case .spring: "spring"
    }
  }

  private static func milliseconds(_ seconds: Double) -> JSONValue {
    .integer(Int(min(max(seconds, 0), 3600) * 1000))
  }
}
