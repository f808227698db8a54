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

extension WindowHub {
  /// Runs an event's asynchronous handler to its end.
  func run(
    _ body: nonisolated(nonsending) (JSONValue?) async throws -> Void, _ event: WindowEvent, from page: Attachment,
    _ failure: FailureBox, in window: WindowID, of user: ScalarKey
  ) async {
    handlers.began(in: window, of: user)
    let task = TaskIdentity.current ?? 0
    handlerTime.began(task, of: page.client)
    defer {
      handlers.ended(in: window, of: user)
      handlerTime.ended(task)
    }
    do {
      try await body(event.value)
    } catch {
      failure.failed(with: error)
    }
    answerHeld()
  }
}
