import Gallery
import OrielDocument
import Testing

@testable import OrielTesting

@Suite("The shop's inventory")
struct InventoryTests {
  let window: TestWindow

  init() throws {
    window = try TestWindow(app: GalleryApp(), scene: "shop")
    try window.tap("go")
  }

  @Test func `the desk leads to the other tab (DC14)`() throws {
    #expect(window.screenTitle == "Inventory")
    #expect(window.url == "/shop/inventory")
    try window.selectTab("desk")
    #expect(window.screenTitle == "Shop")
  }

  @Test(.clause("DC14", 1, 2)) func `an item is added in a sheet (DC14)`() throws {
    let other = try window.server.open(scene: "shop")
    #expect(window.tabs == ["Desk", "Inventory"])
    #expect(window.selectedTab == "Inventory")
    try window.tap("add")
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Add an item")
    try window.type("Mug", into: "name")
    try window.change("quantity", to: 9)
    try window.restart()
    try other.reconnect()
    try window.tap("save")
    #expect(window.layers == [])
    #expect(window.reads("Mug", "9 in stock"))
    #expect(other.reads("4 items"))
    try window.tap("add")
    try window.type("Nothing", into: "name")
    try window.tap("cancel")
    #expect(!window.reads("Nothing"))
    try window.selectTab("desk")
    #expect(window.reads("4 items"))
  }

  @Test(.clause("DC14", 3, 4, 7))
  func `an item is edited further down the path, where Cancel and Save stand for Back (DC14)`() throws {
    try window.tap("Postcards 90 in stock")
    #expect(window.url == "/shop/inventory/1")
    #expect(window.screenTitle == "Edit")
    #expect(window.stackOptions == ["hideBackButton"])
    try window.type("Cards", into: "name")
    try window.tap("sold-out")
    try window.tap("cancel")
    #expect(window.reads("Postcards", "90 in stock"))
    try window.tap("Postcards 90 in stock")
    #expect(window.element("name")?["text"] == "Postcards")
    try window.type("Cards", into: "name")
    try window.tap("sold-out")
    try window.toggle("back-order")
    try window.tap("save")
    #expect(window.reads("Cards", "On back order"))
    #expect(!window.reads("Postcards"))
  }

  @Test func `an item is copied in a popover (DC14)`() throws {
    try window.tap("Duplicate “Poster”")
    #expect(window.layers == ["popover"])
    try window.type("Large poster", into: "name")
    try window.tap("save")
    #expect(window.layers == [])
    #expect(window.reads("Poster", "Large poster"))
  }

  @Test(.clause("DC14", 5, 6)) func `an item is copied, and what it is a copy of is deleted (DC14)`() throws {
    try window.tap("Duplicate “Poster”")
    #expect(window.layers == ["popover"])
    try window.type("Another poster", into: "name")
    try window.tap("save")
    #expect(window.layers == [])
    try window.tap("Delete “Poster”")
    #expect(window.layers == ["alert"] && window.reads("Delete “Poster”?"))
    #expect(window.role("Delete") == "destructive")
    try window.choose("Cancel")
    #expect(window.layers == [] && window.reads("Poster"))
    try window.tap("Delete “Poster”")
    try window.choose("Delete")
    #expect(window.layers == [])
    #expect(window.reads("Another poster") && !window.reads("Poster"))
  }

  @Test func `an item is deleted after a question (DC14)`() throws {
    try window.tap("Delete “Poster”")
    #expect(window.reads("Delete “Poster”?"))
    try window.choose("Cancel")
    #expect(window.reads("Poster"))
    try window.tap("Delete “Poster”")
    try window.choose("Delete")
    #expect(!window.reads("Poster"))
  }

  @Test func `an address leads to an item, or says that it is gone`() throws {
    #expect(try TestWindow(app: GalleryApp(), url: "/shop/inventory/2").element("name")?["text"] == "Catalogue")
    #expect(try TestWindow(app: GalleryApp(), url: "/shop/inventory/99").reads("This item is not sold any more."))
  }
}
