import Oriel
import OrielDocument
import OrielTesting
import Testing

/// A screen that says what it adds to the address.
@NavigationModel
final class AddressModel {
  var part: String?

  init(_ part: String?) {
    self.part = part
  }

  var urlPath: String? { part }
  var body: some View { Text(part ?? "nothing") }
}

struct AddressTests {
  @Test func `a window says where it is: the pieces of a stack, one after another`() throws {
    let root = AddressModel("mail")
    let window = try TestWindow(.stacked(root))
    #expect(window.url == "/mail")
    try window.run { root.push([AddressModel("inbox"), AddressModel(nil), AddressModel("4?part=2")]) }
    #expect(window.url == "/mail/inbox/4?part=2")
    try window.back(toDepth: 1)
    #expect(window.url == "/mail/inbox")
  }

  @Test func `a whole address takes the place of what is before it`() throws {
    let root = AddressModel("mail")
    let window = try TestWindow(.stacked(root))
    try window.run { root.push([AddressModel("/drafts"), AddressModel("9")]) }
    #expect(window.url == "/drafts/9")
  }

  @Test func `the selected tab and the layers above count`() throws {
    let first = AddressModel("one")
    let tabs = DefaultTabsRootNavigationModel(
      tabs: [
        TabModel(id: "1", title: "1", model: .stacked(first)),
        TabModel(id: "2", title: "2", model: .switched(AddressModel("two"))),
      ], selectedTabID: "1")
    let window = try TestWindow(tabs)
    #expect(window.url == "/one")
    try window.selectTab("2")
    #expect(window.url == "/two")
    try window.run { tabs.present(.sheet(.stacked([AddressModel("help"), AddressModel("tabs")]))) }
    #expect(window.url == "/two/help/tabs")
    try window.dismiss()
    #expect(window.url == "/two")
  }

  @Test func `the address follows a model's state`() throws {
    let model = AddressModel("a")
    let window = try TestWindow(.stacked(model))
    try window.run { model.part = "b c" }
    #expect(window.url == "/b%20c")
    try window.run { model.part = nil }
    #expect(window.url == "/")
  }

  @Test(arguments: ["//example.org/", "..", "a/../b", "%zz"]) func `what is no address adds nothing`(part: String)
    throws
  {
    #expect(try TestWindow(AddressModel(part)).url == "/")
  }

  @Test func `a window without addresses is where its scene is`() throws {
    let server = try TestServer(app: PlacesApp())
    #expect(try server.open().url == "/")
    #expect(try server.open(scene: "plain").url == "/plain")
    #expect(try server.open(scene: "room", value: 7).url == "/room/7")
    let seat = PlacesApp.Seat(row: "C", number: 4)
    #expect(try server.open(scene: "seat", value: seat).url == #"/seat?value=%7B%22row%22:%22C%22,%22number%22:4%7D"#)
  }
}
