import Oriel
import OrielDocument
import Testing

@Suite("Elements that show something")
struct ElementTests {
  @Test func `a text is its text`() throws {
    #expect(try element(Text("Hello")) == ["type": "text", "text": "Hello"])
    #expect(try element(Text(verbatim: "**Hello**")) == ["type": "text", "text": "**Hello**"])
  }

  @Test func `an empty text is an element too`() throws {
    #expect(try element(Text("")) == ["type": "text", "text": ""])
  }

  @Test func `a text keeps scalars that normalising would change`() throws {
    let decomposed = "e\u{301}"
    #expect(try element(Text(decomposed))["text"] == .string(decomposed))
    #expect(try element(Text(decomposed))["text"] != "\u{E9}")
  }

  @Test func `a spacer and a divider are only themselves`() throws {
    #expect(try element(Spacer()) == ["type": "spacer"])
    #expect(try element(Divider()) == ["type": "divider"])
  }

  @Test func `nothing is no element`() {
    #expect(ElementRenderer.render(EmptyView()).body == [])
  }

  @Test func `an image has a symbol or a URL`() throws {
    #expect(try element(Image(systemName: "star")) == ["type": "image", "symbol": "star"])
    #expect(
      try element(Image(url: "/logo.png", label: "Our logo"))
        == ["type": "image", "url": "/logo.png", "label": "Our logo"])
  }

  @Test func `an image from elsewhere shows its label and is reported`() {
    let rendered = ElementRenderer.render(Image(url: "data:image/png;base64,AA", label: "A dot"))
    #expect(rendered.body == [["type": "image", "label": "A dot"]])
    #expect(rendered.issues == ["An image can't be loaded from “data:image/png;base64,AA”"])
  }

  @Test(arguments: ["https://example.com/a", "http://a", "mailto:a@b.c", "tel:+1", "/notes/1", "?a=b:c", "HTTPS://A"])
  func `a link leads to what is safe`(_ url: String) {
    let rendered = ElementRenderer.render(Link("Go", destination: url))
    #expect(rendered.body == [["type": "link", "text": "Go", "url": .string(url)]])
    #expect(rendered.issues == [])
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:a", "java\nscript:a", " javascript:a", "data:text/html,a", "file:///etc", "",
  ])
  func `a link to anything else is a text that leads nowhere`(_ url: String) {
    let rendered = ElementRenderer.render(Link("Go", destination: url))
    #expect(rendered.body == [["type": "text", "text": "Go"]])
    #expect(rendered.issues == ["A link can't lead to “\(url)”"])
  }

  @Test func `progress has a value only where it is known`() throws {
    #expect(try element(ProgressView()) == ["type": "progress"])
    #expect(try element(ProgressView("Loading")) == ["type": "progress", "label": "Loading"])
    #expect(
      try element(ProgressView("Files", value: 3, total: 4))
        == ["type": "progress", "label": "Files", "value": 3, "total": 4])
  }

  @Test func `progress stays between nothing and all`() throws {
    #expect(try element(ProgressView(value: 7, total: 4)) == ["type": "progress", "value": 4, "total": 4])
    #expect(try element(ProgressView(value: -1)) == ["type": "progress", "value": 0, "total": 1])
    #expect(try element(ProgressView(value: .nan)) == ["type": "progress"])
    #expect(try element(ProgressView(value: 1, total: 0)) == ["type": "progress"])
  }

  @Test func `a label is a symbol and a text beside each other`() throws {
    #expect(
      try element(Label("Inbox", systemImage: "envelope")) == [
        "type": "hstack", "children": [["type": "image", "symbol": "envelope"], ["type": "text", "text": "Inbox"]],
      ])
  }
}
