/// Counts the calls of one source in a tenant that have not ended, perhaps because they ignore that they are cancelled.
package final class SourceCalls {
  private var running = 0
  /// The first that waits is called first.
  private var waiting: [Waiting] = []

  private struct Waiting {
    weak var asker: AnyObject?
    let caller: SourceCaller
    let purpose: SourceCaller.Purpose
    let retry: () -> Void
  }

  /// How many calls run at the same time, and how many of them are of one page's table.
  private static var atOnce: (inAll: Int, ofTable: Int) { (8, 4) }

  package init() {}

  fileprivate func begin(
    _ caller: SourceCaller, _ purpose: SourceCaller.Purpose, for asker: AnyObject, orElse retry: @escaping () -> Void
  ) -> Bool {
    waiting.removeAll { $0.asker == nil }
    let place = waiting.firstIndex { $0.caller === caller && $0.purpose == purpose }
    guard hasRoom(for: caller) else {
      let new = Waiting(asker: asker, caller: caller, purpose: purpose, retry: retry)
      if let place { waiting[place] = new } else { waiting.append(new) }
      return false
    }
    if let place { waiting.remove(at: place) }
    running += 1
    caller.running += 1
    return true
  }

  fileprivate func end(_ caller: SourceCaller) {
    running -= 1
    caller.running -= 1
    while let next = waiting.firstIndex(where: { hasRoom(for: $0.caller) }) { waiting.remove(at: next).retry() }
  }

  private func hasRoom(for caller: SourceCaller) -> Bool {
    running < Self.atOnce.inAll && caller.running < Self.atOnce.ofTable
  }
}

/// Calls a source for a table of a page.
final class SourceCaller {
  enum Purpose { case reading, updating, copying }

  let calls: SourceCalls
  fileprivate var running = 0

  init(_ calls: SourceCalls) { self.calls = calls }

  /// - Parameters:
  ///   - asker: Waits no longer than it lives.
  ///   - retry: Called when there is room, if there is none now. Only the newest question of a purpose waits.
  /// - Returns: Whether the call may begin. When it has ended, call `end()`.
  func begin(_ purpose: Purpose, for asker: AnyObject, orElse retry: @escaping () -> Void) -> Bool {
    calls.begin(self, purpose, for: asker, orElse: retry)
  }

  func end() { calls.end(self) }
}

/// The sources that the tables of a tenant call.
package struct CalledSources {
  private var all: [AnyHashable: Calls] = [:]
  /// The number of sources at which those without a table are forgotten.
  private var limit = 16

  private struct Calls {
    weak var calls: SourceCalls?
  }

  package init() {}

  package mutating func calls(of source: AnyHashable) -> SourceCalls {
    if let calls = all[source]?.calls { return calls }
    if all.count >= limit {
      all = all.filter { $1.calls != nil }
      limit = max(16, 2 * all.count)
    }
    let calls = SourceCalls()
    all[source] = Calls(calls: calls)
    return calls
  }
}
