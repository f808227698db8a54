import Oriel
import OrielTesting
import Testing

struct StackCommandTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  @Test func `a pushed model is the last of the path`() throws {
    #expect(try screen.execute(.push(NamedModel("a")), as: screen.home) == .executed)
    #expect(screen.names == ["home", "a"])
    #expect(screen.window.text == ["a", "Add"])
  }

  @Test func `models pushed at once come in order`() throws {
    let models = [NamedModel("a"), NamedModel("b")]
    #expect(try screen.execute(.push(models), as: screen.home) == .executed)
    #expect(screen.names == ["home", "a", "b"])
  }

  @Test func `a model that stands in the graph is not pushed again`() throws {
    #expect(try screen.execute(.push(screen.home), as: screen.home) == .notExecutable(.alreadyAttached))
    let new = NamedModel("a")
    #expect(try screen.execute(.push([new, new]), as: screen.home) == .notExecutable(.alreadyAttached))
    #expect(screen.names == ["home"])
  }

  @Test func `a popped model may be pushed again`() throws {
    let model = NamedModel("a")
    #expect(try screen.execute(.push(model), as: screen.home) == .executed)
    #expect(try screen.execute(.pop(), as: model) == .executed)
    #expect(try screen.execute(.push(model), as: screen.home) == .executed)
    #expect(screen.names == ["home", "a"])
  }

  @Test func `what is no part of a window can do nothing`() throws {
    #expect(try screen.execute(.push(NamedModel("b")), as: NamedModel("a")) == .notExecutable(.notAttached))
  }

  @Test func `where there is no stack nothing is pushed`() throws {
    let alone = NamedModel("alone")
    let window = try TestWindow(alone)
    try window.run {
      #expect(alone.push(NamedModel("a")) == .notExecutable(.noStack))
      #expect(alone.pop() == .notExecutable(.noStack))
      #expect(alone.popToRoot() == .notExecutable(.noStack))
      #expect(alone.setRoot(NamedModel("a")) == .notExecutable(.noStack))
    }
  }

  @Test func `popping more than there is leaves the root`() throws {
    #expect(
      try screen.execute(.push([NamedModel("a"), NamedModel("b"), NamedModel("c")]), as: screen.home) == .executed)
    #expect(try screen.execute(.pop(2), as: screen.home) == .executed)
    #expect(screen.names == ["home", "a"])
    #expect(try screen.execute(.pop(9), as: screen.home) == .executed)
    #expect(screen.names == ["home"])
    #expect(try screen.execute(.pop(), as: screen.home) == .notExecutable(.atRoot))
    #expect(try screen.execute(.popToRoot, as: screen.home) == .notExecutable(.atRoot))
  }

  @Test func `popping to the root leaves only it`() throws {
    #expect(try screen.execute(.push([NamedModel("a"), NamedModel("b")]), as: screen.home) == .executed)
    #expect(try screen.execute(.popToRoot, as: screen.home) == .executed)
    #expect(screen.names == ["home"])
  }

  @Test(arguments: [true, false]) func `a new root replaces the old one`(clear: Bool) throws {
    #expect(try screen.execute(.push(NamedModel("a")), as: screen.home) == .executed)
    #expect(try screen.execute(.setRoot(NamedModel("new"), clear: clear), as: screen.home) == .executed)
    #expect(screen.names == (clear ? ["new"] : ["new", "a"]))
  }

  @Test func `a model of the path becomes the root and lives on`() throws {
    let departures = Departures()
    let a = NamedModel("a").noted(in: departures)
    #expect(try screen.execute(.push([a, NamedModel("b").noted(in: departures)]), as: screen.home) == .executed)
    #expect(try screen.execute(.setRoot(a, clear: false), as: screen.home) == .executed)
    #expect(screen.names == ["a", "b"])
    #expect(try screen.execute(.setRoot(a), as: a) == .executed)
    #expect(screen.names == ["a"])
    #expect(departures.names == ["b"])
  }

  @Test func `what is pushed and popped in one turn was never there`() throws {
    let outcome = try screen.window.run {
      screen.home.push(NamedModel("a"))
      screen.home.pop()
    }
    #expect(outcome == .nothing)
  }

  @Test func `the stack is the one within the caller's layer`() throws {
    let sheet = NamedModel("sheet")
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    #expect(try screen.execute(.push(NamedModel("a")), as: sheet) == .notExecutable(.noStack))
    #expect(try screen.execute(.push(NamedModel("a")), as: screen.home) == .executed)
    #expect(screen.names == ["home", "a"])
  }
}
