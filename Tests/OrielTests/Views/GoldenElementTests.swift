import Foundation
import Oriel
import OrielDocument
import OrielTesting
import Testing

/// The examples of `Tests/Fixtures/elements.json`, which the tests of the protocol's page and of the client read too.
@Suite("Examples of all elements")
struct GoldenElementTests {
  private let fixture: JSONObject

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/elements.json")
    let examples = try JSONReader.value(from: Array(Data(contentsOf: file)), depth: 64)
    fixture = try #require(examples.objectValue)
  }

  @Test(arguments: Golden.all.map(\.name))
  func `a view renders the example`(_ name: String) throws {
    let golden = try #require(Golden.all.first { $0.name == name })
    #expect(golden.rendered == fixture[name])
  }

  @Test func `what users type renders the examples`() throws { try compare(Golden.typed()) }
  @Test func `what users upload renders the examples`() throws { try compare(Golden.uploaded()) }
  @Test func `what leads to a screen renders the example`() throws { try compare(Golden.addressed()) }
  @Test func `what a combobox has asked renders the examples`() async throws { try await compare(Golden.asked()) }

  @Test func `each example has its view`() async throws {
    let windows = try await [Golden.typed(), Golden.uploaded(), Golden.addressed(), Golden.asked()]
    let names = Golden.all.map(\.name) + windows.flatMap(\.keys) + Golden.unrendered
    #expect(names.sorted() == fixture.map(\.key).sorted())
  }

  private func compare(_ rendered: [String: JSONValue?]) {
    for (name, element) in rendered { #expect(element == fixture[name], "\(name)") }
  }
}

/// A view, and the name of its example.
private struct Golden {
  let name: String
  let rendered: JSONValue?

  /// - Parameter example: Which of the rendered elements is the example; by default the only one.
  init(
    _ name: String, _ view: some View,
    example: (RenderedBody) -> JSONValue? = { $0.body.count == 1 ? $0.body[0] : nil }
  ) {
    self.name = name
    rendered = example(ElementRenderer.render(view))
  }

  /// Examples that no unit test renders.
  static let unrendered = [
    // It takes more than 2,000 points; `ChartTests` renders them.
    "a chart of the last of many points"
  ]

  static var all: [Golden] {
    [
      texts, styledTexts, pictures, figures, buttons, links, fields, controls, pickers, containers, layouts, parts,
    ].flatMap(\.self)
  }
}

// MARK: What is shown

extension Golden {
  @ArrayBuilder<Golden> private static var texts: [Golden] {
    Golden("a text", Text("Hello"))
    Golden("a text with a label", Text(TextState("★★★").accessibilityLabel("three stars")))
    Golden(
      "a text with a label in part of it",
      Text("Rated ") + Text(TextState("★★★").accessibilityLabel("three stars")))
    Golden(
      "a text with a style and a link in part of it",
      RunningText([
        TextRun("See ", styles: [], url: nil), TextRun("the manual", styles: [.bold], url: "/manual"),
        TextRun(".", styles: [], url: nil),
      ]))
    Golden("a heading", RunningText([TextRun("Chapter", styles: [], url: nil)], heading: 2))
    Golden("a tile, whose figure is no heading", Tile("Waiting", value: "12", change: "+3", style: .danger))
    Golden("a time", Text(1_795_300_000_000, style: .relative))
    Golden("a text with classes", Text("Late").class("state late"))
    Golden("a text with a description", Text("P1").help("The highest priority"))
    Golden("a hidden text", Text("Nothing to see").hidden())
    Golden("a text from which a popover starts", Text("Card").navigationSource(id: "card-7"))
    Golden("a text with a context menu", Text("Invoice").contextMenu { Button("Copy") {} })
  }

  @ArrayBuilder<Golden> private static var styledTexts: [Golden] {
    Golden(
      "texts of all sizes",
      VStack {
        Text("Title").font(.title)
        Text("Title 2").font(.title2)
        Text("Headline").font(.headline)
        Text("Body").font(.body)
        Text("Caption").font(.caption)
      })
    Golden(
      "texts in all fonts",
      VStack {
        Text("Mono").monospaced()
        Text("Bold").bold()
        Text("Italic").italic()
        Text("Underlined").style(.underline)
        Text("Struck").style(.strikethrough)
      })
    Golden(
      "texts in all colours",
      VStack {
        Text("Quiet").foregroundStyle(.secondary)
        Text("Accent").foregroundStyle(.accent)
        Text("Late").foregroundStyle(.danger)
        Text("Soon").foregroundStyle(.warning)
        Text("Done").foregroundStyle(.success)
      })
    Golden(
      "texts at all sides",
      VStack {
        Text("Centre").multilineTextAlignment(.center)
        Text("End").multilineTextAlignment(.trailing)
      })
    Golden("a chip", Chip("P1").foregroundStyle(.danger))
    Golden("a text that is not there yet", Text("Loading").redacted(reason: .placeholder))
  }

