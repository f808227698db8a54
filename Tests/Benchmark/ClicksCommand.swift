import ArgumentParser

/// Clicks in one window, for a tool that counts instructions: see deploy/benchmark.
struct ClicksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clicks", abstract: "Click in one window, without frames and sockets.", shouldDisplay: false)

  @Argument(help: "The number of clicks.") var count: Int
  @Option(help: "The scene: screen (30 elements) or counter.") var scene = "screen"

  func run() async throws {
    let hub = try LoneHub()
    await hub.open(1, scene: scene)
    _ = try await hub.tap(1, each: count)
    await hub.end()
  }
}
