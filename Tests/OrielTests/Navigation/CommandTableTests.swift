import OrielTesting
import Testing

@testable import Oriel

/// What commands come to in tricky places: who asks, from where, and what stands then.
struct CommandTableTests {
  @Test(arguments: CommandTable.rows)
  func `a command does what it can from where it is asked, and else nothing`(row: String) throws {
    let parts = row.split(separator: " → ").map(String.init)
    let words = parts[0].split(separator: " ", maxSplits: 2).map(String.init)
    let table = try CommandTable(words[0])
    let caller = try #require(table.models[words[1]])
    let command = try #require(CommandTable.command(words[2], by: caller))
    let outcome = try table.outcome(of: command, as: caller)
    #expect(outcome == parts[1])
  }
}

/// A window, and the models in it by their names.
private struct CommandTable {
  /// Where, who, what → how the window stands then, or why not.
  static let rows = """
    pushed a pop 9 → [h]
    pushed a pop exactly 9 → noSuchDepth(-7, depth: 2)
    pushed a pop to 2 → [h a b]
    pushed a pop to 3 → noSuchDepth(3, depth: 2)
    pushed a pop to self → [h a]
    pushed a popSelf → [h]
    pushed h popSelf → atRoot
    pushed h back → [h a]
    pushed a present → [h a b]+sheet<new>
    pushed a popover → [h a+popover<new> b]
    tabs n push → {*1:[h a] 2:[n new]}
    tabs n back → atRoot
    tabs n popAll → {*1:[h] 2:[n]}
    sheet s push → noStack
    sheet s back → [h a]
    sheet h back → [h]+sheet<s>
    sheet h dismissSelf → notPresented
    sheet h dismissDescendants → nothingPresented
    sheet h dismissPresented → [h a]
    sheet h popover → covered
    sheet h present → [h a]+sheet<s+sheet<new>>
    sheet s replace → [h a]+sheet<new>
    managed s back → [h a]+sheet<[s]>
    managed t popSelf → [h a]+sheet<[s]>
    managed s popover → [h a]+sheet<[s+popover<new> t]>
    two s dismissSelf → [h a]
    two s dismissPresented → [h a]+sheet<s>
    two h dismiss → [h a]+sheet<s>
    two s present on self → [h a]+sheet<s+sheet<new>>
    two h present on self → covered
    alert h present → [h a]+sheet<new>
    alert a popover → [h a+popover<new>]
    above h present → [h a]+sheet<s+sheet<new>>
    above s dismissSelf → [h a]
    above h popover → covered
    popover s present → [h a+sheet<new>]
    popover s popover → covered
    popover h popover → [h+popover<new> a]
    popover a dismissDescendants → [h a]
    popover h dismissDescendants → nothingPresented
    nested x back → [h]
    nested n back → [h]
    nested x popAll → [h]
    switched x back → [h a]+sheet<[s]>
    switched a present → [h a]+sheet<[s (x+sheet<new>)]>
    locked s dismissAll → locked
    locked s dismissSelf → [h a]
    locked a popAll → locked
    locked a reset → locked
    locked a pop 1 → [h]+sheet<s>
    """.split(separator: "\n").map(String.init)

  let root: any NavigationModel
  let window: TestWindow
  let models: [String: any NavigationModel]