  @ArrayBuilder<Golden> private static var pictures: [Golden] {
    Golden("a symbol", Image(systemName: "star"))
    Golden("a symbol with a label", Image(systemName: "star").accessibilityLabel("Favourite"))
    Golden("a picture", Image(url: "/client/icon.svg", label: "Our logo"))
  }

  @ArrayBuilder<Golden> private static var figures: [Golden] {
    Golden("progress", ProgressView("Files", value: 3, total: 4))
    Golden("progress without a known end", ProgressView("Loading"))
    Golden("a gauge", Gauge("Load", value: 0.4, currentValueLabel: "40 %"))
    Golden("a gauge without a known value", Gauge("Load", value: .nan))
    Golden(
      "a chart of times",
      Chart("Waiting", GoldenMinute.all) { minute in
        LineMark(x: .value("Time", minute.time), y: .value("Calls", minute.calls))
        BarMark(x: .value("Time", minute.time), y: .value("Lost", minute.number)).foregroundStyle(.danger)
      }
      .chartXAxis(.hidden).chartLegend(.hidden).chartYScale(domain: 0...10).chartYAxisLabel("calls").frame(height: 160))
    Golden(
      "a chart of categories with a rule",
      Chart("Calls") {
        BarMark(x: .value("Desk", "North"), y: .value("Calls", 3))
        BarMark(x: .value("Desk", "South"), y: .value("Calls", 5))
        RuleMark(y: .value("Limit", 4))
      })
    Golden("a sparkline", Sparkline("Waiting", values: [1, .nan, 2.5]))
  }
}

// MARK: What is pressed

extension Golden {
  @ArrayBuilder<Golden> private static var buttons: [Golden] {
    Golden("a button", Button("Go") {})
    Golden("a button with a symbol and a key", Button("Save", systemImage: "floppy") {}.keyboardShortcut("s"))
    Golden("a button with a symbol alone", Button("", systemImage: "plus") {}.accessibilityLabel("Add"))
    Golden(
      "a button with views",
      Button {
      } label: {
        Image(systemName: "star")
        Text("Star")
      })
    Golden("a button that destroys", Button("Delete", role: .destructive) {})
    Golden("a button that cancels", Button("Cancel", role: .cancel) {})
    Golden("a button that is disabled", Button("Send") {}.disabled(true))
    Golden("a button that is selected", Button("Inbox") {}.selected())
    Golden(
      "buttons in all styles",
      HStack {
        Button("Go") {}.buttonStyle(.borderedProminent)
        Button("Later") {}.buttonStyle(.bordered)
        Button("Never") {}.buttonStyle(.plain)
      })
    Golden(
      "a menu",
      Menu("More", systemImage: "three-dots") {
        Button("Copy") {}
        Divider()
        Button("Delete", role: .destructive) {}
      })
    Golden(
      "commands",
      Text("Board").commands { CommandMenu("Incident") { Button("Close") {}.keyboardShortcut("e") } },
      example: { $0.toolbar.first })
  }

  @ArrayBuilder<Golden> private static var links: [Golden] {
    Golden("a link", Link("Manual", destination: "https://example.com/"))
    Golden("a link to a screen", NavigationLink("Settings", to: Place.settings))
    Golden("a link to a screen with views", NavigationLink(to: Place.page(4)) { Text("Page four") })
  }
}

// MARK: What is filled in

