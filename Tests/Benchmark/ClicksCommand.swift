import ArgumentParser

/// Opens windows and clicks in one of them, for a tool that counts instructions and allocations: see deploy/benchmark.
struct ClicksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clicks", abstract: "Open windows and click in one, without frames and sockets.", shouldDisplay: false)

  @Argument(help: "The number of clicks.") var count: Int
  @Option(help: "The scene: screen (30 elements) or counter.") var scene = "screen"
  @Option(help: "The number of windows, each of another user.") var windows = 1

  func run() async throws {
    let hub = try LoneHub()
    await hub.open(windows, scene: scene)
    if count > 0 { _ = try await hub.tap(1, each: count) }
    await hub.end()
  }
}
