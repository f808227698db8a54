import Testing

@testable import Oriel

struct ModelWalkTests {
  private let window: StackedWindow
  private let details = NamedModel("details")
  private let sheet = NamedModel("sheet")

  init() throws {
    window = try StackedWindow()
    let (stack, home, details, sheet) = (window.stack, window.home, details, sheet)
    try window.window.run {
      stack.push(details)
      home.execute(.present(.sheet(sheet), on: home))
    }
  }

  private func walk(_ way: ModelWalk.Way, without excluded: [any NavigationModel] = []) throws -> [String] {
    let graph = try #require(window.stack._node.graph)
    let excluded = Set(excluded.map { ObjectIdentifier($0) })
    return names(ModelWalk(graph, from: graph.root, way, without: excluded).map(\.model))
  }

  @Test func `all models are passed, what is presented before what is contained`() throws {
    #expect(try walk(.attached) == ["home", "sheet", "details"])
  }

  @Test func `a layer is passed without those above it`() throws {
    #expect(try walk(.inLayer) == ["home", "details"])
  }

  @Test func `the visible entry of a stack is passed, and no layer`() throws {
    #expect(try walk(.visible) == ["details"])
  }

  @Test func `an excluded model is passed by with all models below it`() throws {
    #expect(try walk(.attached, without: [window.home]) == ["details"])
    #expect(try walk(.attached, without: [window.stack]) == [])
  }

  @Test func `each model comes with the one that it was reached from`() throws {
    let graph = try #require(window.stack._node.graph)
    let parents = graph.attachedModels.map { $0.parent?.modelID }
    #expect(parents == [nil, window.stack.modelID, window.home.modelID, window.stack.modelID])
  }
}
