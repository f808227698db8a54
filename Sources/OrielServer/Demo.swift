import Foundation
import Logging
import OrielGateway
import OrielHub

/// The actions that a demo server offers its visitors.
enum Demo {
  static let stopPath = "/demo/stop"

  /// Kills the process without draining it. Only saved state remains.
  ///
  /// The kill waits until earlier turns are saved and happens outside of any turn, so no turn is blamed for it.
  static func stop(_ origins: AllowedOrigins, _ scheduler: any Scheduler, _ logger: Logger) -> Route {
    Route(stopPath) { request, hub, reply in
      guard request.method == "POST" else { return reply(.text(405, "Only POST", headers: ["allow": "POST"])) }
      guard origins.allowLoopback(request) else { return reply(.text(403, "Only a page on this machine may do that")) }
      guard !hub.metrics.isStoreFailing else { return reply(.text(503, "Nothing can be saved: the server stays")) }
      logger.notice("Killed by a visitor, to be started again")
      hub.onceKept {
        reply(.text(202, "Stopping"))
        // Give the answer time to arrive.
        _ = scheduler.schedule(after: 50) { kill(getpid(), SIGKILL) }
      }
    }
  }

  /// Stops the server when the supervising process is gone, which holds the other end of the standard input.
  static func endWithParent(_ end: AsyncStream<EndOfServer>.Continuation) {
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      end.yield(.told)
    }
  }
}
