import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

struct Score: Identifiable {
  let id: Int
  var name: String
  var points: Int
}

@Suite("Tables, frames, components, files")
struct MoreElementTests {
  @Test func `a table in running text has its cells among the elements`() throws {
    let table = TextTable(["Name", "Points"], [[Text("Ada"), Text("3")], [Text("Bob")]])
    #expect(
      try element(table) == [
        "type": "tabular", "columns": [["title": "Name"], ["title": "Points"]],
        "children": [
          ["type": "hstack", "children": [["type": "text", "text": "Ada"], ["type": "text", "text": "3"]]],
          ["type": "hstack", "children": [["type": "text", "text": "Bob"]]],
        ],
      ])
  }

  @Test func `a table has columns, and its rows are asked for`() throws {
    let scores = [Score(id: 1, name: "Ada", points: 3), Score(id: 2, name: "Bob", points: 5)]
    let rendered = ElementRenderer.render(
      Table(scores, selection: .constant(nil)) {
        TableColumn("Name", value: \.name).width(min: 60, ideal: 120).pinned().footer("2")
        TableColumn("Points", value: \.points) { score in Button("\(score.points)") {} }.priority(7)
          .customizationID("points").alignment(.center)
      })
    #expect(
      rendered.body == [
        [
          "type": "table", "id": "0",
          "columns": [
            ["id": "Name", "title": "Name", "width": 120, "min": 60, "pinned": true, "footer": "2"],
            ["id": "points", "title": "Points", "align": "center", "priority": 3],
          ],
          "selection": "one",
        ]
      ])
    let rows = rendered.tables[0].content.current(nil)
    #expect((0..<rows.count).map { rows.id(at: $0) } == ["1", "2"])
    #expect(
      SliceState.Row(shown: rows.row(at: 1, after: nil), isSelected: true).json == [
        "cells": ["Bob", ["children": [["type": "button", "id": "0", "text": "5"]]]], "selected": true,
      ])
  }

  @Test func `a frame shows pages of the web only`() throws {
    #expect(
      try element(WebView("Help", url: "https://example.com/"))
        == ["type": "webView", "label": "Help", "url": "https://example.com/"])
    let rendered = ElementRenderer.render(WebView("Help", url: "javascript:alert(1)"))
    #expect(rendered.body == [["type": "webView", "label": "Help"]])
    #expect(rendered.issues == ["A frame can't show “javascript:alert(1)”"])
  }

  @Test func `a component has properties, events and content`() throws {
    let turned = Box<[Int]>([])
    let view = Component("dial", properties: ["at": 3]) {
      Text("inside")
    }
    .on("turned") { (value: Int) in turned.value.append(value) }
    .on("reset") { turned.value = [] }
    let rendered = ElementRenderer.render(view)
    #expect(
      rendered.body == [
        [
          "type": "component", "id": "0", "component": "dial", "properties": ["at": 3],
          "children": [["type": "text", "text": "inside"]],
        ]
      ])
    try rendered.send("custom:turned", 4, to: "0")
    #expect(throws: EventRefusal.invalid("turned takes a different value")) {
      try rendered.send("custom:turned", "four", to: "0")
    }
    #expect(turned.value == [4])
    try rendered.send("custom:reset", to: "0")
    #expect(turned.value == [])
  }

  @Test func `scrolling is told where it is asked for`() throws {
    let fraction = Box(0.0)
    let rendered = ElementRenderer.render(ScrollView { Text("long") }.onScroll { fraction.value = $0 })
    #expect(rendered.body[0]["scrolled"] == true)
    try rendered.send("scrolled", ["fraction": 0.5], to: "0")
    #expect(fraction.value == 0.5)
    for wrong: JSONValue? in [nil, 0.5, ["fraction": 2], ["fraction": -0.1], ["fraction": "all"]] {
      #expect(throws: EventRefusal.self) { try rendered.send("scrolled", wrong, to: "0") }
    }
    #expect(try element(ScrollView { Text("long") })["id"] == nil)
  }

  @Test func `files come by a ticket, and each is handed over once`() throws {
    let window = try TestWindow(AttachingModel())
    func field() -> JSONValue? { window.document["models"]?["m1"]?["body"]?[0] }
    let ticket = try #require(field()?["ticket"]?.stringValue)
    #expect(
      field() == [
        "type": "fileField", "id": "0", "label": "Attach", "multiple": true, "accept": "image/*,.pdf", "maxBytes": 1000,
        "ticket": .string(ticket),
      ])
    let file = UploadedFile(name: "a.pdf", size: 3, type: "application/pdf", path: "/tmp/1")
    window.server.look { [id = window.id] hub in
      _ = hub.windows[id]?.graph.upload(ticket: ticket)?.received(file, as: "f1")
    }
    let wrong: TestOutcome = try window.event(model: "m1", element: "0", name: "files", value: [["id": "f2"]])
    #expect(wrong == .rejected(.invalid, "There is no such file"))
    try window.event(model: "m1", element: "0", name: "files", value: [["id": "f1"]])
    #expect(window.text == ["Attach", "a.pdf"])
    #expect(field()?["ticket"] == .string(ticket))
    let again: TestOutcome = try window.event(model: "m1", element: "0", name: "files", value: [["id": "f1"]])
    #expect(again == .rejected(.invalid, "There is no such file"))
  }
}

@NavigationModel
final class AttachingModel {
  var names: [String] = []

  init() {}

  var body: some View {
    FileField("Attach", types: ["image/*", ".pdf"], maximumSize: 1000, allowsMultiple: true) { files in
      self.names += files.map(\.name)
    }
    ForEach(names, id: \.self) { Text($0) }
  }
}
