import SwiftIfConfig
import Testing

/// A rule for each thing an author can get wrong: what is said, and where.
struct DiagnosticTests {
  // MARK: The class

  @Test(arguments: ["struct", "actor", "enum"])
  func `only a class can be a model`(_ kind: String) {
    let expansion = Expansion("@NavigationModel \(kind) InboxModel {}")
    #expect(expansion.diagnostics == ["1:18: @NavigationModel needs a class: write 'final class'"])
    #expect(expansion.source == "\(kind) InboxModel {}")
  }

  @Test func `a model is final`() {
    #expect(
      Expansion("@NavigationModel class InboxModel {}").diagnostics == [
        "1:24: a model must be final: write 'final class InboxModel'"
      ])
  }

  @Test func `a generic model is as good`() {
    #expect(Expansion("@NavigationModel final class PickerModel<Item: Codable> { var item: Item? }").diagnostics == [])
  }

  @Test(arguments: ["MainActor", "DatabaseActor"])
  func `a model can't belong to a global actor`(_ actor: String) {
    #expect(
      Expansion("@NavigationModel @\(actor) final class InboxModel {}").diagnostics == [
        "1:18: a model belongs to the hub of its window: remove '@\(actor)'"
      ])
  }

  @Test(arguments: ["Sendable", "@unchecked Sendable", "Named & Sendable"])
  func `a model can't be Sendable`(_ conformance: String) {
    #expect(
      Expansion("@NavigationModel final class InboxModel: \(conformance) {}").diagnostics == [
        "1:42: a model belongs to the hub of its window and never leaves it: remove 'Sendable'"
      ])
  }

  @Test func `a model is not also observable by another macro`() {
    #expect(
      Expansion("@SavedState @Observable final class Preferences {}").diagnostics == [
        "1:13: @SavedState observes the class already: remove '@Observable'"
      ])
  }

  @Test func `a model without an initializer is told which one it needs`() {
    #expect(
      Expansion("@NavigationModel final class NoteModel { let id: Int }").diagnostics == [
        "1:46: 'NoteModel' has no initializer: write an 'init' that sets 'id', or give 'id' a default"
      ])
  }

  // MARK: The target

  @Test func `a target needs the feature that keeps async handlers on the hub`() {
    #expect(
      Expansion("@NavigationModel final class InboxModel {}", target: .target(languageMode: 6)).diagnostics == [
        "1:1: @NavigationModel needs the upcoming feature NonisolatedNonsendingByDefault: add "
          + ".enableUpcomingFeature(\"NonisolatedNonsendingByDefault\") to this target's swiftSettings; "
          + "without it an async handler would leave the hub"
      ])
  }

  @Test func `a target needs the language mode that checks isolation`() {
    let target = StaticBuildConfiguration.target(languageMode: 5, features: ["NonisolatedNonsendingByDefault"])
    #expect(
      Expansion("@SavedState final class Preferences {}", target: target).diagnostics == [
        "1:1: @SavedState needs the Swift 6 language mode: add 'swiftLanguageModes: [.v6]' to the package; "
          + "in an earlier one nothing keeps a model on its hub"
      ])
  }

  @Test func `a target that has both hears nothing`() {
    let target = StaticBuildConfiguration.target(languageMode: 6, features: ["NonisolatedNonsendingByDefault"])
    #expect(Expansion("@NavigationModel final class InboxModel {}", target: target).diagnostics == [])
  }

  // MARK: Names

  @Test(arguments: ["let _node: Int", "func _node() {}", "struct _node {}"])
  func `the node's name is taken`(_ member: String) {
    #expect(
      Expansion("@NavigationModel final class InboxModel { init() {}; \(member) }").diagnostics.map(\.afterLocation)
        == [
          "'_node' is written by the macro: choose another name"
        ])
  }

  @Test(arguments: ["var node = 1", "@Environment(Node.self) var node"])
  func `a variable whose storage would be the node needs another name`(_ property: String) {
    #expect(
      property.inModel == ["'node' would be stored as '_node', which is the framework's: choose another name"])
  }

  @Test func `a body is computed`() {
    #expect(
      Expansion("@NavigationModel final class InboxModel { var body = Text(title) }").diagnostics == [
        "1:47: what a screen shows is computed from its state: write 'var body: some View { … }'"
      ])
  }

  // MARK: Properties

  @Test func `a pattern is no property`() {
    #expect(
      "var (a, b) = (1, 2)".inModel == ["a pattern can't be observed or saved: declare each property by itself"])
  }

  @Test func `a variable is declared by itself`() {
    #expect(
      "var a = 1, b = 2".inModel == ["several properties in one 'var' can't be observed: declare each by itself"])
    #expect("let a = 1, b = 2".inModel == [])
  }

  @Test func `a lazy variable can't be saved`() {
    #expect("lazy var total = sum()".inModel == ["'lazy var total' can't be saved: mark it @Transient, or compute it"])
    #expect("@Transient lazy var total = sum()".inModel == [])
  }

  @Test(arguments: ["weak", "unowned"])
  func `a reference that doesn't keep its object can't be saved`(_ ownership: String) {
    #expect(
      "\(ownership) var window: Window?".inModel == [
        "'\(ownership) var window' can't be saved: mark it @Transient, and 'start()' may set it again"
      ])
    #expect("@Transient \(ownership) var window: Window?".inModel == [])
  }

  @Test(arguments: ["() -> Void", "(() -> Void)?", "@Sendable (Int) async throws -> Int"])
  func `a closure can't be saved`(_ type: String) {
    #expect(
      "var finish: \(type) = noop".inModel == [
        "'finish' can't be saved, as code is not state: mark it @Transient and give it a default, or make it a method"
      ])
    #expect("@Transient var finish: \(type) = noop".inModel == [])
  }

  @Test func `a wrapped property can't be observed or saved`() {
    #expect(
      "@Clamped var volume = 1".inModel == [
        "'volume' is kept by '@Clamped' and can't be observed or saved: mark it @Transient, or remove '@Clamped'"
      ])
    #expect("@Transient @Clamped var volume = 1".inModel == [])
    #expect(#"@Environment(\.locale) var locale"#.inModel == [])
  }

  @Test func `a binding can't be saved, its model can`() {
    #expect(
      "@Binding var volume: Int".inModel == [
        "'volume' is a binding, which can't be saved: store the model that has the property, as in 'let parent: ParentModel',"
          + " and write 'parent.bind(\\.volume)'"
      ])
  }

  @Test(arguments: ["State", "Published"])
  func `an attribute of another framework says once what a model does without it`(_ attribute: String) {
    #expect(
      "@\(attribute) var volume = 1".inModel == [
        "remove '@\(attribute)': every 'var' of a model is observed and saved, and 'bind(\\.volume)' binds to it"
      ])
  }

  @Test func `a view that would keep something is told where it is kept`() {
    #expect(
      Expansion("struct Dial: View { @State private var volume = 1 }").diagnostics == [
        "1:21: a view only shows: make 'volume' a property of the model that shows it, and give this view a binding, "
          + "'@Binding var volume', made by 'bind(\\.volume)'"
      ])
  }

  @Test func `a view that shows a model is told how it is given one`() {
    #expect(
      Expansion("struct Dial: View { @ObservedObject var radio: RadioModel }").diagnostics == [
        "1:21: a view is given the model it shows: write 'let radio: RadioModel'; what it reads is observed, and "
          + "'radio.bind(\\.name)' binds to it"
      ])
  }

  @Test func `an object of the environment is found by its type`() {
    #expect(
      "@EnvironmentObject var store: Store".inModel == [
        "an object of the environment is found by its type: write '@Environment(Store.self) var store'"
      ])
  }

  @Test func `a binding to a property is written otherwise than with a dollar`() {
    #expect(
      "var volume = 1; var body: some View { Slider(value: $volume) }".inModel == [
        "write 'bind(\\.volume)' instead of '$volume'"
      ])
    #expect(
      "@State var volume = 1; var body: some View { Slider(value: $volume) }".inModel.last
        == "write 'bind(\\.volume)' instead of '$volume'")
  }

  @Test(arguments: [
    "var rows = [1]; var body: some View { List { ForEach(bind(\\.rows)) { $rows in Text($rows.name) } } }",
    "@Transient @Clamped var volume = 1; var body: some View { Slider(value: $volume) }",
    "var rows = [1]; var sum: Int { rows.reduce(0) { $0 + $1 } }",
  ])
  func `a dollar that means something else is left alone`(_ members: String) {
    #expect(members.inModel == [])
  }

  @Test(arguments: [
    "func edit() { navigate(to: Editor(onSave: { print($0) })) }",
    "func edit() { self.navigate(to: Editor { print($0) }, method: .sheet) }",
    "func edit() { send(.navigate(to: .editor(onSave: { print($0) }))) }",
    "var body: some View { List { NavigationLink(\"Edit\", to: Editor(onSave: { print($0) })) } }",
  ])
  func `a destination has no closure`(_ members: String) {
    #expect(
      members.inModel == [
        "a destination is saved with its window, and code is not: declare the property as 'Callback<Value>' and write "
          + "'Callback { … }', or let the destination name what to do"
      ])
  }

  @Test(arguments: [
    "func edit() { navigate(to: Editor(onSave: Callback { print($0) })) }",
    "func edit() { navigate(to: Editor(rows: rows.map { $0.id })) }",
    "var body: some View { NavigationLink(to: Editor()) { Text(\"Edit\") } }",
  ])
  func `a destination's values may be computed`(_ members: String) {
    #expect(members.inModel == [])
  }

  @Test func `a property can't belong to a global actor`() {
    #expect(
      "@MainActor var volume = 1".inModel == [
        "'volume' belongs to the hub of its window as its model does: remove '@MainActor'"
      ])
  }

  @Test func `what is not saved has a default`() {
    #expect(
      "@Transient var cache: Cache".inModel == [
        "'cache' is not saved, so a restart needs a default for it: give it one, or make it an optional 'var'"
      ])
    #expect(
      "@Transient let cache: Cache?".inModel == [
        "'cache' is not saved, so a restart needs a default for it: write '= nil'"
      ])
    #expect("@Transient var cache: Cache?".inModel == [])
  }

  @Test(arguments: [
    "let rows = Rows<Order>()", "let rows: Rows<Order> = Rows()", "let rows: Oriel.Rows<Order> = .init()",
    "let rows = Oriel.Rows<Order>()",
  ])
  func `Rows are a constant with a value`(_ property: String) {
    #expect(Expansion("@SavedState final class Desk { \(property) }").diagnostics == [])
  }

  @Test(arguments: ["var rows = Rows<Order>()", "var rows: Rows<Order> = Rows()", "var rows: Rows<Order>"])
  func `Rows can't be a variable`(_ property: String) {
    #expect(
      Expansion("@SavedState final class Desk { \(property); init() {} }").diagnostics == [
        "1:32: 'rows' holds Rows, which change in place: make it a 'let'"
      ])
  }

  @Test func `Rows that are set later can't be restored`() {
    #expect(
      Expansion("@SavedState final class Desk { let rows: Rows<Order>; init() {} }").diagnostics == [
        "1:36: 'rows' holds Rows, which are restored in place: give it its value here, as in 'let rows = Rows<Element>()'"
      ])
  }

  @Test func `a model has no Rows`() {
    #expect(
      "let rows = Rows<Order>()".inModel == [
        "'rows' holds Rows, which belong to users and not to a window: move it to a @SavedState class, and read that by "
          + "@Environment"
      ])
    #expect("@Transient let rows = Rows<Order>()".inModel == [])
  }

  @Test func `a constant that is made at each start can't be restored`() {
    #expect(
      "let id = UUID()".inModel == [
        "'let id' would be created again at each restart: set it in an 'init', make it a 'var', or mark it @Transient"
          + " if a new one will do"
      ])
  }

  @Test(arguments: [
    "let page = 20", "let kinds = [Kind.all, .none]", "let day = 24 * 60", "@Transient let log = Log()",
  ])
  func `a constant that is always the same needs no restoring`(_ property: String) {
    #expect(property.inModel == [])
  }

  @Test(arguments: [
    "Task { self.name = await load() }", "Task { name = await load() }",
    "Task(priority: .high) { [weak self] in self?.go() }",
    "Task.detached { await self.load() }", "let task = Task { load() }",
  ])
  func `a task around the model leaves its hub`(_ statement: String) {
    #expect(
      "var name = \"\"; func load() async -> String { name }; func go() { \(statement) }".inModel == [
        "write 'task { … }' instead of 'Task { … }': it stays on the hub, and is cancelled when its object ends"
      ])
  }

  @Test func `a task in a body leaves the hub too`() {
    #expect(
      "var name = \"\"; var body: some View { Button(\"\") { Task { self.name = \"\" } }.padding() }".inModel == [
        "write 'task { … }' instead of 'Task { … }': it stays on the hub, and is cancelled when its object ends"
      ])
  }

  @Test(arguments: [
    "func go() { Task { await Log.shared.add(1) } }", "func go() { Task { [name] in await Log.shared.add(name) } }",
    "func go(name: String) { Task { await Log.shared.add(name) } }", "func go() { task { self.name = await load() } }",
    "func go() async { try? await Task.sleep(for: .seconds(1)); name = \"\" }",
    "func go() { Task { [text = self.name] in await Log.shared.add(text) } }",
  ])
  func `a task without the model may leave its hub`(_ member: String) {
    #expect("var name = \"\"; \(member)".inModel == [])
  }

  @Test(arguments: [
    "var body: some View { Button(\"\") { [weak self] in let name = await load(); self?.name = name } }",
    "func go() { task { [self] in name = await load() } }",
    "func go() { task { [text = \"\"] in self.name = await load() + text } }",
    "func go() { task { [unowned self] in for await name in names { self.name = name } } }",
    "@Environment(Basket.self) var basket; func go() { task { [basket] in await load(); basket.empty() } }",
    "@Transient var basket = Basket(); func go() { task { [basket] in await load(); basket.count += 1 } }",
    "@Transient var basket = Basket(); func go() { task { [basket] in basket.items[0].name = await load() } }",
  ])
  func `a closure with a capture list that awaits leaves the hub`(_ member: String) throws {
    let captures = String(try #require(member.firstMatch(of: /\[[^\]]+\]/)).output)
    #expect(
      "var name = \"\"; \(member)".inModel == [
        """
        write '{ … }' without '\(captures) in': a closure with a capture list leaves the hub at its first 'await', and then \
        races with it. There is no cycle to break: what an element or 'task' holds is released with its object. A value that \
        must stay what it is now is taken before the closure, as in 'let id = id'
        """
      ])
  }

  @Test(arguments: [
    "func go() { task { [name] in await Log.shared.add(name) } }",
    "func go() { task { [name] in let isSame = name == \"\" ; await Log.shared.add(isSame) } }",
    "func go() { onNavigationReceive { [weak self] (value: Int) in self?.name = \"\" } }",
    "func go() { task { await self.load { [weak self] in self?.name = \"\" } } }",
    "func go() { each { [weak self] in self?.task { await Log.shared.add(1) } } }",
    "struct Loader { var name = \"\"; func go() { run { [self] in await Log.shared.add(name) } } }",
  ])
  func `a closure with a capture list may stay, or have nothing of the model`(_ member: String) {
    #expect("var name = \"\"; \(member)".inModel == [])
  }

  @Test func `a presentation that is bound to a projection is named beside it`() {
    #expect(
      "var isShown = false; var body: some View { Text(\"\").sheet(isPresented: $isShown) { OtherModel() } }".inModel
        == [
          "write 'bind(\\.isShown)' instead of '$isShown'",
          "call 'present(isPresented: \\.isShown) { .sheet(…) }' in the model's start()",
        ])
  }
}

extension String {
  /// What is said of a model that has this property.
  fileprivate var inModel: [String] {
    Expansion("@NavigationModel final class InboxModel { \(self); init() {} }").diagnostics.map(\.afterLocation)
  }

  fileprivate var afterLocation: String {
    split(separator: ": ", maxSplits: 1).last.map(String.init) ?? self
  }
}

extension StaticBuildConfiguration {
  fileprivate static func target(languageMode: Int, features: Set<String> = []) -> StaticBuildConfiguration {
    StaticBuildConfiguration(
      features: features, targetPointerBitWidth: 64, endianness: .little,
      languageVersion: VersionTuple(languageMode), compilerVersion: VersionTuple(6, 3))
  }
}
