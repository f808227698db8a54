import ArgumentParser
import Oriel
import OrielAdmin
import OrielHub
import OrielSQLite

/// `store check`: checks whether this program can restore everything in the store.
struct StoreCheckCommand<App: WindowApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Say whether this program can restore all that is stored.",
      discussion: """
        It reads every row: whether it is as it was written, and whether this program has its type and its scene. It \
        changes nothing and may run beside a server. It ends with 1 if something is wrong.
        """)
  }

  @OptionGroup var store: StoreOptions

  func run() throws {
    let findings = try store.telling { try StoreInspection(path: store.path).check() }
    let complaints = Self.complaints(findings)
    print("windows: \(findings.windows), types: \(findings.types.count), kept aside: \(findings.keptAside)")
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
      + unknownTypes.map { "this program has no type \($0.name.readable), of which \($0.rows) rows are" }.sorted()
      + unknownScenes.map { "this app has no scene \"\($0.key)\", of which \($0.value) windows are" }.sorted()
  }
}
