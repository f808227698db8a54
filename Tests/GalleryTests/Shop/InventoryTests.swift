import Gallery
import OrielDocument
import OrielTesting
import Testing

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

  @Test func `an item is added in a sheet (DC14)`() throws {
    let other = try window.server.open(scene: "shop")
    try window.tap("add")
    #expect(window.layers == ["sheet"])
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
  }

  @Test func `an item is edited further down the path, where Cancel and Save stand for Back (DC14)`() throws {
    try window.tap("Postcards 90 in stock")
    #expect(window.url == "/shop/inventory/1")
    #expect(window.stackOptions == ["hideBackButton"])
    try window.type("Cards", into: "name")
    try window.tap("sold-out")
    try window.tap("cancel")
    #expect(window.reads("Postcards", "90 in stock"))
    try window.tap("Postcards 90 in stock")
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