  init(_ place: String) throws {
    let names = ["h", "a", "b", "n", "s", "t", "x"]
    let named = Dictionary(uniqueKeysWithValues: names.map { ($0, NamedModel($0)) })
    models = named.mapValues { $0 as any NavigationModel }
    func stack(_ names: String...) -> DefaultStackRootNavigationModel {
      DefaultStackRootNavigationModel(path: names.compactMap { named[$0] }.map { StackNavigationModel($0) })
    }
    func tabs(_ one: any NavigationModel, _ two: any NavigationModel) -> DefaultTabsRootNavigationModel {
      .tabbed([TabModel(id: "1", title: "One", model: one), TabModel(id: "2", title: "Two", model: two)])
    }
    let (a, n, s, t, x) = (named["a"]!, named["n"]!, named["s"]!, named["t"]!, named["x"]!)
    let question = Presentation.alert(AlertState("?"))
    var presentations: [Presentation] = []
    switch place {
    case "pushed": (root, window) = try Self.open(stack("h", "a", "b"))
    case "tabs": (root, window) = try Self.open(tabs(stack("h", "a"), stack("n")))
    case "nested":
      let outer = stack("h")
      outer.path.append(StackNavigationModel(tabs(stack("x"), n)))
      (root, window) = try Self.open(outer)
    default:
      (root, window) = try Self.open(stack("h", "a"))
    }
    switch place {
    case "sheet", "locked": presentations = [.sheet(s)]
    case "managed": presentations = [.sheet(stack("s", "t"))]
    case "two": presentations = [.sheet(s), .fullScreenCover(t)]
    case "alert": presentations = [question]
    case "above": presentations = [.sheet(s), question]
    case "popover": presentations = [.popover(s, source: "add")]
    case "switched":
      let inner = stack("s")
      inner.path.append(StackNavigationModel(DefaultSwitchedNavigationModel(x)))
      presentations = [.sheet(inner)]
    default: break
    }
    try window.run {
      for presentation in presentations { a.present(presentation) }
      if place == "locked" { a.lockNavigation() }
    }
  }

  private static func open(_ root: some NavigationModel) throws -> (any NavigationModel, TestWindow) {
    (root, try TestWindow(root))
  }

  static func command(_ name: String, by caller: any NavigationModel) -> (any NavigationCommand)? {
    let new = Presentation.sheet(NamedModel("new"))
    return switch name {
    case "push": AnyNavigationCommand.push(NamedModel("new"))
    case "pop 1": AnyNavigationCommand.pop(1)
    case "pop 9": AnyNavigationCommand.pop(9)
    case "pop exactly 9": AnyNavigationCommand.pop(exactly: 9)
    case "pop to 2": AnyNavigationCommand.popTo(depth: 2)
    case "pop to 3": AnyNavigationCommand.popTo(depth: 3)
    case "pop to self": AnyNavigationCommand.popTo(caller)
    case "popSelf": AnyNavigationCommand.popSelf
    case "popAll": AnyNavigationCommand.popAll
    case "reset": AnyNavigationCommand.reset
    case "back": AnyNavigationCommand.back
    case "present": AnyNavigationCommand.present(new)
    case "present on self": AnyNavigationCommand.present(new, on: caller)
    case "popover": AnyNavigationCommand.present(.popover(NamedModel("new"), source: "add"))
    case "replace": AnyNavigationCommand.replacePresented(new)
    case "dismiss": AnyNavigationCommand.dismiss
    case "dismissSelf": AnyNavigationCommand.dismissSelf
    case "dismissPresented": AnyNavigationCommand.dismissPresented
    case "dismissDescendants": AnyNavigationCommand.dismissDescendants
    case "dismissAll": AnyNavigationCommand.dismissAll
    default: nil
    }
  }

  func outcome(of command: some NavigationCommand, as caller: any NavigationModel) throws -> String {
    let before = window.document
    var (result, could) = (CommandResult.executed, false)
    try window.run {
      could = caller.canExecute(command)
      result = caller.execute(command)
    }
    #expect(could == (result == .executed))
    guard case .notExecutable(let reason) = result else { return Self.outline(root) }
    #expect(window.document == before)
    return "\(reason)"
  }

  private static func outline(_ model: any NavigationModel) -> String {
    let own =
      switch model._content {
      case .stack(let path, _): "[" + path.map { outline($0.model) }.joined(separator: " ") + "]"
      case .tabs(let tabs, let selected):
        "{" + tabs.map { ($0.id == selected ? "*" : "") + "\($0.id):\(outline($0.model))" }.joined(separator: " ") + "}"
      case .switched(let child): "(" + (child.map(outline) ?? "") + ")"
      default: (model as? NamedModel)?.name ?? "?"
      }
    guard let presentation = model._node.layer?.presentation else { return own }
    return "\(own)+\(presentation.kind)<\(presentation.model.map(outline) ?? "?")>"
  }
}
