import OrielDocument

/// The parts of a date that a ``DatePicker`` can change.
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The day.
  public static let date = DatePickerComponents(rawValue: 1)
  /// The time of day, to the minute.
  public static let hourAndMinute = DatePickerComponents(rawValue: 2)
}

/// A control for choosing a day, a time of day, or both. The other part stays unchanged.
public struct DatePicker: ElementView {
  let title: String
  let entry: DateEntry

  /// - Parameters:
  ///   - title: The label.
  ///   - selection: The date. The part that can't be chosen stays unchanged.
  ///   - range: The allowed dates. Any other date is refused.
  ///   - displayedComponents: The parts that can be chosen.
  public init(
    _ title: String, selection: Binding<CalendarDate>, in range: ClosedRange<CalendarDate>? = nil,
    displayedComponents: DatePickerComponents = .date
  ) {
    self.title = title
    entry = DateEntry(selection: selection, range: range, components: displayedComponents)
  }

  static func render(_ view: borrowing DatePicker, into renderer: inout ElementRenderer) {
    let entry = view.entry
    var element = renderer.open("datePicker", members: 7, takesEvents: true)
    element.label = view.title
    element.set("value", entry.text(of: entry.selection.wrappedValue))
    element.set("as", entry.style)
    if let range = entry.range {
      element.set("min", entry.text(of: range.lowerBound))
      element.set("max", entry.text(of: range.upperBound))
    }
    element.on("change", .sync { value in try entry.accept(value) })
    renderer.close(element)
  }
}

/// A date in the format of the page's input element.
struct DateEntry {
  let selection: Binding<CalendarDate>
  let range: ClosedRange<CalendarDate>?
  let components: DatePickerComponents

  var style: String {
    components == .hourAndMinute ? "time" : components.contains(.hourAndMinute) ? "datetime-local" : "date"
  }

  func text(of date: CalendarDate) -> String {
    switch style {
    case "time": date.timeText
    case "date": date.dayText
    default: date.description
    }
  }

  func accept(_ value: EventValue) throws(EventRefusal) {
    guard let date = date(from: try value.text()) else { throw .invalid("Expected a date") }
    guard range?.contains(date) ?? true else { throw .invalid("The date is out of range") }
    try selection.change(to: date)
  }

  private func date(from text: String) -> CalendarDate? {
    let old = selection.wrappedValue
    switch style {
    case "time":
      return CalendarDate.numbers(text[...], by: ":", widths: [2, 2]).flatMap {
        CalendarDate(year: old.year, month: old.month, day: old.day, hour: $0[0], minute: $0[1])
      }
    case "date":
      return CalendarDate.numbers(text[...], by: "-", widths: [4, 2, 2]).flatMap {
        CalendarDate(year: $0[0], month: $0[1], day: $0[2], hour: old.hour, minute: old.minute)
      }
    default: return CalendarDate(text)
    }
  }
}
