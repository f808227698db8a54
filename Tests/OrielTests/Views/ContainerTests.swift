import Oriel
import OrielDocument
import Testing

@Suite("Elements that contain others")
struct ContainerTests {
  private let one: JSONValue = ["type": "text", "text": "1"]
  private let two: JSONValue = ["type": "text", "text": "2"]

  @Test func `stacks say what the author said of their layout and no more`() throws {
    let content = { Text("1") }
    #expect(try element(VStack(content: content)) == ["type": "vstack", "children": [one]])
    #expect(
      try element(VStack(alignment: .leading, spacing: 8, content: content))
        == ["type": "vstack", "align": "leading", "spacing": 8, "children": [one]])
    #expect(
      try element(HStack(alignment: .firstTextBaseline, content: content))
        == ["type": "hstack", "align": "baseline", "children": [one]])
    #expect(
      try element(ZStack(alignment: .topTrailing, content: content))
        == ["type": "zstack", "align": "topTrailing", "children": [one]])
  }

  @Test func `a spacing that is no number is not said`() throws {
    #expect(try element(VStack(spacing: .infinity) {}) == ["type": "vstack", "children": []])
  }

  @Test func `children keep their order and containers nest`() throws {
    let view = VStack {
      Text("1")
      HStack { Text("2") }
      Text("1")
    }
    #expect(
      try element(view) == ["type": "vstack", "children": [one, ["type": "hstack", "children": [two]], one]])
  }

  @Test func `a section has a text above and one below`() throws {
    #expect(try element(Section { Text("1") }) == ["type": "section", "children": [one]])
    #expect(try element(Section("Top") { Text("1") }) == ["type": "section", "header": "Top", "children": [one]])
    let both = Section {
      Text("1")
    } header: {
      Text("Top")
    } footer: {
      Text("Bottom")
    }
    #expect(
      try element(both) == ["type": "section", "header": "Top", "footer": "Bottom", "children": [one]])
  }

  @Test func `forms, lists, grids and scroll views hold what they are given`() throws {
    #expect(try element(Form { Text("1") }) == ["type": "form", "children": [one]])
    #expect(try element(List { Text("1") }) == ["type": "list", "children": [one]])
    #expect(
      try element(Grid(columns: 2, spacing: 4) { Text("1") })
        == ["type": "grid", "columns": 2, "spacing": 4, "children": [one]])
    #expect(try element(ScrollView { Text("1") }) == ["type": "scroll", "axis": "vertical", "children": [one]])
    #expect(
      try element(ScrollView([.horizontal, .vertical]) { Text("1") })
        == ["type": "scroll", "axis": "both", "children": [one]])
  }

  @Test func `a grid has a column at least`() throws {
    #expect(try element(Grid(columns: -3) {}) == ["type": "grid", "columns": 1, "children": []])
  }

  @Test func `a list of data has a row for each element`() throws {
    let list: JSONValue = [
      "type": "list",
      "children": [
        ["type": "text", "id": "0:fig", "text": "fig"], ["type": "text", "id": "0:kiwi", "text": "kiwi"],
      ],
    ]
    #expect(try element(List(Fruit.named("fig", "kiwi")) { Text($0.id) }) == list)
    #expect(try element(List(["fig", "kiwi"], id: \.self) { Text($0) }) == list)
  }

  @Test func `a menu holds buttons of its own`() {
    let rendered = ElementRenderer.render(Menu("More", systemImage: "ellipsis") { Button("Copy") {} })
    #expect(
      rendered.body == [
        [
          "type": "menu", "text": "More", "symbol": "ellipsis",
          "children": [["type": "button", "id": "0", "text": "Copy"]],
        ]
      ])
    #expect(rendered.interactive == ["0"])
  }

  @Test func `a group leaves no trace`() {
    let rendered = ElementRenderer.render(
      Group {
        Text("1")
        Text("2")
      })
    #expect(rendered.body == [one, two])
  }

  @Test func `a view of the author's own is what its body is`() throws {
    struct Pair: View {
      let name: String
      var body: some View {
        Text(name)
        if name == "1" { Text("2") }
      }
    }
    #expect(ElementRenderer.render(Pair(name: "1")).body == [one, two])
    #expect(ElementRenderer.render(Pair(name: "2")).body == [two])
  }

  @Test func `asking an element for its body is harmless`() throws {
    #expect(try element(Text("1").body.body) == one)
  }
}
