import Oriel
import OrielTesting
import Testing

@NavigationModel
final class DrivenOrderModel {
  var size = "S"
  var extras: Set<String> = []
  var seen = 0.0
  var heard = 0
  var isFocused = false
  var note = "rush"
  var selection: TextSelection?

  var body: some View {
    Picker("Size", selection: bind(\.size)) {
      Text("Small").tag("S")
      Text("Large").tag("L")
    }
    MultiPicker("Extras", selection: bind(\.extras)) {
      Text("Milk").tag("milk")
      Text("Sugar").tag("sugar")
    }
    TextField("Note", text: bind(\.note), selection: bind(\.selection)).focused(bind(\.isFocused))
    ScrollView { Text("Terms") }.onScroll { self.seen = $0 }.id("terms")
    Component("dial").on("turned") { (value: Int) in self.heard = value }.id("dial")
    Button("Details") {
      self.present(.sheet(DrivenDetailsModel(), detents: [.medium, .large]))
    }
    Button("Ask") {
      self.present(.alert(AlertState<Never>("Nothing left", message: "Come back tomorrow")))
    }.disabled(size == "L")
  }
}

@NavigationModel
final class DrivenDetailsModel {
  var body: some View { Text("Details of \(selectedDetent?.rawValue ?? "")") }
}

/// Has components without ids of their own, and a place for files.
@NavigationModel
final class DialModel {
  var at = 0

  var body: some View {
    Text("\(at) degrees")
    Component("dial").on("turned") { (value: Int) in self.at = value }
    Component("lever").on("pulled") { self.at = -1 }
    Button("lever") { self.at = 0 }
    FileField("Scale") { _ in }
  }
}

/// Every verb of a page has its method, and what a test looks at is the real thing.
struct DrivingTests {
  let window: TestWindow
  init() throws { window = try TestWindow(DrivenOrderModel()) }

  private var order: DrivenOrderModel { get throws { try window.find(DrivenOrderModel.self) } }

