import Oriel
import OrielDocument

/// The pages whose handlers wait, by the tasks that these run in: what a handler does after an `await` is at the cost of
/// its page.
struct HandlerTime {
  private var pages: [UInt: any WindowClient] = [:]
  /// The page whose handler goes on in the running job.
  private var running: (any WindowClient)?

  mutating func began(_ task: UInt, of page: any WindowClient) { pages[task] = page }
  mutating func ended(_ task: UInt) { pages[task] = nil }

  mutating func jobBegins(_ task: UInt) {
    guard let page = pages[task], page.beginWork() else { return }
    running = page
  }

  /// Called when all that the job has changed is rendered.
  mutating func jobEnds() {
    guard let page = running else { return }
    running = nil
    page.endWork()
  }
}