extension Golden {
  @ArrayBuilder<Golden> private static var fields: [Golden] {
    Golden("a text field", TextField("Name", text: .constant("Ada")))
    Golden(
      "a text field that a browser can fill in",
      TextField("Email", text: .constant(""), prompt: "you@example.com")
        .textContentType(.emailAddress).keyboardType(.emailAddress))
    Golden(
      "a text field with all that is said about it",
      TextField("Amount", text: .constant("214")).textLimit(8).keyboardType(.decimalPad)
        .required().unit("€", edge: .leading).unit("net").help("What the caller gets back")
        .problem("Refund 184 or less."))
    Golden("a text field with a unit", TextField("Parcel", text: .constant("2")).unit("kg"))
    Golden("a text field with the focus", TextField("Email", text: .constant("")).focused(.constant(true)))
    Golden(
      "a text field that follows its caret",
      TextField("Word", text: .constant("Hello"), selection: .constant(TextSelection(range: 1..<3))))
    Golden(
      "a text field for what to look for",
      List {}.searchable(text: .constant("ab"), prompt: "Find"),
      example: { $0.body.first })
    Golden(
      "a text field for a number that many see",
      TextField("Price", value: .constant(1234.5), in: 0...10_000, step: 0.5, format: Self.number))
    Golden(
      "a field for a secret",
      SecureField("Password", text: .constant(Secret("blob")), prompt: "Yours")
        .textLimit(64).textContentType(.password).keyboardType(.default))
    Golden(
      "a text area",
      TextEditor(text: .constant("eggs\nmilk"), selection: .constant(nil))
        .textLimit(200).onSubmit {}.accessibilityLabel("Notes"))
  }

  fileprivate static var number: FloatingPointFormatStyle<Double> { .number.locale(Locale(identifier: "en_US")) }

  @ArrayBuilder<Golden> private static var controls: [Golden] {
    Golden("a toggle", Toggle("Sound", isOn: .constant(true)))
    Golden("a slider", Slider("Volume", value: .constant(3.0), in: 0...9, step: 3))
    Golden("a stepper", Stepper("Guests", value: .constant(3), in: 0...9, step: 3))
    Golden("a colour picker", ColorPicker("Colour", selection: .constant(.red)))
    Golden("a page control", PageControl("Pictures", currentPage: .constant(1), numberOfPages: 3))
  }

  @ArrayBuilder<Golden> private static var pickers: [Golden] {
    Golden("a picker", sizes)
    Golden("a picker with segments", sizes.pickerStyle(.segmented))
    Golden("a picker with radio buttons", sizes.pickerStyle(.radioGroup))
    Golden(
      "a picker for several",
      MultiPicker("Sizes", selection: .constant(Set(["large"]))) {
        Text("Little").tag("small")
        Text("Much").tag("large")
      })
    if let first = CalendarDate("2026-11-01"), let day = CalendarDate("2026-11-21T09:30"),
      let last = CalendarDate("2026-11-30")
    {
      Golden("a date picker", DatePicker("Day", selection: .constant(day), in: first...last))
      Golden(
        "a date picker for a time",
        DatePicker("Time", selection: .constant(day), displayedComponents: .hourAndMinute))
      Golden(
        "a date picker for both",
        DatePicker("Start", selection: .constant(day), displayedComponents: [.date, .hourAndMinute]))
    }
  }

  private static var sizes: Picker<String> {
    Picker("Size", selection: .constant("large")) {
      Text("Little").tag("small")
      Text("Much").tag("large")
    }
  }
}

// MARK: What has others in it

extension Golden {
  @ArrayBuilder<Golden> private static var containers: [Golden] {
    Golden(
      "a list",
      List {
        Text("One")
        NavigationLink("Settings", to: Place.settings).selected()
      }
      .controlSize(.mini))
    Golden(
      "a list with sections",
      List {
        Section("First") { Text("One") }
        Section("Second") { Text("Two") }
      }
      .controlSize(.small))
    Golden(
      "a section",
      Section {
        Text("Ada")
      } header: {
        Text("Account")
      } footer: {
        Text("Saved at once.")
      })
    Golden(
      "a form",
      Form { TextField("Name", text: .constant("Ada")) }.problem("One thing is wrong.").controlSize(.regular))
    Golden(
      "a table",
      Table(
        [Score(id: 1, name: "Ada", points: 3), Score(id: 2, name: "Bob", points: 5)],
        selection: .constant(Set<Int>()), sortOrder: .constant([TableSort("Name", order: .reverse)])
      ) {
        TableColumn("Name", value: \.name).width(120).pinned()
        TableColumn("Points") { score in Button("\(score.points)") {} }.alignment(.numeric).priority(1).footer("8")
      }
      .contextMenu { ids in
        Button("Open \(ids.count)") {}
      } primaryAction: { _ in
      }
      .rowDetail { score in Text(score.name) }
      .scrollPosition(id: .constant(2)).downloads("scores.tsv").accessibilityLabel("Scores"))
    Golden(
      "a table whose columns the app keeps",
      Table([Score](), columnCustomization: .constant(customizedColumns)) {
        TableColumn("Name", value: \.name)
        TableColumn("Points") { score in Text("\(score.points)") }
      }
      .emptyContent { Text("No scores") })
    Golden(
      "a table in running text", TextTable(["Name", "Points"], [[Text("Ada"), Text("3")], [Text("Bob"), Text("5")]]))
    Golden("a scrollable area", ScrollView { Text("Long") }.onScroll { _ in }.accessibilityLabel("Names"))
    Golden(
      "a conversation",
      ScrollView {
        MessageBubble("Hello", from: "Ann")
        MessageBubble("Hi", isOwn: true)
      }
      .defaultScrollAnchor(.bottom).accessibilityLabel("Conversation"))
  }

