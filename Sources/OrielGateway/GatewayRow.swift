import OrielHub
import OrielWire
import Synchronization

/// The gateways of one process, each on the loop of its hub.
package final class GatewayRow: Sendable {
  package let hubs: HubRow
  private let gateways: Mutex<[Place]>
  /// The connections whose socket is on one loop and whose window on another.
  let relayed = Atomic(0)
  /// The bytes of messages, and of frames, on the way from one loop to another.
  private let messageBytes = Atomic(0)
  private let frameBytes = Atomic(0)

  /// The bytes of all frames on the way, beyond which connections are closed: a loop does not take them.
  static let frameLimit = 256 << 20

  private struct Place { weak var gateway: ResidentGateway? }

  package init(_ hubs: HubRow) {
    self.hubs = hubs
    gateways = Mutex(Array(repeating: Place(), count: hubs.count))
  }

  func add(_ gateway: ResidentGateway, at index: Int) { gateways.withLock { $0[index].gateway = gateway } }

  /// Counts a message on its way, if there is room for it.
  func mayPass(_ bytes: Int, over channel: RelayChannel, _ limits: GatewayLimits) -> Bool {
    guard channel.messageBytes.load(ordering: .relaxed) + bytes <= limits.waitingBytes,
      messageBytes.load(ordering: .relaxed) + bytes <= limits.allWaitingBytes
    else { return false }
    channel.messageBytes.add(bytes, ordering: .relaxed)
    messageBytes.add(bytes, ordering: .relaxed)
    return true
  }

  /// Counts a page on its way, if there is room for it.
  func mayOpen(_ page: RelayedPage, _ limits: GatewayLimits) -> Bool {
    guard messageBytes.load(ordering: .relaxed) + page.size <= limits.allWaitingBytes else { return false }
    messageBytes.add(page.size, ordering: .relaxed)
    return true
  }

  /// A page has arrived.
  func opened(_ page: RelayedPage) { messageBytes.subtract(page.size, ordering: .relaxed) }

  /// A message has arrived.
  func took(_ bytes: Int, of channel: RelayChannel) {
    channel.messageBytes.subtract(bytes, ordering: .relaxed)
    messageBytes.subtract(bytes, ordering: .relaxed)
  }

  /// Counts a frame on its way, if there is room for it.
  func mayPass(_ frame: Frame, over channel: RelayChannel) -> Bool {
    guard frameBytes.load(ordering: .relaxed) + frame.count <= Self.frameLimit else { return false }
    channel.frameBytes.add(frame.count, ordering: .relaxed)
    frameBytes.add(frame.count, ordering: .relaxed)
    return true
  }

  /// A frame has arrived.
  ///
  /// - Returns: The bytes of the channel's frames that were on the way, this one included.
  func took(_ frame: Frame, of channel: RelayChannel) -> Int {
    frameBytes.subtract(frame.count, ordering: .relaxed)
    return channel.frameBytes.subtract(frame.count, ordering: .relaxed).oldValue
  }

  /// Runs `body` on the loop of a gateway, in the order in which another loop asks. Once it has ended, nothing is run.
  func run(at index: Int, _ body: @escaping @Sendable (Gateway, WindowHub) -> Void) {
    guard let resident = gateways.withLock({ $0[index].gateway }) else { return }
    hubs.run(at: index) { hub in
      if let gateway = resident.gateway { body(gateway, hub) }
    }
  }
}

/// A gateway as other loops hold it.
final class ResidentGateway: @unchecked Sendable {
  // Guard: used on the gateway's loop only.
  weak var gateway: Gateway?
}
