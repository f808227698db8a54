import Oriel
import OrielHub
import OrielSystem
import OrielTransport

/// The loops of the process, each with a hub, which share a store.
struct Node {
  /// One loop and its hub.
  struct Bay {
    let loop: EventLoop
    let hub: HubActor
  }

  let bays: [Bay]
  let group: HubGroup
  private let store: any WindowStore

  /// - Parameter makeHub: Called with each loop, its place, and the hubs of the others.
  init(_ loops: [EventLoop], _ store: any WindowStore, makeHub: (EventLoop, Int, any HubNeighbours) throws -> HubActor)
    throws
  {
    let group = HubGroup(loops.count)
    (self.group, self.store) = (group, store)
    bays = try loops.enumerated().map { index, loop in
      let hub = try makeHub(loop, index, group.neighbours(of: index))
      group.add(hub)
      return Bay(loop: loop, hub: hub)
    }
  }

  /// The servers that use the store too, if there may be any.
  var nodes: (any Nodes)? { store.nodes }

  /// Starts the threads and prepares the hubs.
  ///
  /// - Throws: The error that keeps the store from being read, or the app's.
  func start() async throws {
    for bay in bays {
      let hub = bay.hub
      bay.loop.beforeEveryJob { job in
        let task = TaskIdentity.of(job)
        hub.enter { $0.jobBegins(task) }
      }
      bay.loop.afterEveryJob { hub.enter { $0.commitPending() } }
      bay.loop.start()
      await hub.perform { hub in hub.monitor.measureMemory { ResidentMemory.bytes } }
    }
    await bays[0].hub.perform { hub in
      hub.deleteFormerFiles()
      hub.monitor.keepSeries()
    }
    try await group.prepare()
  }

  /// Waits until all handlers have finished and the store has all changes: what one hub does at last may be news for another.
  ///
  /// - Parameter milliseconds: The maximum time to wait.
  /// - Returns: Whether that is so.
  func isAtRest(within milliseconds: Int64) async -> Bool {
    let clock = bays[0].loop.timers
    let end = clock.now + milliseconds
    while clock.now <= end {
      var wereAtRest = true
      for bay in bays {
        wereAtRest = await bay.hub.perform { $0.isAtRest } && wereAtRest
        if nodes == nil {
          guard await bay.hub.isAtRest(within: max(0, end - clock.now)) else { return false }
        } else {
          // Other nodes take each tenant as soon as it is at rest.
          await bay.hub.perform { $0.sleepAll() }
          wereAtRest = await bay.hub.isAtRest(within: 100) && wereAtRest
        }
      }
      if wereAtRest { return true }
    }
    return false
  }

  func stop() async {
    for bay in bays { await bay.loop.stop() }
    store.leave()
  }
}
