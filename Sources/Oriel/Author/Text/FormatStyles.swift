// Of Foundation, this room knows the protocols of format styles and the type of a language.
import protocol FoundationEssentials.FormatStyle
import struct FoundationEssentials.Locale
import protocol FoundationEssentials.ParseStrategy
import protocol FoundationEssentials.ParseableFormatStyle

extension Text {
  /// Creates a text of a value in a format, as in SwiftUI.
  ///
  /// ```swift
  /// import Foundation
  /// import Oriel
  ///
  /// Text(order.total, format: .currency(code: "EUR"))
  /// ```
  /// The text is in the language of the window, and follows it, unless the format has a locale of its own. A date is in
  /// the time zone of its format, which is the server's by default.
  public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
  where Format.FormatInput: Equatable, Format.FormatOutput == String {
    self.init(format.ofWindow.format(input))
  }
}

extension TextField {
  /// Creates a field for a value that is edited as text, as in SwiftUI.
  ///
  /// ```swift
  /// import Foundation
  /// import Oriel
  ///
  /// TextField("Price", value: bind(\.price), format: .number)
  /// ```
  /// The value changes when the user leaves the field, presses Return or does something else in the window. If the text can't
  /// be read as a whole, the value stays, and the page says so at the field, which keeps the text: a button that is pressed from
  /// the field meets the former value, so use an optional one for what has to be given. While the field is edited, its text is a draft: it is saved with the
  /// window, so it outlives a reload, a crash of the page or of the server, and comes along when the window is moved to another
  /// user. In a ``SharedModel`` the draft is the page's own. A format that rounds shows less than the value has.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - value: The value to edit.
  ///   - format: Converts between the value and its text, in the language of the window unless it has a locale of its own.
  ///   - prompt: Shown in the field while it is empty.
  public init<Format: ParseableFormatStyle>(
    _ label: String, value: Binding<Format.FormatInput>, format: Format, prompt: String? = nil
  ) where Format.FormatOutput == String {
    let location = FormattedLocation(value.location) {
      format.ofWindow.format($0)
    } parse: {
      format.ofWindow.value(of: $0)
    }
    self.init(label, committing: Binding(location), prompt: prompt)
  }

  /// Creates a field for an optional value that is edited as text. While the value is `nil`, the field is empty. A text that
  /// can't be read sets it to `nil`, as in SwiftUI, and the page says so at the field; so does an empty one, without a word. So use it for a value that has to be given: a
  /// handler that runs next does not meet the former one.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - value: The value to edit.
  ///   - format: Converts between the value and its text, in the language of the window unless it has a locale of its own.
  ///   - prompt: Shown in the field while it is empty.
  public init<Format: ParseableFormatStyle>(
    _ label: String, value: Binding<Format.FormatInput?>, format: Format, prompt: String? = nil
  ) where Format.FormatOutput == String {
    let location = FormattedLocation(value.location) {
      $0.map { format.ofWindow.format($0) } ?? ""
    } parse: { text in
      text.allSatisfy(\.isWhitespace) ? .some(nil) : format.ofWindow.value(of: text).map(Optional.some)
    } unreadable: {
      nil
    }
    self.init(label, committing: Binding(location), prompt: prompt)
  }
}

extension TextField {
  /// Creates a field for a number that the arrow keys change by a step, up and down within bounds.
  ///
  /// ```swift
  /// TextField("Limit", value: bind(\.limit), in: 0.01...10_000, step: 0.01, format: .currency(code: "EUR"))
  /// ```
  /// A typed number may be out of the bounds: say so with ``View/problem(_:)``.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - value: The number to edit.
  ///   - bounds: The numbers that the arrow keys reach.
  ///   - step: By how much they change the number. It is positive.
  ///   - format: Converts between the number and its text, in the language of the window unless it has a locale of its own.
  ///   - prompt: Shown in the field while it is empty.
  public init<Format: ParseableFormatStyle>(
    _ label: String, value: Binding<Format.FormatInput>, in bounds: ClosedRange<Format.FormatInput>,
    step: Format.FormatInput, format: Format, prompt: String? = nil
  ) where Format.FormatOutput == String, Format.FormatInput: Numeric & Comparable {
    self.init(label, value: value, format: format, prompt: prompt)
    steps = .sync { sent in
      guard let way = sent.json?.integerValue, way == 1 || way == -1 else {
        throw EventRefusal.invalid("Expected 1 or -1")
      }
      try value.change(to: value.wrappedValue.stepped(by: step, isUp: way == 1, in: bounds))
    }
  }
}

