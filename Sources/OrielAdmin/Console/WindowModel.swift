import Oriel
import OrielHub

/// One window.
@NavigationModel
final class WindowModel {
  let id: WindowID

  init(id: WindowID) {
    self.id = id
  }

  var urlPath: String? { id.rawValue }

  var body: some View { Text(id.rawValue).navigationTitle("Window") }
}