  @ArrayBuilder<Golden> private static var layouts: [Golden] {
    Golden(
      "a column",
      VStack(alignment: .leading, spacing: 8) {
        Text("1")
        Text("2")
      })
    Golden(
      "a row",
      HStack(alignment: .firstTextBaseline, spacing: 4) {
        Text("1")
        Spacer()
        Text("2")
      }
      .style(.card, .fill))
    Golden("a row with a label", HStack { Button("Go") {} }.accessibilityLabel("Actions"))
    Golden(
      "a pile",
      ZStack(alignment: .topTrailing) {
        Text("Behind")
        Text("In front")
      })
    Golden(
      "a grid",
      Grid(columns: 2, spacing: 4) {
        Text("1")
        Text("2")
        Text("3")
      })
    Golden("a spacer", Spacer())
    Golden("a divider", Divider())
  }

  @ArrayBuilder<Golden> private static var parts: [Golden] {
    Golden("a value with its name", LabeledContent("Caller", value: "Ann"))
    Golden("a disclosure of the page", DisclosureGroup("More") { Text("Details") })
    Golden("a disclosure of the server", DisclosureGroup("More", isExpanded: .constant(true)) { Text("Details") })
    Golden("a message", MessageBubble("Hello", from: "Ann", isOwn: true))
    Golden(
      "an inspector",
      Text("Orders").inspector(isPresented: .constant(true)) { LabeledContent("Customer", value: "Ann") },
      example: { $0.body.last })
    Golden(
      "what is unavailable",
      ContentUnavailableView("No calls", systemImage: "telephone", description: Text("They come here.")) {
        Button("Pause") {}
      })
    Golden("code", CodeBlock("let a = 1", language: "swift"))
    Golden("a quote", QuoteBlock([Text("Said before")]))
    Golden("points", PointList(start: nil, [Text("one"), Text("two")]))
    Golden("points with numbers", PointList(start: 3, [Text("third"), Text("fourth")]))
    Golden("a web view", WebView("Help", url: "/help"))
    Golden("a component", Component("dial", properties: ["at": 3]) { Text("inside") }.on("turned") {})
  }
}

// MARK: What only a window has

extension Golden {
  /// Fields whose users are in the middle of an edit.
  static func typed() throws -> [String: JSONValue?] {
    var fields: [String: JSONValue?] = [:]
    let window = try TestWindow(GoldenPlateModel())
    try window.type("abc", into: "Plate")
    fields["a text field with what is typed"] = window.body?[0]
    try window.type("abc", into: "Story")
    fields["a text area with what is typed"] = window.body?[1]
    try window.event("input", of: "Price", value: "25x")
    fields["a text field with a draft"] = window.body?[2]

    let server = try TestServer(app: GoldenNoteApp())
    let (anna, ben) = (try server.open(user: "anna"), try server.open(user: "ben"))
    try anna.type("a", into: "Note")
    fields["a text field in which others write"] = ben.body?[0]
    fields["a text area in which others write"] = ben.body?[1]
    return fields
  }

  /// A file field and a link to its file. Their tickets are random.
  static func uploaded() throws -> [String: JSONValue?] {
    let window = try TestWindow(GoldenFileModel())
    try window.choose(files: [TestFile("orders.csv", contents: "Number")], in: "Attach")
    var field = window.body?[0]?.objectValue
    var link = window.body?[1]?.objectValue
    if let ticket = field?["ticket"]?.stringValue, !ticket.isEmpty { field?["ticket"] = "t-1" }
    let address = link?["url"]?.stringValue?.split(separator: "/") ?? []
    if address.count == 3 { link?["url"] = .string("/\(address[0])/t-1/\(address[2])") }
    return ["a file field": field.map(JSONValue.object), "a link to a file": link.map(JSONValue.object)]
  }

  static func addressed() throws -> [String: JSONValue?] {
    ["a link to a screen with a symbol and an address": try TestWindow(GoldenOrderModel()).body?[0]]
  }

