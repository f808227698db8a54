import Oriel
import OrielDocument

/// The target of an operator's navigation.
package enum LandingPlace: CustomStringConvertible {
  case address(WindowURL)
  /// A destination by its name and properties, with an optional method.
  case destination(String, JSONValue, NavigationMethod?)

  package var description: String {
    switch self {
    case .address(let url): "the address \(url)"
    case .destination(let name, _, _): "a destination \"\(name)\" with these properties"
    }
  }
}

extension WindowHub {
  /// The names of the destinations that the scenes of these windows list, sorted; `nil` where the scene is unknown.
  package func destinationNames(of target: WindowTarget) -> [String]? {
    if case .attached(let target) = target { return destinationNames(of: target) }
    let scenes: [WindowScene] =
      switch target {
      case .scene(let id): scenes[id].map { [$0] } ?? []
      case .window(let id): windows[id].map { [$0.scene] } ?? Array(scenes.ofApp)
      case .user, .tenant, .tag, .everyone, .attached: Array(scenes.ofApp)
      }
    return scenes.isEmpty ? nil : Set(scenes.flatMap(\.routes.destinationNames)).sorted()
  }

  /// Navigates a window, even if it is locked; the caller has checked that.
  package func land(_ window: Window, at place: LandingPlace) -> CommandResult {
    window.opening = nil
    return turn(in: window) { window.land(at: place) }
  }
}

extension Window {
  fileprivate func land(at place: LandingPlace) -> CommandResult {
    switch place {
    case .address(let url): land(atWhole: url)
    case .destination(let name, let properties, let method):
      graph.root.navigate(toDestination: name, properties: properties, method: method)
    }
  }
}
