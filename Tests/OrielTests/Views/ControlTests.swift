import Oriel
import OrielDocument
import Testing

@Suite("Controls that choose a value")
struct ControlTests {
  private static let outOfRange = EventRefusal.invalid("The number is out of range")

  @Test func `a toggle shows and changes its value`() throws {
    let isOn = Box(false)
    let rendered = ElementRenderer.render(Toggle("Sound", isOn: isOn.binding))
    #expect(rendered.body == [["type": "toggle", "id": "0", "label": "Sound", "value": false]])
    try rendered.send("change", true, to: "0")
    try rendered.send("change", true, to: "0")
    #expect(isOn.writes == [true])
  }

  @Test(arguments: [nil, 1, "true", .null] as [JSONValue?])
  func `a toggle takes true and false only`(_ value: JSONValue?) {
    let isOn = Box(false)
    let rendered = ElementRenderer.render(Toggle("Sound", isOn: isOn.binding))
    #expect(throws: EventRefusal.invalid("Expected true or false")) { try rendered.send("change", value, to: "0") }
    #expect(isOn.writes == [])
  }

  @Test func `a slider shows its range and takes what is in it`() throws {
    let volume = Box(0.5)
    let rendered = ElementRenderer.render(Slider("Volume", value: volume.binding))
    #expect(
      rendered.body == [["type": "slider", "id": "0", "value": 0.5, "min": 0, "max": 1, "label": "Volume"]])
    try rendered.send("input", 0.25, to: "0")
    try rendered.send("change", 1, to: "0")
    try rendered.send("change", 1, to: "0")
    #expect(volume.writes == [0.25, 1])
  }

  @Test func `a slider takes a number to its nearest step`() throws {
    let value = Box(1.0)
    let rendered = ElementRenderer.render(Slider(value: value.binding, in: 1...10, step: 4))
    for number in [2.9, 3.1, 8, 10] { try rendered.send("change", .number(number), to: "0") }
    #expect(value.writes == [5, 9])
    #expect(rendered.body[0]["step"] == 4)
  }

  @Test(arguments: [nil, "1", .number(.nan), .number(.infinity), true] as [JSONValue?])
  func `a slider takes numbers only`(_ value: JSONValue?) {
    let volume = Box(0.5)
    let rendered = ElementRenderer.render(Slider(value: volume.binding))
    #expect(throws: EventRefusal.invalid("Expected a number")) { try rendered.send("input", value, to: "0") }
    #expect(volume.writes == [])
  }

  @Test(arguments: [-0.001, 1.001, 1e308])
  func `a slider refuses what is out of its range`(_ number: Double) {
    let volume = Box(0.5)
    let rendered = ElementRenderer.render(Slider(value: volume.binding))
    #expect(throws: Self.outOfRange) { try rendered.send("change", .number(number), to: "0") }
  }

  @Test func `a value out of range is shown at the nearest end`() throws {
    #expect(try element(Slider(value: .constant(7.0)))["value"] == 1)
    #expect(try element(Slider(value: .constant(Double.nan)))["value"] == 0)
    #expect(try element(Stepper("Count", value: .constant(-4), in: 0...9))["value"] == 0)
  }

  @Test func `a step that leads nowhere is left out`() throws {
    let element = try element(Slider(value: .constant(0.5), step: 0))
    #expect(element == ["type": "slider", "id": "0", "value": 0.5, "min": 0, "max": 1])
  }

  @Test func `a stepper counts`() throws {
    let count = Box(3)
    let rendered = ElementRenderer.render(Stepper("Count", value: count.binding, in: 0...9, step: 3))
    #expect(
      rendered.body == [
        ["type": "stepper", "id": "0", "value": 3, "min": 0, "max": 9, "step": 3, "label": "Count"]
      ])
    try rendered.send("change", 6, to: "0")
    try rendered.send("change", 6.0, to: "0")
    #expect(count.writes == [6])
    #expect(throws: Self.outOfRange) { try rendered.send("change", 10, to: "0") }
    #expect(throws: EventRefusal.invalid("Expected an integer")) { try rendered.send("change", 1.5, to: "0") }
  }

  @Test func `a stepper without bounds says none and refuses what its type cannot hold`() throws {
    let small = Box<UInt8>(3)
    let rendered = ElementRenderer.render(Stepper("Count", value: small.binding))
    #expect(rendered.body == [["type": "stepper", "id": "0", "value": 3, "step": 1, "label": "Count"]])
    for number: JSONValue in [256, -1, .integer(.max)] {
      #expect(throws: Self.outOfRange) { try rendered.send("change", number, to: "0") }
    }
    #expect(throws: EventRefusal.invalid("Expected an integer")) { try rendered.send("change", 1e300, to: "0") }
    #expect(small.writes == [])
  }

  @Test func `a stepper of integers is exact beyond doubles`() throws {
    let count = Box(0)
    try ElementRenderer.render(Stepper("Count", value: count.binding)).send("change", .integer(.max - 1), to: "0")
    #expect(count.value == .max - 1)
  }

  @Test func `a stepper of other numbers does not round`() throws {
    let size = Box(1.0)
    let rendered = ElementRenderer.render(Stepper("Size", value: size.binding, in: 0...2, step: 0.5))
    try rendered.send("change", 1.25, to: "0")
    #expect(size.writes == [1.25])
    #expect(throws: Self.outOfRange) { try rendered.send("change", 2.5, to: "0") }
  }
}
