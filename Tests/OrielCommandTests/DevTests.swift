import Foundation
import Testing

@testable import OrielCommand

/// `oriel dev`.
struct DevTests {
  @Test func `each error of a build is said once, with its place in the package`() {
    let output = """
      Building for debugging...
      [3/5] Compiling Notes Notes.swift
      /app/Sources/Notes/Notes.swift:12:5: error: cannot find 'x' in scope
      10 | struct A {
         |     `- error: cannot find 'x' in scope
      /app/Sources/Notes/Notes.swift:12:5: error: cannot find 'x' in scope
      /app/Sources/Notes/More.swift:3:1: error: expected '}' in struct
      warning: unused
      error: fatalError
      """
    let errors = BuildErrors(in: output, folder: URL(filePath: "/app"))
    #expect(
      errors.all == [
        "Sources/Notes/Notes.swift:12: cannot find 'x' in scope", "Sources/Notes/More.swift:3: expected '}' in struct",
      ])
    #expect(errors.count == "2 errors")
  }

  @Test func `an error that has no place is said too`() {
    let errors = BuildErrors(in: "error: no product named 'notes'\n", folder: URL(filePath: "/app"))
    #expect(errors.all == ["no product named 'notes'"])
    #expect(errors.count == "1 error")
  }

  @Test func `the programs of a package are those of its products that are executable`() {
    let description = #"""
      {"name": "Notes", "products": [
        {"name": "NotesKit", "targets": ["NotesKit"], "type": {"library": ["automatic"]}},
        {"name": "notes", "targets": ["Notes"], "type": {"executable": null}}]}
      """#
    #expect(AppPackage.programs(in: Data(description.utf8)) == ["notes"])
    #expect(AppPackage.programs(in: Data("no JSON".utf8)) == [])
  }

  @Test func `files of the build are noticed that change, come and go, and no others`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String, _ time: TimeInterval) throws {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: file.path)
    }
    try write("Package.swift", "", 1)
    try write("Sources/Notes/Notes.swift", "", 1)
    let first = SourceFiles(of: folder)
    try write("Notes.db", "", 2)
    try write(".build/debug/notes", "", 2)
    try write("Sources/Notes/.Notes.swift.swp", "", 2)
    #expect(SourceFiles(of: folder) == first)
    try write("Sources/Notes/Notes.swift", "a", 2)
    let second = SourceFiles(of: folder)
    #expect(second != first)
    try write("Sources/Notes/look.css", "", 2)
    #expect(SourceFiles(of: folder) != second)
    try FileManager.default.removeItem(at: folder.appending(path: "Sources/Notes/look.css"))
    #expect(SourceFiles(of: folder) == second)
  }

  @Test func `a folder without a package, and a package with several programs, say what to do`() {
    let empty = URL(filePath: "/nowhere")
    #expect(throws: AuthorFailure.noPackage("/nowhere")) { try AppPackage(at: empty, product: nil) }
    #expect(
      AuthorFailure.programs(["a", "b"], "").description
        == "The package has several programs: a, b. Name one with --product.")
  }
}
