import OrielDocument

import struct FoundationEssentials.Date

/// A mark of a ``Chart``: a point of a line or an area, a bar, or a rule.
public protocol ChartContent {
  var _mark: _ChartMark { get set }
}

/// Collects the marks of a chart, with `if`, `switch` and `for`.
public typealias ChartContentBuilder = ArrayBuilder<_ChartMark>

extension ArrayBuilder where Element == _ChartMark {
  /// A mark is a statement.
  public static func buildExpression(_ mark: some ChartContent) -> [_ChartMark] { [mark._mark] }
}

extension ChartContent {
  /// Makes the mark part of the series with this name.
  ///
  /// ```swift
  /// LineMark(x: .value("Time", call.time), y: .value("Calls", call.count))
  ///   .foregroundStyle(by: .value("Desk", call.desk))
  /// ```
  public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> Self {
    var content = self
    content._mark.name = value.value._plotted.text
    return content
  }

  /// Sets the colour of the mark's series.
  public func foregroundStyle(_ style: ForegroundStyle) -> Self {
    var content = self
    content._mark.style = style.style
    return content
  }
}

/// A point of a line.
public struct LineMark: ChartContent {
  public var _mark: _ChartMark

  /// Creates a point of a line.
  public init<X: Plottable, Y: PlottableNumber>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    _mark = _ChartMark(.line, x, y)
  }
}

/// A point of a line with the area below it.
public struct AreaMark: ChartContent {
  public var _mark: _ChartMark

  /// Creates a point of an area.
  public init<X: Plottable, Y: PlottableNumber>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    _mark = _ChartMark(.area, x, y)
  }
}

/// A bar from 0 to a value.
public struct BarMark: ChartContent {
  public var _mark: _ChartMark

  /// Creates a bar.
  public init<X: Plottable, Y: PlottableNumber>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    _mark = _ChartMark(.bar, x, y)
  }
}

/// A line across the chart, such as a limit.
public struct RuleMark: ChartContent {
  public var _mark: _ChartMark

  /// Creates a rule at this height.
  public init<Y: PlottableNumber>(y: PlottableValue<Y>) {
    _mark = _ChartMark(.rule, y)
  }
}

/// A value of a mark, and what it means.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let value: Value

  /// - Parameters:
  ///   - label: The meaning of the value: `Time`, `Calls`.
  ///   - value: A number, a date or a category.
  public static func value(_ label: String, _ value: Value) -> PlottableValue {
    PlottableValue(label: label, value: value)
  }
}

/// A value that a chart can show on its x axis, or as the name of a series: a number, a date or a string.
public protocol Plottable {
  var _plotted: _Plotted { get }
}

/// A number, which a chart can show on its y axis.
public protocol PlottableNumber: Plottable {
  var _number: Double { get }
}

extension PlottableNumber {
  public var _plotted: _Plotted { _Plotted(_number) }
}
extension PlottableNumber where Self: BinaryInteger {
  public var _number: Double { Double(self) }
}

extension Double: PlottableNumber { public var _number: Double { self } }
extension Float: PlottableNumber { public var _number: Double { Double(self) } }
extension Int: PlottableNumber {}
extension Int32: PlottableNumber {}
extension Int64: PlottableNumber {}
extension UInt: PlottableNumber {}
extension UInt32: PlottableNumber {}
extension UInt64: PlottableNumber {}

extension String: Plottable { public var _plotted: _Plotted { _Plotted(.category, .string(self), self) } }

extension Date: Plottable {
  public var _plotted: _Plotted {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return _Plotted(.time, Int(exactly: milliseconds).map(JSONValue.integer), "\(self)")
  }
}

enum PlottedKind: String { case time, number, category }

public struct _Plotted {
  let kind: PlottedKind
  /// `nil` if it can't be shown.
  let json: JSONValue?
  let text: String

  init(_ kind: PlottedKind, _ json: JSONValue?, _ text: String) {
    self.kind = kind
    self.json = json
    self.text = text
  }

  init(_ number: Double) {
    self.init(.number, number.isFinite ? .number(number) : nil, Int(exactly: number).map { "\($0)" } ?? "\(number)")
  }
}

enum ChartMarkKind: String { case line, area, bar, rule }

public struct _ChartMark {
  let kind: ChartMarkKind
  /// `nil` for a rule.
  let x: _Plotted?
  let xTitle: String
  let y: Double
  var name: String
  var style = Style()

  init<Y>(_ kind: ChartMarkKind, _ y: PlottableValue<Y>) where Y: PlottableNumber {
    self.kind = kind
    x = nil
    xTitle = ""
    self.y = y.value._number
    name = y.label
  }

  init<X, Y>(_ kind: ChartMarkKind, _ x: PlottableValue<X>, _ y: PlottableValue<Y>) where Y: PlottableNumber {
    self.kind = kind
    self.x = x.value._plotted
    xTitle = x.label
    self.y = y.value._number
    name = y.label
  }

  var isRule: Bool { kind == .rule }
}
