import Oriel
import OrielHub

extension OperatorCommand {
  /// Opens a copy of a window at a revision for the operator. It is recorded as a window that was opened.
  static func openCopy(
    of id: WindowID, at rev: Int, from console: WindowID, as who: Operator, on hub: WindowHub
  ) async throws {
    let rights = who.rights
    let isAllowed = await hub.on(hub: hub.findHub(of: id)) { hub in
      hub.windows[id].map {
        rights.allow(OperatorRights.look, in: $0) && rights.allow(.open, scene: $0.sceneID, tags: [])
      } ?? false
    }
    var record = AuditRecord(
      who: who.id, way: who.way, act: Act.open.name, outcome: .forbidden, detail: "copy of revision \(rev)")
    guard isAllowed else {
      hub.record(record, on: .window(id))
      throw Problem.notAllowed(Act.open.name, in: rights.windows(for: Act.open.name))
    }
    let copied = await Result { try await hub.fork(id, at: rev, from: console) }
    record.outcome = if case .success = copied { .performed } else { .failed }
    hub.record(record, on: .window(id))
    try copied.get()
  }
}
