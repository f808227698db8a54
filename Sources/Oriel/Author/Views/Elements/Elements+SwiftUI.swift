// SwiftUI's ways to create elements that Oriel does not have; the compiler says what to write instead.

extension NavigationLink where Label == Text {
  @available(*, unavailable, message: "write 'NavigationLink(title, to: destination)', with a NavigationDestination")
  public init<Value: Hashable>(_ title: String, value: Value?) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(title, to: destination)': a NavigationDestination makes its model itself"
  )
  public init(_ title: String, @_UncheckedBuilder destination: () -> _Unchecked) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(title, to: destination)': a NavigationDestination makes its model itself"
  )
  public init<Destination>(_ title: String, destination: Destination) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(title, to: destination)': a NavigationDestination makes its model itself"
  )
  public init(_ title: String, to model: some NavigationModel, method: NavigationMethod? = nil) {
    fatalError("unavailable")
  }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(to: destination) { … }': a NavigationDestination makes its model itself"
  )
  public init(@_UncheckedBuilder destination: () -> _Unchecked) { fatalError("unavailable") }
}

extension NavigationLink {
  @available(*, unavailable, message: "write 'NavigationLink(to: destination) { … }', with a NavigationDestination")
  public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(to: destination) { … }': a NavigationDestination makes its model itself"
  )
  public init(@_UncheckedBuilder destination: () -> _Unchecked, @ViewBuilder label: () -> Label) {
    fatalError("unavailable")
  }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(to: destination) { … }': a NavigationDestination makes its model itself"
  )
  public init<Destination>(destination: Destination, @ViewBuilder label: () -> Label) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "write 'NavigationLink(to: destination) { … }': a NavigationDestination makes its model itself"
  )
  public init(
    to model: some NavigationModel, method: NavigationMethod? = nil, @ViewBuilder label: () -> Label
  ) { fatalError("unavailable") }
}

extension Toggle {
  @available(*, unavailable, message: "write 'Toggle(title, isOn: …)': what stands beside it is a text")
  public init<Label: View>(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { fatalError("unavailable") }
}

extension TextField {
  @available(
    *, unavailable,
    message: "bind to what is in the optional: 'if let text = Binding(bind(\\.draft)) { TextField(…, text: text) }'"
  )
  public init(_ label: String, text: Binding<String?>) { fatalError("unavailable") }
}

extension DatePicker {
  @_disfavoredOverload
  @available(
    *, unavailable, message: "make the property a 'CalendarDate', which is the same day in every time zone"
  )
  public init<Value>(
    _ title: String, selection: Binding<Value>, in range: ClosedRange<Value>? = nil,
    displayedComponents: DatePickerComponents = .date
  ) { fatalError("unavailable") }
}

extension Table {
  @available(
    *, unavailable,
    message: "bind it to a '[TableSort]', which names columns and which a model can save"
  )
  public init<Data: RandomAccessCollection, Order>(
    _ data: Data, sortOrder: Binding<Order>, @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row { fatalError("unavailable") }
}

extension WindowGroup {
  @available(
    *, unavailable,
    message:
      "a window has a title and a model: write 'WindowGroup(\"Title\") { HelloModel() }', with a '@NavigationModel final class HelloModel' that has this view as its 'body'"
  )
  public init(@_UncheckedBuilder content: () -> _Unchecked) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message:
      "give it a model: write '@NavigationModel final class HelloModel' with this view as its 'body', and 'HelloModel()' here"
  )
  public init<Content: View>(_ title: String, id: String? = nil, @ViewBuilder content: () -> Content) {
    fatalError("unavailable")
  }
}

extension DefaultStringInterpolation {
  @available(
    *, unavailable,
    message: "write 'Text(price, format: .number.precision(.fractionLength(2)))', and 'import Foundation' above"
  )
  public mutating func appendInterpolation<Value>(_ value: Value, specifier: String) {}
}

extension LocalizedStringKey.StringInterpolation {
  @available(
    *, unavailable,
    message: "write 'price.formatted(.number.precision(.fractionLength(2)))' here, and 'import Foundation' above"
  )
  public mutating func appendInterpolation<Value>(_ value: Value, specifier: String) {}
}

/// The client chooses the colours, light or dark.
extension ForegroundStyle {
  @available(
    *, unavailable,
    message: "write '.danger', '.accent' or '.secondary'; a style sheet of the app's may say which colours those are"
  )
  public static var red: ForegroundStyle { .primary }

  @available(
    *, unavailable,
    message: "write '.danger', '.accent' or '.secondary'; a style sheet of the app's may say which colours those are"
  )
  public static var orange: ForegroundStyle { .primary }

  @available(
    *, unavailable,
    message: "write '.danger', '.accent' or '.secondary'; a style sheet of the app's may say which colours those are"
  )
  public static var yellow: ForegroundStyle { .primary }

  @available(
    *, unavailable,
    message: "write '.danger', '.accent' or '.secondary'; a style sheet of the app's may say which colours those are"
  )
  public static var green: ForegroundStyle { .primary }

  @available(
    *, unavailable,
    message: "write '.danger', '.accent' or '.secondary'; a style sheet of the app's may say which colours those are"
  )
  public static var blue: ForegroundStyle { .primary }

  @available(
    *, unavailable,
    message: "write '.danger', '.accent' or '.secondary'; a style sheet of the app's may say which colours those are"
  )
  public static var gray: ForegroundStyle { .primary }
}
