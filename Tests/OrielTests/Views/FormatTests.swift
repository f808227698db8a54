import Foundation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Values in a format")
struct FormatTests {
  private static let unreadable = EventRefusal.invalid("This can't be read")
  private static let english = Locale(identifier: "en_US")
  private static let number = FloatingPointFormatStyle<Double>.number.locale(english)

  @Test func `a text is a value in a format`() throws {
    #expect(try element(Text(1234.5, format: Self.number)) == ["type": "text", "text": "1,234.5"])
    #expect(
      try element(Text(12.5, format: .currency(code: "EUR").locale(Self.english)).bold()) == [
        "type": "text", "text": "€12.50", "style": "bold",
      ])
    #expect(
      try element(Text(Date(timeIntervalSince1970: 0), format: .iso8601)) == [
        "type": "text", "text": "1970-01-01T00:00:00Z",
      ])
  }

  @Test func `a formatted text is part of others`() throws {
    #expect(
      try element(Text("Total: ") + Text(1234.5, format: Self.number)) == ["type": "text", "text": "Total: 1,234.5"])
    #expect(
      ElementRenderer.render(
        Picker("Price", selection: Box(1.5).binding) { Text(1.5, format: Self.number).tag(1.5) }
      ).body[0]["options"]?[0]?["text"] == "1.5")
  }

  @Test func `values are in the language of their window and follow it`() throws {
    let window = try TestWindow(PriceModel())
    #expect(window.texts == ["1,234.5", "1,234.5", "1,234.5", ""])
    try window.report(locale: "de-DE")
    #expect(window.texts == ["1.234,5", "1,234.5", "1.234,5", ""])
  }

  @Test func `a field shows a value and says that it is told the end of an edit`() throws {
    let price = Box(1234.5)
    let rendered = ElementRenderer.render(
      TextField("Price", value: price.binding, format: Self.number, prompt: "EUR"))
    #expect(
      rendered.body == [
        [
          "type": "textField", "id": "0", "label": "Price", "text": "1,234.5", "live": false, "placeholder": "EUR",
        ]
      ])
    #expect(rendered.events(of: "0") == ["change", "submit"])
  }

  @Test func `arrow keys change a number by a step within its bounds`() throws {
    let price = Box(0.2)
    let field = {
      ElementRenderer.render(
        TextField("Price", value: price.binding, in: 0...0.5, step: 0.1, format: Self.number))
    }
    #expect(field().body[0]["steps"] == true)
    for way in [1, 1, 1, 1, -1] as [JSONValue] { try field().send("step", way, to: "0") }
    // No digits that only a sum of fractions has; the fourth step is at the end already.
    #expect(price.writes == [0.3, 0.4, 0.5, 0.4])
    for way in [2, 0, .integer(.min), 1.5, "1", nil] as [JSONValue?] {
      #expect(throws: EventRefusal.invalid("Expected 1 or -1")) { try field().send("step", way, to: "0") }
    }
  }

  @Test func `no step leaves what an integer can hold`() throws {
    #expect(Int8(127).stepped(by: 1, isUp: true, in: .min ... .max) == 127)
    #expect(Int8(-120).stepped(by: 100, isUp: false, in: .min ... .max) == -128)
    #expect(UInt8(3).stepped(by: 5, isUp: false, in: 0...9) == 0)
    #expect(
      Decimal(string: "0.2")?.stepped(by: Decimal(string: "0.1") ?? 0, isUp: true, in: 0...1) == Decimal(string: "0.3"))
    #expect(Double.infinity.stepped(by: 1, isUp: true, in: 0...9) == 9)
    #expect(1.0.stepped(by: 0, isUp: true, in: 0...9) == 1)
  }

  @Test func `a unit stands in its field`() throws {
    let field = TextField("Price", text: Box("1").binding)
    #expect(try element(field.unit("kg"))["suffix"] == "kg")
    #expect(try element(field.unit("€", edge: .leading))["prefix"] == "€")
    #expect(try element(Text("1").unit("kg")) == ["type": "text", "text": "1"])
  }

  @Test func `a test presses the arrow keys of a field`() throws {
    let window = try TestWindow(LimitModel())
    try window.type("12", into: "Limit")
    try window.change("Limit", to: "12")
    try window.step("Limit")
    try window.step("Limit", up: false)
    try window.step("Limit", up: false)
    #expect(try window.find(LimitModel.self).limit == 11)
    #expect(throws: TestError.self) { try window.step("Name") }
  }

  @Test func `the end of an edit writes the value`() throws {
    let price = Box(1234.5)
    let rendered = ElementRenderer.render(TextField("Price", value: price.binding, format: Self.number))
    try rendered.send("change", "1,234.5", to: "0")
    try rendered.send("change", "99.25", to: "0")
    try rendered.send("submit", "7", to: "0")
    #expect(price.writes == [99.25, 7])
  }

  @Test(arguments: [
    "", "abc", "-", "12abc", "1.2.3", "1,5", "12 %", "1 2", "99,50", "1,00", "1,23,456", "12,34.5", "0,005",
  ])
  func `a text that can't be read leaves the value`(_ text: String) throws {
    let price = Box(1234.5)
    let rendered = ElementRenderer.render(TextField("Price", value: price.binding, format: Self.number))
    #expect(throws: Self.unreadable) { try rendered.send("change", .string(text), to: "0") }
    #expect(price.writes == [])
  }

  @Test(arguments: [
    ("12", 12), (" 1,234.50 ", 1234.5), ("-7", -7), ("0.005", 0.005), ("1,234,567", 1_234_567), ("007.5", 7.5),
    ("0.12345", 0.12345), (".5", 0.5), ("1234.5", 1234.5), ("9.9999", 9.9999), ("99.999", 99.999),
    ("12,345.678", 12_345.678), ("-0.25", -0.25),
  ])
  func `a whole number is read, with white space around it`(_ text: String, _ value: Double) throws {
    let price = Box(1.0)
    try ElementRenderer.render(TextField("Price", value: price.binding, format: Self.number))
      .send("change", .string(text), to: "0")
    #expect(price.writes == [value])
  }

  @Test func `each of Foundation's styles of numbers reads whole texts only`() throws {
    let total = Box(Decimal(1))
    let money = Decimal.FormatStyle.Currency(code: "EUR", locale: Self.english)
    let field = ElementRenderer.render(TextField("Total", value: total.binding, format: money))
    for text in ["€12.50", "€12.50x", "€1.2.3", "7.25", "-7", "-€8.00"] {
      try? field.send("change", .string(text), to: "0")
    }
    let count = Box(1)
    let whole = IntegerFormatStyle<Int>.number.locale(Self.english)
    let counter = ElementRenderer.render(TextField("Count", value: count.binding, format: whole))
    for text in ["7", "1,000", "7 pieces", "1.5", "7.0", "99,50", "0", "1000000", "0.5", "1.234", "12.000"] {
      try? counter.send("change", .string(text), to: "0")
    }
    let share = Box(0.1)
    let percent = FloatingPointFormatStyle<Double>.Percent.percent.locale(Self.english)
    let fraction = ElementRenderer.render(TextField("Share", value: share.binding, format: percent))
    for text in ["25%", "25%%", "30"] { try? fraction.send("change", .string(text), to: "0") }
    #expect(total.writes == [12.5, 7.25, -7, -8])
    #expect(count.writes == [7, 1000, 7, 0, 1_000_000, 12])
    #expect(share.writes == [0.25, 0.3])
    let day = Box(Date(timeIntervalSince1970: 0))
    let calendar = ElementRenderer.render(TextField("Day", value: day.binding, format: .iso8601))
    for text in ["1970-01-02T00:00:00Z", "tomorrow"] { try? calendar.send("change", .string(text), to: "0") }
    #expect(day.writes == [Date(timeIntervalSince1970: 86_400)])
  }

  @Test(arguments: ["en_US", "de_DE", "de_CH", "fr_FR", "sv_SE", "ja_JP", "ar_EG", "hi_IN", "fa_IR"])
  func `what a style writes it also reads, in each language`(_ name: String) throws {
    let locale = Locale(identifier: name)
    let styles: [any ReadsBack] = [
      Decimal.FormatStyle.Currency(code: "EUR", locale: locale), Decimal.FormatStyle(locale: locale),
      Decimal.FormatStyle.Percent(locale: locale),
    ]
    for style in styles {
      let amount = Box(Decimal(1))
      let (field, text) = style.field(of: amount, showing: 12_345.5)
      try field.send("change", .string(text), to: "0")
      #expect(amount.writes == [12_345.5], "\(text)")
    }
  }

  @Test(
    arguments: [
      ("de_DE", "1.234,5", 1234.5), ("de_DE", "99,50", 99.5), ("de_DE", "99.50", nil), ("es_ES", "1.234,5", 1234.5),
      ("es_ES", "1234,5", 1234.5), ("de_AT", "1.234,5", 1234.5), ("de_CH", "1'234.5", 1234.5),
      ("pl_PL", "1234,5", 1234.5),
      ("fr_FR", "1 234,5", 1234.5), ("hi_IN", "12,34,567", 1_234_567), ("sv_SE", "0,25", 0.25),
    ] as [(String, String, Double?)])
  func `people group digits as they do in their language, or not at all`(
    _ locale: String, _ text: String, _ value: Double?
  ) throws {
    let style = FloatingPointFormatStyle<Double>.number.locale(Locale(identifier: locale))
    for style in [style, style.precision(.fractionLength(2))] {
      let price = Box<Double?>(7)
      let rendered = ElementRenderer.render(TextField("Price", value: price.binding, format: style))
      if value == nil {
        #expect(throws: Self.unreadable) { try rendered.send("change", .string(text), to: "0") }
      } else {
        try rendered.send("change", .string(text), to: "0")
      }
      #expect(price.writes == [value])
    }
  }

  @Test func `a text that is no text is refused`() {
    let price = Box(1234.5)
    let rendered = ElementRenderer.render(TextField("Price", value: price.binding, format: Self.number))
    #expect(throws: EventRefusal.invalid("Expected a string")) { try rendered.send("change", 7, to: "0") }
    #expect(price.writes == [])
  }

  @Test func `an empty field is no value where there need be none`() throws {
    let price = Box<Double?>(nil)
    let rendered = ElementRenderer.render(TextField("Price", value: price.binding, format: Self.number))
    #expect(rendered.body[0]["text"] == "")
    try rendered.send("change", "12", to: "0")
    try rendered.send("change", " ", to: "0")
    try rendered.send("change", "7", to: "0")
    #expect(price.writes == [12, nil, 7])
  }

  @Test func `a text that can't be read is no value where there need be none`() throws {
    let price = Box<Double?>(7)
    let rendered = ElementRenderer.render(TextField("Price", value: price.binding, format: Self.number))
    #expect(throws: Self.unreadable) { try rendered.send("change", "7.5x", to: "0") }
    #expect(price.writes == [nil])
  }

  @Test func `a typed value is read in the language of the window`() throws {
    let window = try TestWindow(PriceModel())
    try window.report(locale: "de-DE")
    try window.type("2.000,75", into: "Price")
    #expect(window.texts == ["2.000,75", "2,000.75", "2.000,75", ""])
    try window.type("3,50", into: "Discount")
    #expect(window.texts == ["2.000,75", "2,000.75", "2.000,75", "3,5"])
    #expect(try window.type("ten", into: "Price") == .rejected(.invalid, "This can't be read"))
    try window.type("", into: "Discount")
    #expect(window.texts == ["2.000,75", "2,000.75", "2.000,75", ""])
  }
}

