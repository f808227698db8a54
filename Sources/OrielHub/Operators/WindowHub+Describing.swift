import Oriel
import OrielDocument

// For those who look from outside.

extension WindowHub {
  package func describe(_ window: Window) -> WindowSummary {
    var summary = WindowSummary(
      id: window.id, tenant: window.user.account.tenant, user: window.user.account.id, scene: window.sceneID,
      title: window.title, epoch: window.epoch.text, rev: window.rev)
    (summary.name, summary.email) = (window.user.account.name, window.user.account.email)
    (summary.page, summary.observers) = (window.health, window.observers.count { $0.isOpen })
    summary.node = nodeName
    return summary
  }

  func describe(asleep window: StoredSummary) -> WindowSummary {
    var summary = WindowSummary(asleep: window)
    summary.parked = reasonForParking(window.id, of: window.user)
    return summary
  }

  package func document(of window: Window) -> JSONValue { window.graph.document }

  /// The shared documents in the window, by id.
  package func sharedDocuments(of window: Window) -> [(String, JSONValue)] {
    window.sharedSlots.map { ($0.id, $0.version(for: window).value) }
  }
}
