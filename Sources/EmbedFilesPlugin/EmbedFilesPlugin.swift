import Foundation
import PackagePlugin

/// Embeds text files in the program whenever one of them has changed: the browser client's in `OrielWebClient`, and in
/// any other target the target's own, so that it can show its code.
@main
struct EmbedFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let isClient = target.name == "OrielWebClient"
    let folder = isClient ? context.package.directoryURL.appending(path: "web-client/") : target.directoryURL
    let inputs = try files(of: isClient ? ["js", "css", "html", "svg"] : ["swift", "js", "css", "svg"], in: folder)
    let below = folder.path().hasSuffix("/") ? folder.path() : folder.path() + "/"
    return [
      .buildCommand(
        displayName: "Embedding \(inputs.count) files in \(target.name)",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path()] + (isClient ? ["--join", "client.js"] : []) + [below] + inputs.map { $0.path() },
        inputFiles: inputs, outputFiles: [output])
    ]
  }

  private func files(of kinds: Set<String>, in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .map { folder.appending(path: $0) }
      .filter { kinds.contains($0.pathExtension) }
      .sorted { $0.path() < $1.path() }
  }
}
