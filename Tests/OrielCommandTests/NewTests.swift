import Foundation
import Testing

@testable import OrielCommand

/// `oriel new`, with the template of this checkout.
struct NewTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID().uuidString)")
  private let checkout: Checkout

  init() throws {
    checkout = try #require(Checkout.around(URL(filePath: #filePath)))
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  @Test func `a new app is the template under its name`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = try NewApp(at: folder.appending(path: "FrontDesk"), of: checkout)
    try app.write()
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.contains(".") || $0.hasSuffix("file")
    }
    #expect(
      files.sorted() == [
        "FrontDesk/.gitignore", "FrontDesk/Dockerfile", "FrontDesk/Dockerfile.dockerignore", "FrontDesk/Package.swift",
        "FrontDesk/Sources/FrontDesk/FrontDesk.swift", "FrontDesk/Tests/FrontDeskTests/FrontDeskTests.swift",
      ])
    let manifest = try text("FrontDesk/Package.swift")
    for line in [
      #"  name: "FrontDesk","#, #"  products: [.executable(name: "frontdesk", targets: ["FrontDesk"])],"#,
      #"  dependencies: [.package(name: "oriel", path: "\#(app.wayToOriel)")],"#,
    ] {
      #expect(manifest.contains(line))
    }
    #expect(!manifest.contains(#/notes/#.ignoresCase()))
    #expect(try text("FrontDesk/Sources/FrontDesk/FrontDesk.swift").contains("\nstruct FrontDesk: WindowApp {\n"))
    #expect(
      try text("FrontDesk/Tests/FrontDeskTests/FrontDeskTests.swift").contains("@testable import FrontDesk\n"))
    let way = folder.appending(path: "FrontDesk/\(app.wayToOriel)").standardizedFileURL
    #expect(way.path == checkout.folder.path)
  }

  @Test func `in the image, Oriel is where the package looks for it`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let oriel = folder.appending(path: "libraries/oriel")
    for file in ["Package.swift", "deploy/needs.sh", "deploy/template/Package.swift"] {
      let target = oriel.appending(path: file)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: target)
    }
    let app = try NewApp(at: folder.appending(path: "apps/Desk"), of: #require(Checkout(oriel)))
    try app.write()
    #expect(app.wayToOriel == "../../libraries/oriel")
    let lines = try text("apps/Desk/Dockerfile").split(separator: "\n")
    #expect(lines[0].hasSuffix("docker build --build-context oriel=../../libraries/oriel -t desk ."))
    #expect(lines[2...3] == ["WORKDIR /src/app/app", "COPY --from=oriel Package.swift /src/libraries/oriel/"])
    #expect(lines.contains("RUN --mount=type=cache,target=/src/app/app/.build \\"))
    #expect(lines.contains("    /src/libraries/oriel/deploy/package desk /packages"))
  }

  @Test(arguments: ["front-desk", "1st", "Ünit", "OrielDesk", "Testing", "a b"])
  func `a name that can't be a module's is refused`(name: String) {
    #expect(throws: AuthorFailure.badName(name)) { try NewApp(at: folder.appending(path: name), of: checkout) }
  }

  @Test func `a folder that is there is not touched`() throws {
    let app = folder.appending(path: "Desk")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    #expect(throws: AuthorFailure.self) { try NewApp(at: app, of: checkout) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: app.path) == [])
  }

  @Test func `the doctor finds what this package is built with`() {
    let findings = Doctor(checkout).findings
    #expect(findings.prefix(2).map(\.kind) == [.there, .there])
    #expect(findings[0].text.hasPrefix("Swift version "))
    #expect(findings[1].text == "the Debian packages to build with")
  }
}
