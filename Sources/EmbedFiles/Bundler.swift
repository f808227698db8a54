/// Joins modules to one file each for `core`, with all it needs, and for every other that nobody imports at once.
///
/// Joined modules share one scope: their own names differ, which a test of the client holds them to.
struct Bundler {
  private let modules: [String: Module]
  private let core: String
  private let inCore: [String]

  init(_ modules: [Module], core: String) {
    self.modules = Dictionary(uniqueKeysWithValues: modules.map { ($0.path, $0) })
    self.core = core
    inCore = Self.closure(of: core, in: self.modules, without: [])
  }

  /// The text of each file by its path. All are served from one folder.
  func bundles() throws(BundleError) -> [String: String] {
    let others = Set(modules.keys).subtracting(inCore)
    let imported = Set(others.flatMap { modules[$0]?.imports.map(\.from) ?? [] })
    let roots = others.subtracting(imported)
    var bundles: [String: String] = [:]
    var homes: [String: String] = [:]
    var wanted = Set(modules[core]?.exports ?? [])
    for root in roots {
      let members = Self.closure(of: root, in: modules, without: inCore)
      for member in members {
        if let home = homes.updateValue(root, forKey: member) { throw .shared(member, home, root) }
      }
      let imports = members.flatMap { modules[$0]?.imports ?? [] }
      let borrowed = Set(imports.filter { inCore.contains($0.from) }.flatMap(\.names))
      wanted.formUnion(borrowed)
      let head = borrowed.isEmpty ? "" : "import{\(borrowed.sorted().joined(separator: ","))}from\"./\(core)\";\n"
      bundles[root] = head + joined(members, exporting: Set(modules[root]?.exports ?? []))
    }
    bundles[core] = joined(inCore, exporting: wanted)
    return bundles
  }

  private func joined(_ members: [String], exporting names: Set<String>) -> String {
    let code = members.compactMap { modules[$0]?.body }.joined(separator: "\n")
    return names.isEmpty ? code + "\n" : "\(code)\nexport{\(names.sorted().joined(separator: ","))};\n"
  }

  /// A module's dependencies, followed by the module itself.
  private static func closure(of name: String, in modules: [String: Module], without known: [String]) -> [String] {
    var seen = Set(known)
    var members: [String] = []
    func visit(_ name: String) {
      guard seen.insert(name).inserted, let module = modules[name] else { return }
      for (_, from) in module.imports { visit(from) }
      members.append(name)
    }
    visit(name)
    return members
  }
}

enum BundleError: Error {
  /// A module would be run twice, in two files.
  case shared(String, String, String)
}
