import ArgumentParser
import Oriel
import OrielAdmin
import OrielHub
import OrielSQLite

/// `store check`: checks whether this program can restore everything in the store.
struct StoreCheckCommand<App: WindowApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Check that this program can restore everything in the store.",
      discussion: """
        Reads every row, and checks that it is intact and that this program has its type and its scene. Changes nothing, \
        and can run while a server uses the store. The exit code is 1 if something is wrong.
        """)
  }

  @OptionGroup var store: StoreOptions

  func run() throws {
    let findings = try store.telling { try StoreInspection(path: store.path).check() }
    let complaints = Self.complaints(findings)
    print(
      "windows: \(findings.windows), rows: \(findings.rows), types: \(findings.types.count), "
        + "kept aside: \(findings.keptAside)")
    for complaint in complaints { print(complaint) }
    if !complaints.isEmpty { throw ExitCode(1) }
  }

  static func complaints(_ findings: StoreFindings) -> [String] {
    let declarations = App().sceneDeclarations(with: Console.scene)
    let types = SavedTypes(renamed: declarations.flatMap(\.renamed))
    let scenes = Set(declarations.map(\.id))
    let unknownTypes = findings.types.values.filter { types.type($0.name) == nil }
    let unknownScenes = findings.scenes.filter { !scenes.contains($0.key) }
    return findings.problems
      + unknownTypes.map { "this program has no type \($0.name.readable), which \($0.rows) rows need" }.sorted()
      + unknownScenes.map { "this app has no scene \"\($0.key)\", which \($0.value) windows need" }.sorted()
  }
}
