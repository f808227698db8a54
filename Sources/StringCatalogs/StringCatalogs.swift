import Foundation
import PackagePlugin

/// Compiles the String Catalogs of a target, each to a `Localization` of its name: `Localizable.xcstrings` to
/// `Localization.localizable`.
@main
struct StringCatalogs: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let catalogs = target.sourceModule?.sourceFiles(withSuffix: ".xcstrings").map(\.url) ?? []
    return try catalogs.map { catalog in
      let name = catalog.deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appending(path: "Localization+\(name).swift")
      return .buildCommand(
        displayName: "Compiling \(catalog.lastPathComponent)",
        executable: try context.tool(named: "CompileStrings").url,
        arguments: [catalog.path(percentEncoded: false), output.path(percentEncoded: false)]
          + (target.name == "Oriel" ? ["--no-import"] : []), inputFiles: [catalog],
        outputFiles: [output])
    }
  }
}
