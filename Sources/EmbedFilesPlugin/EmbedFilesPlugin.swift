import Foundation
import PackagePlugin

/// Makes the browser client's files part of the program at each build in which one of them has changed.
@main
struct EmbedFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let served: Set<String> = ["js", "css", "html", "svg"]
    let folder = context.package.directoryURL.appending(path: "web-client")
    let inputs = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { served.contains($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the \(inputs.count) files of the browser client",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path()] + inputs.map { $0.path() },
        inputFiles: inputs, outputFiles: [output])
    ]
  }
}
