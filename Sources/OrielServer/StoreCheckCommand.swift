import ArgumentParser
import Oriel
import OrielAdmin
import OrielHub
import OrielSQL

/// `store check`: checks whether this program can restore everything in the store.
struct StoreCheckCommand<App: WindowApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Check that this program can restore everything in the store.",
      discussion: """
        Reads every row, and checks that it is intact and that this program has its type and its scene. If all are \
        intact, decodes them: the models of windows, the saved objects of users and tenants with their rows, archived \
        ones too, and the messages that wait. Changes nothing, and can run while a server uses the store. The exit code is 1 if something \
        is wrong.
        """)
  }

  @OptionGroup var store: StoreOptions

  func run() throws {
    let (findings, complaints) = try store.printingErrors {
      let inspection = try store.address.inspect()
      let findings = try inspection.check()
      return (findings, try Self.complaints(findings, inspection))
    }
    print(
      "windows: \(findings.windows), rows: \(findings.rows), types: \(findings.types.count), "
        + "kept aside: \(findings.keptAside)")
    for complaint in complaints { print(complaint) }
    if !complaints.isEmpty { throw ExitCode(1) }
  }

  private static func complaints(_ findings: StoreFindings, _ inspection: any StoreInspection) throws -> [String] {
    let declarations = App().sceneDeclarations(with: Console.scene())
    let types = SavedTypes(renamed: declarations.flatMap(\.renamed))
    let scenes = Set(declarations.map(\.id))
    let unknownTypes = findings.types.values.filter { types.type($0.name) == nil }
    let unknownScenes = findings.scenes.filter { !scenes.contains($0.key) }
    var check = DecodingCheck(
      types: types, keys: Dictionary(declarations.map { ($0.id, $0.restorationKey) }) { $1 }.compactMapValues { $0 })
    if findings.problems.isEmpty {
      try inspection.forEachTenant { check.check($0, $1) }
      try inspection.forEachMember { check.check($2, of: SavedOwner($0, user: ScalarKey($1))) }
      try inspection.forEachWindow { check.check($1, id: $0) }
      try inspection.inspect { store in try store.forEachArchivedRow(of: nil) { check.check($0) } }
    }
    return findings.problems
      + unknownTypes.map { "this program has no type \($0.name.readable), which \($0.rows) rows need" }.sorted()
      + unknownScenes.map { "this app has no scene \"\($0.key)\", which \($0.value) windows need" }.sorted()
      + check.complaints
  }
}
