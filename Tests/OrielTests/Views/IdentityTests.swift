import Oriel
import OrielDocument
import Testing

@Suite("Who an element is")
struct IdentityTests {
  private func ids(@ViewBuilder _ content: () -> some View) -> [String] {
    ElementRenderer.render(content()).interactive
  }

  private func button(_ title: String = "b") -> some View { Button(title) {} }

  @Test func `an element that takes no events has no id`() throws {
    #expect(try element(VStack { Text("a") })["id"] == nil)
  }

  @Test func `a lone button has an id`() {
    #expect(ids { button() } == ["0"])
  }

  @Test func `an id is the way of places that leads to the element`() {
    let found = ids {
      button()
      Text("no id")
      VStack {
        button()
        HStack {
          Text("no id")
          button()
        }
      }
    }
    #expect(found == ["0", "2.0", "2.1.1"])
  }

  @Test func `a view that comes and goes moves no other's id`() {
    func screen(_ isShown: Bool) -> [String] {
      ids {
        if isShown { button() }
        button()
      }
    }
    #expect(screen(true) == ["0", "1"])
    #expect(screen(false) == ["1"])
  }

  @Test func `the branches of a condition are different elements`() {
    func screen(_ isFirst: Bool) -> [String] {
      ids { if isFirst { button() } else { button() } }
    }
    #expect(screen(true) == ["t"])
    #expect(screen(false) == ["f"])
  }

  @Test func `several conditions need no else`() throws {
    func screen(_ number: Int) -> [String] {
      ids { if number == 0 { button() } else if number == 1 { button("c") } }
    }
    #expect(screen(2) == [])
    #expect(Set([screen(0), screen(1)]).count == 2)
  }

  @Test func `all cases of a switch are different elements`() {
    func screen(_ number: Int) -> [String] {
      ids {
        switch number {
        case 0: button()
        case 1: button()
        case 2: button()
        default: button()
        }
      }
    }
    #expect(Set((0..<4).flatMap(screen)).count == 4)
  }

  @Test func `an explicit id is the very id`() throws {
    #expect(try element(Text("1").id("count")) == ["type": "text", "id": "count", "text": "1"])
    #expect(try element(Text("1").id(7))["id"] == "7")
  }

  @Test func `what stands below an explicit id starts from it`() {
    let found = ids {
      Text("elsewhere")
      VStack {
        button()
        VStack { button() }
        button().id("own")
      }.id("box")
    }
    #expect(found == ["box.0", "box.1", "own"])
  }

  @Test func `an element and the only one in it have different ids`() {
    let rendered = ElementRenderer.render(VStack { VStack { button() }.id("inner") }.id("outer"))
    #expect(
      rendered.body == [
        [
          "type": "vstack", "id": "outer",
          "children": [
            [
              "type": "vstack", "id": "inner",
              "children": [["type": "button", "id": "inner.0", "text": "b"]],
            ]
          ],
        ]
      ])
    #expect(rendered.issues == [])
  }

  @Test func `an explicit id for several views is the first one's`() {
    let rendered = ElementRenderer.render(
      Group {
        Text("a")
        Text("b")
      }.id("pair"))
    #expect(rendered.body.map { $0["id"] } == ["pair", "pair.1"])
  }

  @Test func `an empty id is reported and does without`() {
    let rendered = ElementRenderer.render(button().id(""))
    #expect(rendered.interactive == ["0"])
    #expect(rendered.issues == ["An element has an empty id; it gets one from its position"])
  }
}