  @Test func `an option is chosen by what is written on it`() throws {
    try window.choose("Large", in: "Size")
    #expect(try order.size == "L")
    try window.choose("Milk", in: "Extras")
    try window.choose("Sugar", in: "Extras")
    try window.choose("Milk", in: "Extras")
    #expect(try order.extras == ["sugar"])
    #expect(throws: TestError.notFound("Medium", candidates: ["Small", "Large"])) {
      try window.choose("Medium", in: "Size")
    }
  }

  @Test func `what can be read of a picker is read: every option, or of a menu the chosen one`() throws {
    #expect(window.text == ["Size", "Small", "Extras", "Milk", "Sugar", "Note", "rush", "Terms", "Details", "Ask"])
    try window.choose("Large", in: "Size")
    #expect(window.text.prefix(2) == ["Size", "Large"])
    #expect(window.description.contains("“Size” = \"L\" of “Small”, “Large”\n"))
  }

  @Test func `a component is found by its name, unless an id or a text is that`() throws {
    let window = try TestWindow(DialModel())
    try window.event("custom:turned", of: "dial", value: 3)
    #expect(window.text == ["3 degrees", "lever", "Scale"])
    #expect(throws: TestError.notFound("knob", candidates: ["1 dial", "2 lever", "3 “lever”", "4 “Scale”"])) {
      try window.event("custom:turned", of: "knob", value: 3)
    }
    try window.tap("lever")
    #expect(window.text == ["0 degrees", "lever", "Scale"])
  }

  @Test func `a restart shows a file field as it was, with another ticket`() throws {
    let window = try TestWindow(DialModel())
    let before = window.document
    try window.restart()
    #expect(window.document.differences(from: before) == [])
    #expect(window.document != before)
  }

  @Test func `focus, caret and scrolling have their verbs`() throws {
    try window.focus("Note")
    #expect(try order.isFocused)
    try window.blur("Note")
    #expect(try !order.isFocused)
    try window.select(1..<3, in: "Note")
    #expect(try order.selection == TextSelection(range: 1..<3))
    try window.scroll("terms", to: 0.5)
    #expect(try order.seen == 0.5)
    try window.event("custom:turned", of: "dial", value: 3)
    #expect(try order.heard == 3)
  }

  @Test func `a sheet is made taller by its user`() throws {
    #expect(throws: TestError.nothingTo("resize")) { try window.resize(to: .large) }
    try window.tap("Details")
    #expect(window.text.last == "Details of medium")
    try window.resize(to: .large)
    #expect(window.text.last == "Details of large")
  }

  @Test func `code reaches the models behind the page`() throws {
    #expect(try window.root is DrivenOrderModel)
    #expect(throws: TestError.notFound("DrivenDetailsModel", candidates: ["DrivenOrderModel"])) {
      try window.find(DrivenDetailsModel.self)
    }
    let outcome = try window.run { try window.root.present(.sheet(DrivenDetailsModel(), detents: [.large])) }
    #expect(outcome != .nothing)
    #expect(try window.find(DrivenDetailsModel.self).isPresented)
    try window.run { try order.present(.alert(AlertState<Never>("Soon gone")), hidingAfter: .seconds(5)) }
    #expect(window.text.contains("Soon gone"))
    #expect(try window.advance(by: .seconds(5)) != .nothing)
    #expect(!window.text.contains("Soon gone"))
  }

  @Test func `a document is compared whole`() throws {
    let details = try TestWindow(DrivenDetailsModel())
    let document: JSONValue = [
      "scene": "main", "title": "Window", "url": "/", "root": "m1",
      "models": [
        "m1": ["kind": "screen", "type": "DrivenDetailsModel", "body": [["type": "text", "text": "Details of "]]]
      ],
    ]
    try details.expect(document)
    #expect(
      throws: TestError.unexpected(
        """
        /title: "Details" → "Window"
        /models/m1/body/0/text: nothing → "Details of "
        """)
    ) {
      try details.expect([
        "scene": "main", "title": "Details", "url": "/", "root": "m1",
        "models": ["m1": ["kind": "screen", "type": "DrivenDetailsModel", "body": [["type": "text"]]]],
      ])
    }
    #expect(details.document.differences(from: document) == [])
  }

  @Test func `a window prints what can be seen, and by which names`() throws {
    try window.tap("Details")
    #expect(
      window.description == """
        Window
          DrivenOrderModel m1
            picker 0 “Size” = "S" of “Small”, “Large”
            picker 1 “Extras” = [] of “Milk”, “Sugar”
            textField 2 “Note” “rush”
            scroll terms
            text “Terms”
            component dial dial
            button 5 “Details”
            button 6 “Ask”
        sheet
          DrivenDetailsModel m2
            text “Details of medium”
        """)
    try window.dismiss()
    try window.tap("Ask")
    #expect(
      window.description.hasSuffix(
        """
        alert “Nothing left” “Come back tomorrow”
          “OK”
        """))
  }
}

/// What an operator does from outside.
struct OperatingTests {
  let server: TestServer
  let shop: TestWindow

  init() throws {
    server = try TestServer(app: ShopApp())
    shop = try server.open()
  }

  @Test func `an operator opens a window, and one of its user's pages shows it`() throws {
    let id = try server.openWindow("product", value: 7)
    let product = try shop.openWindow()
    #expect((product.id, product.title) == (id, "Product 7"))
    #expect(throws: TestError.nothingTo("open: wrongValue")) { try server.openWindow("product") }
    #expect(throws: TestError.nothingTo("open: unknownUser")) { try server.openWindow("shop", for: "nobody") }
  }

  @Test func `an operator dismisses a window once`() throws {
    #expect(try server.dismissWindow(shop.id))
    #expect(shop.received() == .closed(.closed(by: .operator)))
    #expect(try !server.dismissWindow(shop.id))
  }

  @Test func `an operator's trigger reaches one window, or all`() throws {
    let other = try server.open(user: "other")
    try server.sendEnvironmentTrigger(.notify("Closing soon"))
    try server.sendEnvironmentTrigger(.copy("7"), to: shop.id)
    #expect(shop.triggers.map(\.kind) == ["notify", "copy"])
    #expect(other.triggers.map(\.payload) == [["title": "Closing soon"]])
    #expect(throws: TestError.nothingTo("open")) { try shop.openWindow() }
  }
}
