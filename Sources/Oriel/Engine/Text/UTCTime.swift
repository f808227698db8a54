/// A time as ISO 8601 writes it in UTC, to the second: `2026-11-21T22:26:40Z`.
package struct UTCTime: CustomStringConvertible {
  /// `2026-11-21`.
  package let day: String
  /// `22:26:40`.
  package let time: String

  /// The civil calendar from days, as in Howard Hinnant's notes.
  ///
  /// - Parameter milliseconds: Since 1970. Times outside the years 0 to 9999 are the nearest of them.
  package init(_ milliseconds: Int64) {
    let seconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999).dividedDown(by: 1000)
    let rest = seconds - seconds.dividedDown(by: 86_400) * 86_400
    // Eras of 400 years begin on 1 March 0000.
    let shifted = seconds.dividedDown(by: 86_400) + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    day = "\(Self.padded(year, 4))-\(Self.padded(civilMonth))-\(Self.padded(dayOfYear - (153 * month + 2) / 5 + 1))"
    time = "\(Self.padded(rest / 3600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60))"
  }

  package var description: String { "\(day)T\(time)Z" }

  private static func padded(_ number: Int64, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension Int64 {
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
