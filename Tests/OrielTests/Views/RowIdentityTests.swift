import Oriel
import OrielDocument
import Testing

@Suite("Who a row is")
struct RowIdentityTests {
  private func rows<Content: View>(_ ids: [String], @ViewBuilder _ row: @escaping (Fruit) -> Content) -> RenderedBody {
    ElementRenderer.render(
      VStack {
        Text("head")
        ForEach(ids.map(Fruit.init), content: row)
      })
  }

  private func children(_ rendered: RenderedBody) -> [JSONValue?] {
    rendered.body[0]["children"]?.arrayValue?.map { $0["id"] } ?? []
  }

  @Test func `a row has the place of its list and the id of its data`() {
    #expect(children(rows(["fig", "kiwi"]) { Text($0.id) }) == [nil, "1:fig", "1:kiwi"])
  }

  @Test func `a row that moves takes its ids along`() {
    func interactive(_ ids: [String]) -> [String] {
      rows(ids) { fruit in
        HStack {
          Text(fruit.id)
          Button("Eat") {}
        }
      }.interactive
    }
    #expect(interactive(["fig", "kiwi"]) == ["1:fig.1", "1:kiwi.1"])
    #expect(interactive(["kiwi", "fig"]) == ["1:kiwi.1", "1:fig.1"])
  }

  @Test func `a moved row is one move`() {
    func list(_ ids: [String]) -> JSONValue { .array(rows(ids) { Text($0.id) }.body) }
    let old = list((1...50).map { "row\($0)" })
    let new = list(["row50"] + (1...49).map { "row\($0)" })
    var operations: [PatchOperation] = []
    JSONValue.difference(from: old, to: new, at: ["body"], into: &operations)
    #expect(operations == [.move(from: "/body/0/children/50", to: "/body/0/children/1")])
  }

  @Test func `the further elements of a row are numbered`() {
    let rendered = rows(["fig"]) { fruit in
      Text(fruit.id)
      Button("Eat") {}
      Text("!")
    }
    #expect(children(rendered) == [nil, "1:fig", "1:fig.1", "1:fig.2"])
  }

  @Test func `the branches of a row are different elements`() {
    let rendered = rows(["fig", "kiwi"]) { fruit in
      if fruit.id == "fig" { Button("Eat") {} } else { Button("Peel") {} }
    }
    #expect(rendered.interactive == ["1:fig.t", "1:kiwi.f"])
  }

  @Test func `an explicit id is unique in its row`() {
    let rendered = rows(["fig", "kiwi"]) { _ in Button("Eat") {}.id("eat") }
    #expect(rendered.interactive == ["1:fig.eat", "1:kiwi.eat"])
    #expect(rendered.issues == [])
  }

  @Test func `rows in rows have both ids`() {
    let rendered = rows(["fig"]) { _ in
      ForEach(0..<2) { _ in Button("Eat") {} }
    }
    #expect(rendered.interactive == ["1:fig:0", "1:fig:1"])
  }

  @Test func `two lists with the same data are kept apart`() {
    let rendered = ElementRenderer.render(
      Group {
        ForEach(0..<1) { _ in Button("a") {} }
        ForEach(0..<1) { _ in Button("b") {} }
      })
    #expect(rendered.interactive == ["0:0", "1:0"])
  }

  @Test func `data of any hashable identity can be shown`() {
    enum Suit: Hashable { case hearts, spades }
    let rendered = ElementRenderer.render(ForEach([Suit.hearts, .spades], id: \.self) { _ in Button("Play") {} })
    #expect(rendered.interactive == ["0:hearts", "0:spades"])
  }

  @Test func `rows with the same id get different ones and are reported once`() {
    let rendered = rows(["fig", "fig", "fig"]) { Text($0.id) }
    #expect(children(rendered) == [nil, "1:fig", "1:fig~2", "1:fig~3"])
    #expect(rendered.issues == ["More than one element has the id “1:fig”"])
  }

  @Test func `ids are told apart by their scalars`() {
    let rendered = rows(["\u{E9}", "e\u{301}"]) { Text($0.id) }
    #expect(children(rendered) == [nil, "1:\u{E9}", .string("1:e\u{301}")])
    #expect(rendered.issues == [])
  }

  @Test func `a made up id is not one that the author chose`() {
    let rendered = ElementRenderer.render(
      Group {
        Text("a").id("a~2")
        Text("b").id("a")
        Text("c").id("a")
      })
    #expect(rendered.body.map { $0["id"] } == ["a~2", "a", "a~3"])
  }

  @Test func `an id is 64 scalars at most`() {
    let (short, long) = (String(repeating: "ä", count: 64), String(repeating: "ä", count: 65))
    let rendered = ElementRenderer.render(
      Group {
        Text("a").id(short)
        Text("b").id(long)
        Text("c").id(long + "!")
        Text("d").id(long)
      })
    let ids = rendered.body.compactMap { $0["id"]?.stringValue }
    #expect(ids[0] == short)
    #expect(ids.allSatisfy { $0.unicodeScalars.count <= 64 })
    #expect(ids[1...].allSatisfy { $0.hasPrefix(String(repeating: "ä", count: 40) + "~") })
    #expect(Set(ids).count == 4)
  }

  @Test func `a shortened id is the same in every process`() throws {
    let id = try element(Text("a").id(String(repeating: "x", count: 65)))["id"]
    #expect(id == "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx~xlp2h6jutrmyr3zql74ajo")
  }
}
