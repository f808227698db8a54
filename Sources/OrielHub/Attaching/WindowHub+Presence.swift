import Oriel

// Whether a window's user is there: at once with a page, and no longer when the last page has been gone for a moment.

extension WindowHub {
  /// A page is about to be attached. Its greeting includes what follows from that.
  func presence(of window: Window, returns request: AttachRequest) {
    window.detachTimer?.cancel()
    guard !window.client.isNowAttached else { return }
    window.client.isAttached = true
    window.client.isVisible = true
    window.isNewlyAttached = true
    window.client.clock.isResting = false
    listPresence(of: window)
    window.graph.pageIsBack(isSame: request.attach.rev != nil)
  }

  /// Tells the models of a window that a page shows it, if they don't know yet.
  func notifyModelsOfAttachment(of window: Window) {
    guard window.isNewlyAttached, windows.holds(window) else { return }
    window.isNewlyAttached = false
    turn(in: window) { window.graph.notifyModels(isAttached: true) }
  }

  /// The last page of a window has gone; it may be back in a moment.
  func scheduleAbsence(of window: Window) {
    window.detachTimer?.cancel()
    window.detachTimer = scheduler.schedule(after: limits.detachAfter) { [weak self, weak window] in
      guard let self, let window, windows.holds(window), !window.isAttached else { return }
      notifyModelsOfAbsence(window)
    }
  }

  private func notifyModelsOfAbsence(_ window: Window) {
    turn(in: window) {
      window.client.isAttached = false
      window.client.isVisible = false
      window.client.clock.isResting = true
      listPresence(of: window)
      window.graph.pageHasGone()
    }
    guard windows.holds(window) else { return }
    turn(in: window) { window.graph.notifyModels(isAttached: false) }
  }
}
