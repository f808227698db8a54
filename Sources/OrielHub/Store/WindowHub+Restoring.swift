import Oriel
import OrielDocument

/// The objects of an environment, the saved ones as they were.
struct RestoredObjects {
  /// In the order of the environment.
  var objects: [AnyObject]
  /// `nil` if none of them is saved.
  var saved: SavedObjects?
}

extension WindowHub {
  /// Replaces the saved objects among new ones by those in the store.
  ///
  /// - Parameter subject: The subject that is parked if saving them ends the process.
  func restore(
    _ new: [AnyObject], of owner: SavedOwner, subject: String, from stored: StoredObjects
  ) -> RestoredObjects {
    var restored = RestoredObjects(objects: [])
    var kept: [any SavedState] = []
    var changed: [_ModelNode] = []
    for object in new {
      guard let state = object as? any SavedState else {
        restored.objects.append(object)
        continue
      }
      let (object, isChanged) = restore(state, of: owner, from: stored)
      restored.objects.append(object)
      kept.append(object)
      if isChanged { changed.append(object._node) }
    }
    if !kept.isEmpty { restored.saved = SavedObjects(kept, owner: owner, subject: subject, hub: self) }
    for node in changed { node.owner?.propertyChanged(of: node) }
    return restored
  }

  /// Restores a saved object, or returns the app's new one, and whether it has to be saved again.
  private func restore<State: SavedState>(
    _ new: State, of owner: SavedOwner, from stored: StoredObjects
  ) -> (any SavedState, isChanged: Bool) {
    let name = TypeName.of(State.self).mangled
    guard
      let (type, bytes) = stored.objects[name].map({ (name, $0) })
        ?? stored.objects.first(where: { SavedObject.isOf(State.self, $0.value, scenes.types) })
    else { return (new, false) }
    do {
      let (restored, forgotten) = try SavedObject.decode(State.self, from: bytes)
      if let forgotten, forgotten.isNews(of: "\(State.self)") {
        logger.warning("The saved \(State.self) of a user was saved with different properties: \(forgotten)")
      }
      return (restored, type != name)
    } catch {
      logger.error("A user's saved \(State.self) can't be restored; the record is kept aside: \(error)")
      let subject = SalvageOrder.Subject.object(tenant: owner.tenant, user: owner.storedUser, type: type)
      writer.note(\.keptAside, SalvageOrder(subject, reason: "\(State.self): \(error)", time: wallTime))
      return (new, true)
    }
  }
}
