/// A day of the Gregorian calendar with a time of day, independent of time zones.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int

  /// Creates a date; `nil` if there is no such day or time. Years range from 1 to 9999.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), (0..<24).contains(hour), (0..<60).contains(minute),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day, left.hour, left.minute)
      < (right.year, right.month, right.day, right.hour, right.minute)
  }
}

extension CalendarDate: LosslessStringConvertible, TextCodable {
  /// Parses HTML's format: `2026-11-21T09:30`, or only the day.
  public init?(_ description: String) {
    let parts = description.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, let day = Self.numbers(parts[0], by: "-", widths: [4, 2, 2]) else { return nil }
    let time = parts.count == 2 ? Self.numbers(parts[1], by: ":", widths: [2, 2]) : [0, 0]
    guard let time else { return nil }
    self.init(year: day[0], month: day[1], day: day[2], hour: time[0], minute: time[1])
  }

  public var description: String { "\(dayText)T\(timeText)" }

  var dayText: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
  var timeText: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

  /// Parses numbers of exactly these widths. Pages may add seconds, which are ignored.
  static func numbers(_ text: Substring, by separator: Character, widths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).prefix(widths.count)
    guard parts.map(\.utf8.count) == widths, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
      return nil
    }
    return parts.compactMap { Int($0) }
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
