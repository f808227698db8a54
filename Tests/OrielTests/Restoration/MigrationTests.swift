import OrielDocument
import OrielTesting
import Testing

@testable import Oriel

/// Saved state outlives the program that has saved it: a type gets new properties, another form, another name.
struct MigrationTests {
  @Test func `a type under its old name is restored as what it is now`() throws {
    let window = try TestWindow(.stacked(Draft("a")))
    let types = SavedTypes(renamed: [("OldDraft", TypeName.of(Draft.self).mangled)])
    let restart = try Restart(window, types: types) { $0.rename("Draft", to: "OldDraft") }
    #expect(restart.outline == "stack[Draft]")
    #expect(restart.issues == [])
    // It has its new name in the store from now on.
    #expect(restart.saved == ["m1", "m2"])
  }

  @Test func `a scene says what types of the app were called`() throws {
    let scene = WindowGroup("Window") { BlankModel() }.renamed("A", to: Draft.self).renamed("B", to: BlankModel.self)
    let renamed = scene._declarations.flatMap(\.renamed)
    #expect(renamed.map(\.old) == ["A", "B"])
    #expect(renamed.map(\.new) == [TypeName.of(Draft.self).mangled, TypeName.of(BlankModel.self).mangled])
  }

  @Test func `what older versions have saved goes through every step since`() throws {
    let window = try TestWindow(.stacked(Draft("a")))
    var text: [String] = []
    for old in [
      #""version":2,"properties":{"title":"new"}"#, #""version":1,"properties":{"name":"renamed"}"#,
      #""properties":{"name":"first"}"#,
    ] {
      let restart = try Restart(window) { rows in
        rows["m2"] = rows["m2"]?.replacing(#""version":2,"properties":{"title":"a"}"#, with: old)
      }
      #expect(restart.issues == [])
      text.append(restart.outline)
    }
    #expect(text == ["stack[Draft]", "stack[Draft]", "stack[Draft]"])
  }

  @Test func `each step is taken once and in order`() throws {
    let record = SavedRecord(of: Draft.self, version: 0, properties: ["name": "first"])
    #expect(try record.properties(after: Draft.migrations) == ["title": "First"])
    let second = SavedRecord(of: Draft.self, version: 1, properties: ["name": "second"])
    #expect(try second.properties(after: Draft.migrations) == ["title": "second"])
    let third = SavedRecord(of: Draft.self, version: 2, properties: ["title": "third"])
    #expect(try third.properties(after: Draft.migrations) == ["title": "third"])
  }

  @Test func `what a later program has saved is not guessed at`() throws {
    let window = try TestWindow(.stacked([BlankModel(), Draft("a")]))
    let restart = try Restart(window) { rows in
      rows["m3"] = rows["m3"]?.replacing(#""version":2"#, with: #""version":3"#)
    }
    #expect(restart.outline == "stack[BlankModel]")
    let error = "newerVersion(\"OrielTests.Draft\", version: 3)"
    #expect(restart.issues == ["OrielTests.Draft m3 can't be restored: \(error)"])
  }

  @Test func `a step that fails is a model that can't be restored`() throws {
    let window = try TestWindow(.stacked([BlankModel(), Draft("a")]))
    let restart = try Restart(window) { rows in
      rows["m3"] = rows["m3"]?.replacing(#""version":2,"properties":{"title":"a"}"#, with: #""properties":{"name":7}"#)
    }
    #expect(restart.outline == "stack[BlankModel]")
    #expect(restart.issues.count == 1)
  }

  @Test func `the example of the article does what it says`() throws {
    let first = SavedRecord(of: MigratedSearch.self, version: 0, properties: ["query": "late", "isWide": true])
    #expect(
      try first.properties(after: MigratedSearch.migrations) == ["text": "late", "isWide": true, "columns": 3])
    let second = SavedRecord(of: MigratedSearch.self, version: 1, properties: ["text": "late"])
    #expect(try second.properties(after: MigratedSearch.migrations) == ["text": "late", "columns": 1])
  }

  @Test func `saved properties are read, set, renamed and removed`() throws {
    var saved = SavedProperties(["a": 1, "b": "text", "c": .null])
    #expect(try saved.value(Int.self, for: "a") == 1)
    #expect(try saved.value(Int.self, for: "c") == nil)
    #expect(try saved.value(Int.self, for: "d") == nil)
    #expect(throws: (any Error).self) { try saved.value(Int.self, for: "b") }
    saved.rename("a", to: "e")
    saved.rename("nothing", to: "b")
    saved.remove("c")
    try saved.set([true], for: "f")
    #expect(saved.members == ["b": "text", "e": 1, "f": [true]])
    #expect(saved.names == ["b", "e", "f"])
  }
}

extension [String: String] {
  /// As if the type had been called so by the program that saved the rows.
  fileprivate mutating func rename(_ name: String, to old: String) {
    self = mapValues {
      $0.replacing(".\(name)\"", with: ".\(old)\"").replacing("\(name.count)\(name)C", with: "\(old.count)\(old)C")
    }
  }
}

/// In its third version: `name` is capitalised since the second and has been called `title` since the third.
@NavigationModel
final class Draft {
  static let migrations: [SavedMigration] = [
    SavedMigration { saved in try saved.set(saved.value(String.self, for: "name")?.capitalized ?? "", for: "name") },
    .rename("name", to: "title"),
  ]

  var title: String
  init(_ title: String) { self.title = title }
  var body: some View { Text(title) }
}

/// As in *Changing what is saved*.
@NavigationModel
final class MigratedSearch {
  static let migrations: [SavedMigration] = [
    .rename("query", to: "text"),
    SavedMigration { saved in
      try saved.set(saved.value(Bool.self, for: "isWide") ?? false ? 3 : 1, for: "columns")
    },
  ]

  var text = ""
  var columns = 1

  var body: some View { TextField("Search", text: bind(\.text)) }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
