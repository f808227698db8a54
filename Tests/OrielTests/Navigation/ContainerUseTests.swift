import Oriel
import OrielTesting
import Testing

// The containers are in OwnContainers.swift, which the compiler reads after this file. To infer the types of these properties
// it has to know that they are models before it has a reason to expand their macros.

private final class Use {
  let tabs: OwnTabs
  let app: OwnSwitch
  let stack: OwnStack
  lazy var kind = tabs.presentedKind
  lazy var switched = app.switchModel(NamedModel("child"))
  lazy var depth = stack.depth

  init() { (tabs, app, stack) = (OwnTabs(), OwnSwitch(), OwnStack()) }
}

/// Containers of an app's own are models wherever they are used.
struct ContainerUseTests {
  private let use = Use()

  @Test func `tabs of one's own say what they present`() throws {
    let window = try TestWindow(use.tabs)
    try window.run { use.tabs.present(.sheet(NamedModel("sheet"))) }
    #expect(use.kind == "sheet")
  }

  @Test func `a switch of one's own shows another child`() throws {
    let window = try TestWindow(use.app)
    try window.run { #expect(use.switched == .executed) }
    #expect(window.text == ["child", "Add"])
  }

  @Test func `a stack of one's own counts its entries`() throws {
    let window = try TestWindow(use.stack)
    try window.run { use.stack.push(NamedModel("a")) }
    #expect(use.depth == 1)
  }
}
