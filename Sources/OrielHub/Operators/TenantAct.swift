import Oriel

/// An operator's act on a tenant.
package enum TenantAct: Equatable, Sendable {
  /// Unloads it now; the next visitor loads it again.
  case sleep
  /// Closes its pages and keeps everything, until it is reopened.
  case close
  case reopen
  /// Deletes all of it, and keeps its name from being used again.
  case delete
  case rename(Tenant)
  /// Lets the node of this name have it.
  case move(toNode: String)
  /// Gives up the message of this name, which has failed and is tried again.
  case skip(String)
}

/// The reason why an act on a tenant was not done.
package enum TenantRefusal: Error, Equatable, Sendable {
  case unknown
  case already(TenantRow.State)
  /// Another operator is acting on it.
  case busy
  case nameInUse
  /// The node of this name has it.
  case onNode(String)
  case alreadyOn(String)
  case unknownNode(String, known: [String])
  /// The node of this name ends, or one of a newer version of the program lives.
  case takesNone(String)
  /// No message of this name fails.
  case unknownMessage(String, known: [String])
  /// A handler is still running in one of its windows.
  case running
  case unreadable
  /// It holds now, and a restart would undo it.
  case notStored
  case notDone
}
