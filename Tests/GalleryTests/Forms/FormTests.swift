import Gallery
import OrielDocument
import OrielTesting
import Testing

@Suite("Forms")
struct FormTests {
  @Test(.clause("DC5", 1, 2)) func `the controls are those of the case (DC5)`() throws {
    let window = try TestWindow(exhibit: "availability")
    try window.change("quantity", to: 21)
    #expect(window.reads("21 in stock"))
    #expect(window.element("back-order") == nil)
    try window.tap("sold-out")
    #expect(window.element("quantity") == nil)
    try window.toggle("back-order")
    try window.restart()
    #expect(window.reads("Out of stock, and ordered"))
    try window.tap("in-stock")
    #expect(window.reads("1 in stock"))
  }

  @Test func `the focus goes to what is missing (DC6)`() throws {
    let window = try TestWindow(exhibit: "sign-in")
    #expect(window.element("name")?["focused"] == true)
    try window.event("blur", of: "name")
    try window.tap("sign-in")
    #expect(window.element("name")?["focused"] == true)
    try window.type("Blob", into: "name")
    try window.tap("sign-in")
    #expect(window.element("name")?["focused"] == false)
    #expect(window.element("password")?["focused"] == true)
    try window.type("secret", into: "password")
    try window.submit("password")
    #expect(window.reads("Welcome, Blob."))
    #expect(window.element("password")?["focused"] == false)
  }

  @Test(.clause("DC7", 1)) func `a value that is not read draws nothing (DC7)`() throws {
    let window = try TestWindow(exhibit: "observation")
    #expect(window.reads("Drawn once"))
    try window.tap("increment")
    #expect(window.reads("The count is 1", "Drawn 2 times"))
    try window.toggle("shown")
    #expect(window.reads("Drawn 3 times"))
    for _ in 1...2 { #expect(try window.tap("increment") == .nothing) }
    #expect(window.reads("Drawn 3 times"))
    try window.toggle("shown")
    #expect(window.reads("The count is 3", "Drawn 4 times"))
  }

  @Test func `things move by a spring, by themselves and by hand (DC8)`() throws {
    let window = try TestWindow(exhibit: "animations")
    try window.toggle("spring")
    #expect(window.reads("It has arrived 0 times"))
    try window.server.advance(by: .seconds(1))
    #expect(window.reads("It has arrived 1 times"))
    try window.toggle("cycling")
    var looks: [JSONValue?] = []
    for _ in 0..<4 {
      try window.server.advance(by: .seconds(1))
      looks.append(window.element("look")?["style"])
    }
    #expect(looks == ["title accent", "title danger", "title secondary", "title"])
    try window.restart()
    try window.server.advance(by: .seconds(1))
    #expect(window.element("look")?["style"] == "title accent")
    try window.event("input", of: "drag", value: 5)
    #expect(window.text.filter { "●·".contains($0) } == ["●", "·", "·", "·", "·", "·", "●", "·", "·", "·"])
  }

  @Test func `each control changes its value, and the others stay (DC9)`() throws {
    let window = try TestWindow(exhibit: "controls")
    try window.change("colour", to: "#ff8800")
    try window.change("date", to: "2027-01-02T10:05")
    try window.change("size", to: "large")
    try window.change("days", to: ["Friday", "Sunday"])
    try window.change("share", to: 0.5)
    try window.change("guests", to: 3)
    try window.toggle("open")
    try window.change("page", to: 4)
    try window.type("Blobs", into: "title")
    try window.type("Two\nlines", into: "notes")
    #expect(
      window.reads(
        "colour: #ff8800", "date: 2027-01-02T10:05", "size: Large", "days: Friday, Sunday", "share: 50 %", "guests: 3",
        "open: false", "page: 5", "title: “Blobs”", "notes: 9 characters"))
    #expect(window.element("size-menu")?["value"] == "large")
    try window.tap("select")
    #expect(window.reads("title: “Blobs”, focused", "selection: 0–5"))
    try window.event("blur", of: "title")
    #expect(window.reads("title: “Blobs”"))
    try window.tap("focus")
    #expect(window.element("title")?["focused"] == true)
  }

  @Test func `the focus is moved, followed and taken away (DC10)`() throws {
    let window = try TestWindow(exhibit: "focus")
    for field in ["Street", "City", "Postcode", "Country"] {
      try window.tap("On “\(field)”")
      #expect(window.element(field)?["focused"] == true)
      #expect(window.reads("The focus is on \(field)."))
    }
    try window.tap("resign")
    #expect(window.reads("The focus is on nothing."))
    try window.event("focus", of: "Street")
    try window.submit("Street")
    #expect(window.reads("The focus is on City."))
  }
}
