import ArgumentParser
import Glibc
import OrielServer

/// Measures the budgets of the design beside a raw epoll server, in one run.
@main
struct OrielBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "OrielBenchmark",
    abstract: "Measures what Oriel costs, beside what the system's own calls cost.",
    discussion: "Values depend on the machine; the ratios are what budgets are about.",
    version: Version.current,
    subcommands: [
      RunCommand.self, SizingCommand.self, FloorCommand.self, ClicksCommand.self,
      ServeCommand<BenchmarkApp>.self,
    ],
    defaultSubcommand: RunCommand.self)

  /// Who writes to a socket that the other side has closed hears of it from `send`.
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    await main(nil)
  }
}