extension FormatStyle {
  /// The same style in the language of the window of this turn. A style that the author gave a locale keeps it.
  fileprivate var ofWindow: Self {
    guard let environment = TurnContext.current?.environment, self == locale(.autoupdatingCurrent) else { return self }
    return locale(Locale(identifier: environment.locale))
  }
}

extension ParseableFormatStyle where FormatOutput == String {
  /// The value of a whole text. Foundation's numbers would also read the beginning of one: 1 of `1x`, and of `1,5` in English.
  fileprivate func value(of text: String) -> FormatInput? {
    let text = String(text.trimmingPrefix(while: \.isWhitespace))
    guard let value = try? parseStrategy.parse(text) else { return nil }
    guard let consuming = self as? any CustomConsumingRegexComponent else { return value }
    guard consuming.isWhole(text) || Self.isPlain(text, for: format(value)) else { return nil }
    return isExact(value, of: text) ? value : nil
  }

  /// Whether a number was read as it is written. Foundation ignores where a grouping separator stands, so that `99,50` is 9950
  /// in English, and the fraction of a whole number.
  private func isExact(_ value: FormatInput, of text: String) -> Bool {
    guard let number = Self.double(value), let groups = DigitGroups(text), groups.digits.count > 1 else { return true }
    let isWhole = value is any BinaryInteger
    // Three digits behind the last separator can be a group of thousands or a fraction: the style knows.
    let mayBeThousands = groups.areThousands(groups.digits.count)
    if mayBeThousands, !isWhole { return true }
    guard hasFraction(number, without: groups.textOfFraction, of: text) else { return mayBeThousands }
    guard groups.areThousands(groups.digits.count - 1) else { return false }
    return !isWhole || groups.digits.last?.allSatisfy { $0 == 0 } == true
  }

  /// Whether the style has taken the last digits for a fraction: then the number is almost the same without them.
  private func hasFraction(_ number: Double, without fraction: Range<String.Index>, of text: String) -> Bool {
    var rest = text
    rest.removeSubrange(fraction)
    guard let integral = (try? parseStrategy.parse(rest)).flatMap(Self.double) else { return true }
    if integral != 0 { return abs(number) < 10 * abs(integral) }
    let one = String(rest.map { $0.wholeNumberValue == nil ? $0 : "1" })
    guard let unit = (try? parseStrategy.parse(one)).flatMap(Self.double) else { return true }
    return abs(number) < abs(unit)
  }

  private static func double(_ value: FormatInput) -> Double? {
    value is any Numeric ? Double("\(value)") : nil
  }

  /// Whether a text is a number without what the style adds, such as a currency: it has the digits of the formatted text,
  /// but for zeros at the end, and no other characters than that text, and no more of them.
  private static func isPlain(_ text: String, for formatted: String) -> Bool {
    let known = Set(formatted.map { $0.isWhitespace ? " " : $0 }).union(["-"])
    let (own, full) = (text.compactMap(\.wholeNumberValue), formatted.compactMap(\.wholeNumberValue))
    let count = min(own.count, full.count)
    return count > 0 && text.count - own.count <= formatted.count - full.count
      && own.prefix(count) == full.prefix(count)
      && (own.dropFirst(count) + full.dropFirst(count)).allSatisfy { $0 == 0 }
      && text.allSatisfy { $0.wholeNumberValue != nil || known.contains($0.isWhitespace ? " " : $0) }
  }
}