  static func asked() async throws -> [String: JSONValue?] {
    var fields: [String: JSONValue?] = [:]
    let berlin = Box<GoldenTown?>(GoldenTown.all[1])
    let nothing = Suggestions<GoldenTown> { _ in [] }
    let choosing = ComboBox("City", selection: berlin.binding, suggestions: nothing, prompt: "Name") { $0.name }
    fields["a combobox with a choice"] = try element(choosing.textContentType(.addressCity).keyboardType(.default))
    let stops = Box(GoldenTown.all)
    fields["a combobox with several choices"] = try element(
      ComboBox("Stops", selection: stops.binding, suggestions: nothing) { $0.name })

    let found = Box<GoldenTown?>(nil)
    let towns = Suggestions<GoldenTown> { _ in GoldenTown.all }
    let suggesting = ComboBox(
      "City", selection: found.binding, suggestions: towns, detail: { "No. \($0.id)" }
    ) { $0.name }
    try await ElementRenderer.render(suggesting).sendAndWait("input", "Ber", to: "0")
    fields["a combobox with suggestions"] = try element(suggesting)

    let many = Suggestions<GoldenTown> { _ in (0..<53).map { GoldenTown(id: $0, name: "\($0)") } }
    let counting = ComboBox("Number", selection: found.binding, suggestions: many) { $0.name }
    try await ElementRenderer.render(counting).sendAndWait("input", "", to: "0")
    fields["a combobox with more suggestions than it shows"] = try element(counting)

    // The source sees the field while it is asked.
    let (field, asking) = (Box<ComboBox<GoldenTown>?>(nil), Box<JSONValue?>(nil))
    let failing = Suggestions<GoldenTown> { _ in
      asking.value = try field.value.map { try element($0) }
      throw NoAnswer()
    }
    let unanswered = ComboBox("City", selection: found.binding, suggestions: failing) { $0.name }
    field.value = unanswered
    await #expect(throws: NoAnswer.self) {
      try await ElementRenderer.render(unanswered).sendAndWait("input", "Ber", to: "0")
    }
    fields["a combobox that is asking"] = asking.value
    fields["a combobox without an answer"] = try element(unanswered)
    return fields
  }
}

extension TestWindow {
  fileprivate var body: JSONValue? { document["models"]?["m1"]?["body"] }
}

private struct NoAnswer: Error {}

private var customizedColumns: TableColumnCustomization<Score> {
  var columns = TableColumnCustomization<Score>()
  columns.order = ["Points", "Name"]
  columns[width: "Name"] = 80
  columns[visibility: "Points"] = .hidden
  return columns
}

private struct GoldenTown: Identifiable {
  let id: Int
  let name: String

  static var all: [GoldenTown] { [GoldenTown(id: 0, name: "Bern"), GoldenTown(id: 1, name: "Berlin")] }
}

private struct GoldenMinute {
  let number: Int
  let calls: Double
  var time: Date { Date(timeIntervalSince1970: Double(number) * 60) }

  static var all: [GoldenMinute] {
    [GoldenMinute(number: 1, calls: 3), GoldenMinute(number: 2, calls: 4.5), GoldenMinute(number: 3, calls: .nan)]
  }
}

@NavigationModel
private final class GoldenPlateModel {
  var plate = "" { didSet { plate = plate.uppercased() } }
  var story = "" { didSet { story = story.uppercased() } }
  var price = 1234.5

  var body: some View {
    TextField("Plate", text: bind(\.plate))
    TextEditor(text: bind(\.story)).accessibilityLabel("Story")
    TextField("Price", value: bind(\.price), format: Golden.number)
  }
}

private struct GoldenNoteApp: WindowApp {
  var body: some Scene {
    WindowGroup("Note", id: "main") { GoldenNoteModel() }
  }

  func environment(for tenant: Tenant) -> EnvironmentValues { [GoldenNote()] }
}

@SavedState
private final class GoldenNote {
  var text = ""
}

@NavigationModel
private final class GoldenNoteModel {
  @Environment(GoldenNote.self) var note

  var body: some View {
    TextField("Note", text: text).showsWriters()
    TextEditor(text: text).showsWriters().accessibilityLabel("Story")
  }

  private var text: Binding<String> { Binding(get: { self.note.text }, set: { self.note.text = $0 }) }
}

@NavigationModel
private final class GoldenFileModel {
  var file: UploadedFile?

  var body: some View {
    FileField("Attach", types: ["image/*", ".csv"], maximumSize: 1000, allowsMultiple: true) { self.file = $0.first }
    if let file { Link(file: file) }
  }
}

@NavigationModel
private final class GoldenOrderModel {
  var body: some View {
    NavigationLink("Order", systemImage: "box", to: PlacesApp.Order(id: 3))
  }
}