private protocol ReadsBack {
  func field(of amount: Box<Decimal>, showing value: Decimal) -> (RenderedBody, String)
}

extension ReadsBack where Self: ParseableFormatStyle, Self.FormatInput == Decimal, Self.FormatOutput == String {
  fileprivate func field(of amount: Box<Decimal>, showing value: Decimal) -> (RenderedBody, String) {
    (ElementRenderer.render(TextField("Amount", value: amount.binding, format: self)), format(value))
  }
}

extension Decimal.FormatStyle: ReadsBack {}
extension Decimal.FormatStyle.Currency: ReadsBack {}
extension Decimal.FormatStyle.Percent: ReadsBack {}

@NavigationModel
private final class LimitModel {
  var limit = 0
  var name = ""

  init() {}

  var body: some View {
    TextField("Limit", value: bind(\.limit), in: 0...20, step: 1, format: .number)
    TextField("Name", text: bind(\.name))
  }
}

@NavigationModel
private final class PriceModel {
  var price = 1234.5
  var discount: Double?

  var body: some View {
    Text(price, format: .number)
    Text(price, format: .number.locale(Locale(identifier: "en_US")))
    TextField("Price", value: bind(\.price), format: .number)
    TextField("Discount", value: bind(\.discount), format: .number)
  }
}

extension TestWindow {
  fileprivate var texts: [String] {
    (document["models"]?["m1"]?["body"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
  }
}
