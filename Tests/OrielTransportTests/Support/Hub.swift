import OrielHub
import OrielTransport

/// The hub that the Transport's tests enter. What it holds is of no matter here, only where it runs.
func makeHub(on loop: EventLoop) -> WindowHub {
  WindowHub(executor: loop.executor)
}
