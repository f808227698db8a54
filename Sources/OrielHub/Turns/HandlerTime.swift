import Oriel
import OrielDocument

/// The clients whose handlers wait, by the tasks that these run in: what a handler does after an `await` is at the cost of
/// its page, and a body that is made at that of its reader.
struct HandlerTime {
  private var payers: [UInt: any WorkPayer] = [:]
  /// The client whose handler goes on in the running job.
  private var running: (any WorkPayer)?

  mutating func began(_ task: UInt, of payer: any WorkPayer) { payers[task] = payer }
  mutating func ended(_ task: UInt) { payers[task] = nil }

  mutating func jobBegins(_ task: UInt) {
    guard let payer = payers[task], payer.beginWork() else { return }
    running = payer
  }

  /// Called when all that the job has changed is rendered.
  mutating func jobEnds() {
    guard let payer = running else { return }
    running = nil
    payer.endWork()
  }
}
