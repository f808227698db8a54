import Oriel
import OrielDocument
import Testing

@Suite("Controls that pick")
struct PickingTests {
  private func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  @Test func `a date picker picks a day and leaves the time`() throws {
    let due = Box(try date("2026-11-21T09:30"))
    let rendered = ElementRenderer.render(DatePicker("Due", selection: due.binding))
    #expect(
      rendered.body == [["type": "datePicker", "id": "0", "value": "2026-11-21", "as": "date", "label": "Due"]])
    try rendered.send("change", "2028-02-29", to: "0")
    try rendered.send("change", "2028-02-29", to: "0")
    #expect(due.writes == [try date("2028-02-29T09:30")])
  }

  @Test func `a date picker picks a time, or both`() throws {
    let due = Box(try date("2026-11-21T09:30"))
    let time = ElementRenderer.render(
      DatePicker("Due", selection: due.binding, displayedComponents: .hourAndMinute))
    #expect(time.body[0]["value"] == "09:30")
    try time.send("change", "10:45:12", to: "0")
    let both = ElementRenderer.render(
      DatePicker("Due", selection: due.binding, displayedComponents: [.date, .hourAndMinute]))
    #expect(both.body[0]["as"] == "datetime-local")
    try both.send("change", "2027-01-01T00:00", to: "0")
    #expect(due.writes == [try date("2026-11-21T10:45"), try date("2027-01-01T00:00")])
  }

  @Test(
    arguments: [
      nil, 1, "", "2027-02-29", "2027-13-01", "2027-1-1", "+027-01-01", "0000-01-01", "2027-01-01T", "tomorrow",
      "10:00",
    ] as [JSONValue?])
  func `what is no day is refused`(_ value: JSONValue?) throws {
    let due = Box(try date("2026-11-21T09:30"))
    let rendered = ElementRenderer.render(DatePicker("Due", selection: due.binding))
    #expect(throws: EventRefusal.self) { try rendered.send("change", value, to: "0") }
    #expect(due.writes == [])
  }

  @Test func `a date out of its range is refused`() throws {
    let due = Box(try date("2026-11-21"))
    let rendered = ElementRenderer.render(
      DatePicker("Due", selection: due.binding, in: try date("2026-11-01")...date("2026-11-30")))
    #expect(rendered.body[0]["min"] == "2026-11-01")
    #expect(rendered.body[0]["max"] == "2026-11-30")
    #expect(throws: EventRefusal.invalid("The date is out of range")) {
      try rendered.send("change", "2026-12-01", to: "0")
    }
  }

  @Test func `a date is saved as text`() throws {
    let due = try date("2026-11-21T09:30")
    #expect(try JSONValueEncoder.encode(due) == "2026-11-21T09:30")
    #expect(try JSONValueDecoder.decode(CalendarDate.self, from: "2026-11-21T09:30") == due)
    #expect(try date("2026-11-21") < due)
  }

  @Test func `a colour picker takes colours only`() throws {
    let color = Box(Color(red: 255, green: 0, blue: 10))
    let rendered = ElementRenderer.render(ColorPicker("Tint", selection: color.binding))
    #expect(rendered.body == [["type": "colorPicker", "id": "0", "value": "#ff000a", "label": "Tint"]])
    try rendered.send("input", "#00FF00", to: "0")
    try rendered.send("change", "#00ff00", to: "0")
    for wrong: JSONValue? in ["red", "#12345", "#1234567", "#+12345", 7, nil] {
      #expect(throws: EventRefusal.self) { try rendered.send("change", wrong, to: "0") }
    }
    #expect(color.writes == [Color(red: 0, green: 255, blue: 0)])
  }

  @Test func `a page control opens one of its pages`() throws {
    let page = Box(9)
    let rendered = ElementRenderer.render(PageControl("Page", currentPage: page.binding, numberOfPages: 3))
    #expect(rendered.body == [["type": "pageControl", "id": "0", "value": 2, "count": 3, "label": "Page"]])
    try rendered.send("change", 1, to: "0")
    try rendered.send("change", 1, to: "0")
    for wrong: JSONValue? in [3, -1, 0.5, "1", nil] {
      #expect(throws: EventRefusal.invalid("There is no such page")) { try rendered.send("change", wrong, to: "0") }
    }
    #expect(page.writes == [1])
  }

  @Test func `any number of options can be picked`() throws {
    let toppings = Box<Set<String>>(["ham", "secret"])
    let rendered = ElementRenderer.render(
      MultiPicker("Toppings", selection: toppings.binding) {
        ForEach(["ham", "olives", "basil"], id: \.self) { Text($0) }
      })
    #expect(rendered.body[0]["multiple"] == true)
    #expect(rendered.body[0]["value"] == ["ham"])
    try rendered.send("change", ["basil", "olives"], to: "0")
    try rendered.send("change", ["olives", "basil", "basil"], to: "0")
    // What it has no option for, it does not take away.
    #expect(toppings.writes == [["secret", "basil", "olives"]])
    for wrong: JSONValue? in [["anchovies"], "ham", [1], nil] {
      #expect(throws: EventRefusal.self) { try rendered.send("change", wrong, to: "0") }
    }
  }
}
