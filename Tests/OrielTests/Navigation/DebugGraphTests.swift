import Oriel
import OrielDocument
import OrielTesting
import Testing

struct DebugGraphTests {
  let screen: StackedWindow

  init() throws {
    screen = try StackedWindow()
    try screen.window.run {
      screen.home.push(NamedModel("a"))
      screen.home.present(.managedSheet(NamedModel("b")))
      screen.home.present(.alert(AlertState("Sure?")))
    }
  }

  @Test func `the graph is printed from the root, a tab for each level, what is presented marked`() {
    let expected = """
      <[DefaultStackRootNavigationModel m1]>
      \t<[DefaultStackRootNavigationModel m4]> presented as sheet
      \t\t<[“Sure?”]> presented as alert
      \t\t<[NamedModel m5]>
      \t<[NamedModel m2]>
      \t<[NamedModel m3]>
      """
    #expect(screen.home.debugGraph?.description == expected)
    #expect(NamedModel("alone").debugGraph == nil)
  }

  @Test func `the same as JSON`() throws {
    try screen.window.run { screen.home.dismissAll() }
    #expect(
      screen.home.debugGraph?.json
        == [
          "type": "DefaultStackRootNavigationModel", "id": "m1",
          "children": [
            ["type": "NamedModel", "id": "m2", "children": []], ["type": "NamedModel", "id": "m3", "children": []],
          ],
        ])
  }
}
