import ArgumentParser
import Gallery
import OrielServer

/// The program `oriel`: serves the Gallery, and speaks to servers.
@main
struct OrielCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oriel", abstract: "Windows that live on a server.", version: Version.current,
    subcommands: [ServeCommand<GalleryApp>.self])
}
