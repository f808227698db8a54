import Oriel
import OrielDocument

/// Where an operator leads a window to.
package enum WindowPlace: CustomStringConvertible {
  case address(WindowURL)
  /// By its name and properties, and how; by its own method where that is left open.
  case destination(String, JSONValue, NavigationMethod?)

  package var description: String {
    switch self {
    case .address(let url): "the address \(url)"
    case .destination(let name, _, _): "a destination \"\(name)\" with these properties"
    }
  }
}

extension WindowHub {
  /// Leads a window to a place, wherever it waits (F107). Tells `then` the window, `nil` if there is none, and what came
  /// of it.
  ///
  /// - Parameter isForced: Whether also where something has locked the window (U18).
  package func land(
    _ id: WindowID, at place: WindowPlace, isForced: Bool, then: @escaping (Window?, CommandResult) -> Void
  ) {
    withWindow(id) { [self] window in
      guard let window else { return then(nil, .notExecutable(.unknownWindow)) }
      guard isForced || !window.graph.isLocked else { return then(window, .notExecutable(.locked)) }
      let result = turn(in: window) { window.land(at: place) }
      then(window, result)
    }
  }
}

extension Window {
  fileprivate func land(at place: WindowPlace) -> CommandResult {
    switch place {
    case .address(let url): land(atWhole: url)
    case .destination(let name, let properties, let method):
      graph.root.navigate(toDestination: name, properties: properties, method: method)
    }
  }
}