/// The digits of a number between its separators.
private struct DigitGroups {
  private(set) var digits: [[Int]] = []
  /// The last separator and the digits behind it.
  private(set) var textOfFraction: Range<String.Index>

  /// - Returns: `nil` if there is something else than separators between digits, such as the letter of an exponent.
  init?(_ text: String) {
    guard let first = text.firstIndex(where: \.isDigit), let last = text.lastIndex(where: \.isDigit) else { return nil }
    let core = text[first...last]
    guard core.allSatisfy({ !$0.isLetter }) else { return nil }
    let groups = core.split { !$0.isDigit }
    digits = groups.map { $0.compactMap(\.wholeNumberValue) }
    let begin = groups.count > 1 ? groups[groups.count - 2].endIndex : core.endIndex
    textOfFraction = begin..<core.endIndex
  }

  /// Whether the first groups are thousands: three digits each but the first one, or two as in India, and the last three.
  func areThousands(_ count: Int) -> Bool {
    let groups = digits.prefix(count)
    guard groups.count > 1, let first = groups.first else { return true }
    let middle = groups.dropFirst().dropLast()
    return 1...3 ~= first.count && first.first != 0 && groups.last?.count == 3
      && middle.allSatisfy { 2...3 ~= $0.count }
  }
}

extension Character {
  fileprivate var isDigit: Bool { wholeNumberValue.map { 0...9 ~= $0 } ?? false }
}

extension CustomConsumingRegexComponent {
  /// Whether all of a text is read, but for white space at its end.
  fileprivate func isWhole(_ text: String) -> Bool {
    guard let (end, _) = try? consuming(text, startingAt: text.startIndex, in: text.startIndex..<text.endIndex) else {
      return false
    }
    return text[end...].allSatisfy(\.isWhitespace)
  }
}

/// A value as text. A text that can't be read is not written.
private final class FormattedLocation<Value>: BindingLocation<String> {
  private let base: BindingLocation<Value>
  private let show: (Value) -> String
  private let parse: (String) -> Value?
  /// The value for a text that can't be read; without one, such a text is not written.
  private let unreadable: (() -> Value)?

  init(
    _ base: BindingLocation<Value>, show: @escaping (Value) -> String, parse: @escaping (String) -> Value?,
    unreadable: (() -> Value)? = nil
  ) {
    self.base = base
    self.show = show
    self.parse = parse
    self.unreadable = unreadable
    super.init("")
  }

  override func read() -> String { show(base.read()) }
  override func write(_ text: String) { if let value = parse(text) ?? unreadable?() { base.write(value) } }
  override func refusal(of text: String) -> EventRefusal? { parse(text).flatMap { base.refusal(of: $0) } }
  override func complaint(about text: String) -> EventRefusal? {
    parse(text) == nil ? .invalid("This can't be read") : nil
  }
}

// Foundation's styles are unknown to a file that doesn't import it.

extension Text {
  @_disfavoredOverload
  @available(*, unavailable, message: "the styles are Foundation's: write 'import Foundation' at the top of this file")
  public init<Value>(_ input: Value, format: _MissingFormat) { fatalError("unavailable") }
}

extension TextField {
  @_disfavoredOverload
  @available(*, unavailable, message: "the styles are Foundation's: write 'import Foundation' at the top of this file")
  public init<Value>(_ label: String, value: Binding<Value>, format: _MissingFormat, prompt: String? = nil) {
    fatalError("unavailable")
  }
}

/// The names of Foundation's most common styles.
public struct _MissingFormat {
  public static var number: _MissingFormat { _MissingFormat() }
  public static var percent: _MissingFormat { _MissingFormat() }
  public static var dateTime: _MissingFormat { _MissingFormat() }
  public static var iso8601: _MissingFormat { _MissingFormat() }
  public static func currency(code: String) -> _MissingFormat { _MissingFormat() }
  public func precision(_ precision: _MissingFormat) -> _MissingFormat { self }
  public static func fractionLength(_ length: Int) -> _MissingFormat { _MissingFormat() }
}
