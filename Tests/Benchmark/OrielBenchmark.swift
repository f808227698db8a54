import ArgumentParser
import Dispatch
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

  /// The main thread waits here, because a main thread that ends in libdispatch ends valgrind, too.
  static func main() {
    // Who writes to a socket that the other side has closed hears of it from `send`.
    signal(SIGPIPE, SIG_IGN)
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      await main(nil)
      end.signal()
    }
    end.wait()
  }
}
