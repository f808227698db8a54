import ArgumentParser
import Foundation
import OrielServer

/// Measures everything and prints the table.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure, and say which budgets are missed.")

  @Flag(help: "Fewer rounds: for a look, not for a judgement.") var quick = false

  @Option(help: "One part only: \(Part.allCases.map(\.rawValue).joined(separator: ", ")).") var only: Part?

  enum Part: String, CaseIterable, ExpressibleByArgument {
    case fanOut = "fan-out", counters, loops, hub, console, store, database, nodes, rows, archive, tables, comeback
    case sizes

    /// Those for which nothing else is needed.
    static var usual: [Part] { allCases.filter { $0 != .database && $0 != .nodes || DatabaseCost.address != nil } }
  }

  func run() async throws {
    try Self.raiseDescriptorLimit()
    print(Self.circumstances)
    let report = Report(rows: try await Self.measure(only.map { [$0] } ?? Part.usual, quick ? .quick : .full))
    print("\n" + report.text + "\n\n" + Self.explanation)
  }

  static func measure(_ parts: [Part], _ effort: Effort) async throws -> [Row] {
    let sizes = try FrameSizes()
    var rows: [Row] = []
    for part in parts { rows += try await measure(part, effort, sizes) }
    return rows
  }

  private static func measure(_ part: Part, _ effort: Effort, _ sizes: FrameSizes) async throws -> [Row] {
    switch part {
    case .fanOut: try FanOut.measure(effort, sizes)
    case .counters: try Counters(effort, sizes).measure()
    case .loops: try LoopsCost.measure(effort)
    case .hub: try await HubShare.measure(effort)
    case .console: try await ConsoleCost.measure(effort)
    case .store: try await StoreCost.measure(effort)
    case .database: try await DatabaseCost.measure(effort)
    case .nodes: try await NodesCost.measure(effort)
    case .archive: try await ArchiveCost.measure(effort)
    case .rows: try await RowCost.measure(effort) + OrderCost.measure(effort)
    case .tables: try await TableCost.measure(effort)
    case .comeback: try Comeback.measure()
    case .sizes: try Sizes.measure(sizes)
    }
  }

  private static let explanation = """
    Each value is the median of its rounds, with the lowest and the highest. The floor is a raw epoll server that gets the
    same messages and answers each with a frame of the size of Oriel's update; what Oriel says beyond that (`saved`, the
    page, the first state) is its own cost. Oriel and the floor take turns, and a ratio is that of one turn.

    fan-out          the server's CPU per 200 B message and window
    session start    the server's CPU for page, upgrade, attach and state; each page is of another user
    resident memory  of a window of the counter, with its user and its connection
    kernel memory    the slabs of the whole machine, so of the sockets at both ends
    click → patch    the server's CPU for a click in the counter, among 5,000 windows
    … at the client  from sending a click to its patch, on the wall's clock; one active among 5,000 idle
    two loops        the floor is Oriel with one loop; each window is in a tenant of its own, and each page names its own
    … on the clock   a click on the wall's clock, with this process, which makes the clicks, on the same processors
    hand-over        of a connection to another loop: what a handshake costs more that says where it belongs, twice,
                     because half of them are handed over
    a further loop   the memory of a server of five loops beside one of one, after the same pages
    empty tenant     what a window in a tenant of its own takes more than one in the tenant that all users share
    the hub's share  of a click on a screen of 30 elements, without frames and sockets; in turns: in cold caches
    the console      a search over 100,000 windows, on the wall's clock; and its hub's CPU while somebody looks at the overview
    … with SQLite    a click until it is saved and its page knows, on the hub's thread; the floor is the store in memory
    … that writes    the store's thread, of which there is one for all hubs, and reads that the hub asks for
    bytes written    to the store for one click by itself: clicks that come together share most of them
    beside a file    a store in PostgreSQL on this machine, on the wall's clock; the floor is a file of SQLite
    relayed          through a node that does not have the page's tenant; the CPU of both nodes, or of haproxy and the node
    four loops       of a server on PostgreSQL: the time from the first click until the last is saved, divided by their number,
                     with the pages and the database on the same processors; 125 µs are 8,000 clicks in a second
    … a snapshot     a commit of a new row, on the wall's clock, while another session has had a snapshot open since that
                     many commits; the floor is a commit before it and after its end
    … hint is lost   a change just after a beat, which the other node finds at its next
    a claim          a session start in a tenant of its own on a node; the floor is a server that serves alone, on PostgreSQL too
    one of 10,000    rows changed until it is saved and its page knows, on the hub's thread; the floor changes a property
    tables           the hub's thread for the frame of each window that shows the row, among 40 of 8 columns
    archived rows    which are not in memory, on the wall's clock: reads and commits of the store
    loading 10,000   rows of a user who comes, with the store, until the window has its page
    opening a store  until there is a hub, in microseconds; the floor is an empty store
    attach           of a window that is only in the store, until it has its page, on the wall's clock
    kill -9          of a server of 1,000 pages, until all are in their windows again with all that was saved
    browser client   what the server sends of all its files
    second start     of a program that is built, until it has answered for its page

    Not measured here: the first command on a clean machine.
    """

  static var circumstances: String {
    var text = "Oriel \(Version.current), \(ProcessInfo.processInfo.processorCount) processors, load \(load)"
    if load > 1 { text += "\nThe machine is busy: times at the client say little, and all values are higher." }
    #if DEBUG
      text += "\nThis is a debug build: its numbers say nothing. Use deploy/benchmark."
    #endif
    return text
  }

  /// How many processes wanted to run in the last minute.
  private static var load: Double {
    let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    return text?.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  /// Two crowds of 5,000 pages in this process.
  static func raiseDescriptorLimit() throws {
    let needed: rlim_t = 10_500
    var limit = rlimit()
    _ = try check(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit), "getrlimit")
    guard limit.rlim_cur < needed else { return }
    limit.rlim_cur = needed
    limit.rlim_max = max(limit.rlim_max, needed)
    _ = try check(
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit), "setrlimit to \(needed) open files")
  }
}

/// Says what is going on, beside the result.
func say(_ text: String) { FileHandle.standardError.write(Data((text + " …\n").utf8)) }
